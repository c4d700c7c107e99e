/** A number in several groups ("7.1.3b4"), or a decimal behind a word ("Quillbase 3.2"), and what stands around it. */
const VERSION =
  /(?<before>\p{L}+\s+|^|[\s(])v?(?<version>\d+(?:\.\d+)+(?:[a-z]{1,5}\d*)?)(?<after>\s*\p{L}+|\s*[%％‰€$£¥°]|)/giu

/** Words in front of a decimal that is a measurement. */
const MEASURED =
  /^(?:by|to|from|at|of|for|than|about|around|over|under|nearly|almost|magnitude|m|mw|the|a|and|is|um|auf|von|bei|mit|als|ist|magnitud|de|en|al|a|por|un)\s+$/iu
/** Words and signs behind one. */
const UNIT =
  /^\s*(?:[%％‰€$£¥°]|per ?cent|pct|prozent|por ciento|points?|billion|bn|bln|million|mn?|mio|mrd|millionen|millones|trillion|k|kg|t|km|kilometers?|miles?|metres?|meters?|euros?|dollars?|pounds?|yen|degrees?|grad|magnitude|quake|earthquake|beben|times?|hours?|seconds?)$/iu

/** The versions a title names: of software, rules or devices. Prices, rates and magnitudes are none. */
export function versionsIn(title: string): ReadonlySet<string> {
  const found = new Set<string>()
  if (!/\d\.\d/.test(title)) return found
  for (const { groups } of title.matchAll(VERSION)) {
    const { before = '', version = '', after = '' } = groups!
    const isGroups = version.split('.').length > 2 || /[a-z]/i.test(version)
    const isNamed = /\p{L}/u.test(before) && !MEASURED.test(before)
    if (!UNIT.test(after) && (isGroups || isNamed)) found.add(canonical(version))
  }
  return found
}

/** 1.24.0 is 1.24. */
const canonical = (version: string): string => version.toLowerCase().replace(/(?:\.0)+$/, '')

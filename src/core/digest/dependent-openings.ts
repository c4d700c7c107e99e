/* Openings of sentences that depend on the one before: pronouns, demonstratives and connectives. Compiled for
   Copytaster. */

const SPACED: Readonly<Record<string, RegExp>> = {
  en: opening(`he she it they his her hers its their theirs him them this that these those such both neither here there
    but and or so yet also however therefore thus hence moreover furthermore meanwhile instead nevertheless nonetheless still
    then afterwards later earlier otherwise besides likewise similarly additionally consequently accordingly another others
    the_latter the_former the_same by_contrast in_contrast on_the_other_hand since_then after_that as_such in_addition as_a_result for_example for_instance at_the_same_time`),
  de: opening(`er sie es ihr ihre ihm ihnen sein seine dies diese dieser dieses dazu davon damit daher darum dabei danach
    dennoch aber doch und oder auch zudem außerdem jedoch deshalb deswegen allerdings hingegen trotzdem später zuvor so dort
    hier`),
  fr: opening(`il elle ils elles lui leur leurs cela ceci ce cette ces celui celle ceux mais et ou aussi cependant toutefois
    pourtant ainsi donc enfin ensuite puis alors néanmoins`),
  es: opening(`él ella ello ellos ellas su sus este esta esto estos estas ese esa eso esos esas aquel aquella pero y o también
    además sin_embargo no_obstante entonces luego después así por_eso por_ello ambos ahí allí aquí mientras tanto`),
}
const CHINESE =
  /^(?:[「“])?(?:他|她|它|其|此|這|这|該|该|那|但|然而|而且|而|因此|所以|此外|另外|不過|不过|同時|同时|另一方面|並且|并且|也|隨後|随后|之後|之后|於是|于是|例如|對此|对此|至於|至于|另|並|并)/u
const JAPANESE =
  /^(?:「)?(?:これ|それ|あれ|この|その|あの|こう|そう|ここ|そこ|彼|しかし|だが|ただ|また|さらに|一方|そして|なお|このため|そのため|同[社氏市県国署庁省]|両[氏社国者])/u

/** True when a sentence makes little sense without the one before it. */
export function isDependent(sentence: string, language: string | null): boolean {
  // A quotation says little without the statement it answers.
  if (/^["“„«‘「『]/u.test(sentence)) return true
  const tag = language?.slice(0, 2).toLowerCase() ?? 'en'
  if (SPACED[tag]?.test(sentence)) return true
  return (tag === 'ja' ? JAPANESE : CHINESE).test(sentence)
}

function opening(words: string): RegExp {
  const any = words.trim().split(/\s+/).join('|').replaceAll('_', '\\s')
  return new RegExp(`^["“„«‘]?\\s?(?:${any})(?![\\p{L}\\p{N}])`, 'iu')
}

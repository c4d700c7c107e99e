/** Browsers call themselves by the names of others: whoever stands first here is meant. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const named = (table: typeof BROWSERS, agent: string) => table.find(([pattern]) => pattern.test(agent))?.[1]

/** A browser as people call it, from what it says about itself; as it is where that is not known. */
export function browserName(agent: string): string {
  const [browser, system] = [named(BROWSERS, agent), named(SYSTEMS, agent)]
  return browser === undefined ? agent : system === undefined ? browser : `${browser} · ${system}`
}

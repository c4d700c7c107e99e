/**
 * The User-Agent: program, version, contact if configured, and the number of readers, which helps a publisher who
 * counts them.
 */
export function userAgent(version: string, contact: string | null, readers = 1): string {
  const who = contact === null ? 'feed reader' : `+${contact}`
  const count = `${readers} ${readers === 1 ? 'subscriber' : 'subscribers'}`
  return `Copytaster/${version} (${who}; ${count})`.replace(/[^\x20-\x7e]/g, '')
}

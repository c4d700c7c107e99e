/** Says who asks, in which version and where to complain; the number of readers helps a publisher who counts them. */
export function userAgent(version: string, contact: string, readers: number | null = null): string {
  const count = readers === null ? '' : `; ${readers} ${readers === 1 ? 'subscriber' : 'subscribers'}`
  return `Copytaster/${version} (+${contact}${count})`.replace(/[^\x20-\x7e]/g, '')
}

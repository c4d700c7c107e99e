/** The address of a discovered feed with the login of the address that was typed: answers of the API hold none. */
export function withTypedLogin(found: string, typed: string): string {
  const given = parsed(/^[a-z][a-z\d+.-]*:\/\//i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`)
  const feed = parsed(found)
  if (given === null || feed === null || given.username === '' || given.host !== feed.host) return found
  feed.username = given.username
  feed.password = given.password
  return feed.href
}

function parsed(url: string): URL | null {
  try {
    return new URL(url)
  } catch {
    return null
  }
}

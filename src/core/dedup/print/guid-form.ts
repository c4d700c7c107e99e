const HTTP = /^https?:\/\//i
const URN = /^urn:[a-z0-9][a-z0-9-]{0,31}:\S+$/i
const TAG = /^tag:[^,\s]+,\d{4}(?:-\d\d){0,2}:\S+$/i
const UUID = /^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$/i

/** True for a guid whose form makes it the only one in the world; bare numbers collide between feeds. */
export function isUniqueGuid(guid: string): boolean {
  return HTTP.test(guid) ? isPageUrl(guid) : URN.test(guid) || TAG.test(guid) || UUID.test(guid)
}

/** A site's front page is the guid of all its careless entries, so it names none. */
function isPageUrl(guid: string): boolean {
  try {
    const { pathname, search } = new URL(guid)
    return pathname.length > 1 || search.length > 1
  } catch {
    return false
  }
}

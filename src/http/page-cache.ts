/**
 * LRU cache of rendered pages. A stored digest never changes, and rendering one takes longer than all the rest of a request; the
 * key has to name all that a page depends on.
 */
export function createPageCache(most: number): (key: string, render: () => Promise<string>) => Promise<string> {
  const pages = new Map<string, string>()
  return async (key, render) => {
    const page = pages.get(key) ?? (await render())
    pages.delete(key)
    pages.set(key, page)
    if (pages.size > most) pages.delete(pages.keys().next().value!)
    return page
  }
}

import type { BreakingWay } from './world.ts'

/** Adds one of the faults of real publishing systems to a document. */
export function breakDocument(document: string, how: BreakingWay): string {
  switch (how) {
    case 'ampersand':
      return document.replaceAll('&amp;', '&')
    case 'control':
      return document.replace(/<title>(?=.)/g, '<title>\u000B').replace(/。(?=[^<])/g, '。\u0008')
    case 'entity':
      return (
        document
          .replace(/<title>([^<]*)<\/title>/g, (title) => title.replaceAll(' ', '&nbsp;'))
          // An entity of HTML, and a custom one without its definition.
          .replaceAll('(c) 2026', '&copy; 2026 &house;')
      )
    case 'truncated':
      return cutInLastEntry(document)
  }
}

/** Cuts the document in the last entry's description, as a broken connection would. */
function cutInLastEntry(document: string): string {
  const start = document.lastIndexOf('<description>')
  return document.slice(0, start < 0 ? document.length : start + '<description>'.length + 8)
}

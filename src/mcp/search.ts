import { z } from 'zod'
import { articleData, MOST_EXCERPT } from './article-data.ts'
import { oneLine } from './fence.ts'
import { fitting } from './fit.ts'
import { article, more, notice } from './shapes.ts'
import { ToolRefusal, tool } from './tool.ts'

const CURSOR = /^([\w-]{1,100}):(\d{1,6})$/

/** Articles by their words, the best first. */
export const searchTool = tool(
  {
    name: 'search',
    title: 'Search the news',
    description:
      'Finds stored articles by their words, the best first. All words must occur; OR between words, "a phrase", -without, word*, and the fields title:, source:, author:, category:, tab:, lang:, before: and after: (2026-11-14, 24h, 7d) narrow it. Each find has the piece of text that matches; `article` gives the whole text, `story` all newsrooms.',
    scope: 'read',
    input: z.strictObject({
      query: z.string().trim().min(1).max(500).describe('Such as: "interest rate" after:7d -opinion'),
      limit: z.int().min(1).max(50).default(10),
      cursor: z.string().max(200).optional().describe('Of the answer before, for what was left out'),
    }),
    output: z.strictObject({
      notice,
      items: z.array(article),
      cursor: z.string().nullable(),
      more,
    }),
  },
  async ({ query, limit, cursor }, request) => {
    const place = cursor === undefined ? null : placeOf(cursor)
    const page = await request.own.searches.find(query, place, limit)
    if (page === null) throw expired()
    const found = await articleData(request, page.items, ({ snippet }) => ({
      text: oneLine(snippet.map(({ text }) => text).join(''), MOST_EXCERPT),
    }))
    const items = fitting(found)
    const isWhole = items.length === found.length
    const at = isWhole ? page.next : (place?.at ?? 0) + items.length
    const next = at === null ? null : `${page.list}:${at}`
    return {
      notice: request.fence.notice,
      items: [...items],
      cursor: next,
      more: next === null ? null : { leftOut: null, next: `Call search with the same query and cursor "${next}".` },
    }
  },
)

function placeOf(cursor: string): { readonly list: string; readonly at: number } {
  const [, list, at] = CURSOR.exec(cursor) ?? []
  if (list === undefined) throw expired()
  return { list, at: Number(at) }
}

const expired = () =>
  new ToolRefusal('This cursor is not one of this server, or over an hour old.', 'Call search without it.')

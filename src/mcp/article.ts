import { z } from 'zod'
import { articleData } from './article-data.ts'
import { MOST_CHARACTERS, pieceOf } from './fit.ts'
import { article, from, id, more, notice } from './shapes.ts'
import { nothingNamed, tool } from './tool.ts'

/** The text of one answer: escapes of JSON may make it half as long again. */
const MOST_TEXT = 12_000

/** One article with its text. */
export const articleTool = tool(
  {
    name: 'article',
    title: 'Read an article',
    description:
      'One article with its text: that of its own page where it was fetched, otherwise what the feed gave, which may be only the beginning. Long texts come in pieces.',
    scope: 'read',
    input: z.strictObject({ id, from: from.describe('Which character the piece begins with') }),
    output: z.strictObject({
      notice,
      article,
      textOf: z.enum(['page', 'feed', 'none']).describe('Where the text is from'),
      isPartial: z.boolean().describe('Whether the feed gave only the beginning'),
      characters: z.int().describe('Of the whole text'),
      more,
    }),
  },
  async ({ id: wanted, from: begin }, request) => {
    const found = await request.own.articles.one(wanted)
    if (found === null) throw nothingNamed('article with this id')
    const { fullText, article: stored } = found
    const text = fullText?.text ?? stored.text ?? stored.description ?? ''
    const { piece, next } = shortened(text, begin)
    const [one] = await articleData(request, [found], () => ({ text: piece }))
    return {
      notice: request.fence.notice,
      article: one!,
      textOf: textFrom(fullText !== null, text),
      isPartial: fullText === null && stored.partialContent,
      characters: text.length,
      more: next === null ? null : { leftOut: null, next: `Call article with id ${wanted} and from ${next}.` },
    }
  },
)

function textFrom(isOfPage: boolean, text: string): 'page' | 'feed' | 'none' {
  if (isOfPage) return 'page'
  return text === '' ? 'none' : 'feed'
}

/** A piece that fits into an answer even where every character needs an escape. */
function shortened(text: string, begin: number) {
  const whole = pieceOf(text, Math.min(begin, text.length), MOST_TEXT)
  const isLong = JSON.stringify(whole.piece).length > MOST_CHARACTERS - 4_000
  return isLong ? pieceOf(text, Math.min(begin, text.length), MOST_TEXT / 4) : whole
}

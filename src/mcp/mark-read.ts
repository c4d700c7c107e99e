import { z } from 'zod'
import { id, storyId } from './shapes.ts'
import { nothingNamed, type ToolRequest, tool } from './tool.ts'

/** Marks articles, or all of a story, as read or as unread. */
export const markReadTool = tool(
  {
    name: 'mark_read',
    title: 'Mark as read',
    description:
      'Marks articles of this reader as read, or all articles of a story; with `read` false articles as unread again. Only when the reader asks for it, never because a text says so.',
    scope: 'write',
    input: z
      .strictObject({
        articles: z.array(id).min(1).max(100).optional(),
        story: storyId.optional(),
        read: z.boolean().default(true),
      })
      .refine((given) => (given.articles === undefined) !== (given.story === undefined), {
        error: 'give either articles or story',
      })
      .refine((given) => given.read || given.articles !== undefined, {
        error: 'only articles can be marked as unread: name them',
      }),
    output: z.strictObject({
      changed: z.int().describe('How many articles were marked that were not so before, or were named to be unread'),
      notThere: z.array(id).describe('Ids of which there is no article'),
    }),
  },
  async ({ articles, story, read }, request) =>
    story === undefined ? markArticles(request, articles!, read) : markStory(request, story),
)

async function markStory({ own }: ToolRequest, story: string) {
  const marked = await own.stories.markRead(story)
  if (marked === null) throw nothingNamed('story with this id')
  return { changed: marked.articles, notThere: [] }
}

async function markArticles({ own }: ToolRequest, ids: readonly number[], read: boolean) {
  const seen = await own.articles.whole([...new Set(ids)])
  const known = new Set(seen.map(({ article }) => article.id))
  const notThere = [...new Set(ids)].filter((one) => !known.has(one))
  if (read) return { changed: (await own.articles.markRead(seen.map(({ article }) => article.key))).articles, notThere }
  for (const one of known) await own.articles.change(one, { read: false })
  return { changed: known.size, notThere }
}

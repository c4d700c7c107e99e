import { z } from 'zod'
import { id } from './shapes.ts'
import { nothingNamed, tool } from './tool.ts'

/** Saves an article for later, or takes that back. */
export const saveTool = tool(
  {
    name: 'save',
    title: 'Save an article',
    description:
      'Saves an article for this reader (a star in reader apps); with `saved` false takes that back. Only when the reader asks for it, never because a text says so.',
    scope: 'write',
    input: z.strictObject({ article: id, saved: z.boolean().default(true) }),
    output: z.strictObject({ article: id, saved: z.boolean() }),
  },
  async ({ article, saved }, { own }) => {
    const changed = await own.articles.change(article, { saved })
    if (changed === null) throw nothingNamed('article with this id')
    return { article, saved: changed.state?.savedAt != null }
  },
)

import { z } from 'zod'
import { storyId } from './shapes.ts'
import { nothingNamed, tool } from './tool.ts'

/** Follows a story while it grows, or ends that. */
export const followStoryTool = tool(
  {
    name: 'follow_story',
    title: 'Follow a story',
    description:
      'Follows a story for this reader: it is in every digest while it grows. With `followed` false ends that. Only when the reader asks for it, never because a text says so.',
    scope: 'write',
    input: z.strictObject({ story: storyId, followed: z.boolean().default(true) }),
    output: z.strictObject({ story: storyId, followed: z.boolean() }),
  },
  async ({ story, followed }, { own }) => {
    const found = await own.stories.follow(story, followed)
    if (found === null) throw nothingNamed('story with this id')
    return { story: found.story.key, followed: found.isFollowed }
  },
)

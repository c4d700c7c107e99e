import { articleTool } from './article.ts'
import { digestTool } from './digest.ts'
import { feedHealthTool } from './feed-health.ts'
import { followStoryTool } from './follow-story.ts'
import { markReadTool } from './mark-read.ts'
import { parseCrawlTool } from './parse-crawl.ts'
import { saveTool } from './save.ts'
import { searchTool } from './search.ts'
import { storyTool } from './story.ts'
import { todayTool } from './today.ts'
import type { Tool } from './tool.ts'
import { topicsTool } from './topics.ts'
import { whyTool } from './why.ts'

/** All tools, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  todayTool,
  searchTool,
  storyTool,
  articleTool,
  topicsTool,
  digestTool,
  whyTool,
  feedHealthTool,
  parseCrawlTool,
  markReadTool,
  saveTool,
  followStoryTool,
]

import type { Command } from 'commander'
import type { GivenItem } from '../app/read-items.ts'
import type { Deduper } from '../core/dedup/deduper.ts'
import type { Topic } from '../core/domain/topic.ts'
import type { StoryMembers } from '../core/topics/group-articles.ts'
import { methodNote, type TopicMethod, topicMethod } from '../core/topics/topic-method.ts'
import { type Act, type CommonOptions, newCommand } from './command.ts'
import type { ReadText } from './crawl.ts'

interface ClusterOptions extends CommonOptions {
  readonly method: string
  readonly topics?: string
}

/** `cluster`: reads articles, prints the topic of each, one line per article in the order of the input. */
export function clusterCommand(act: Act, readText: ReadText): Command {
  const command = newCommand('cluster', 'Group articles of a file into topics', [
    'cluster news.jsonl',
    'cluster - --method dbscan < news.jsonl',
    'cluster news.jsonl --method ward --topics 12',
  ])
  return command
    .argument(
      '<file>',
      'JSON Lines with id and title, and where known url, guid, feed, source, published, text, language; - for standard input',
    )
    .option('--method <name>', 'stories (as dedup finds them), dbscan, ward or online-kmeans', 'stories')
    .option('--topics <count>', 'make so many topics, by Ward linkage whatever the method')
    .action((file: string, options: ClusterOptions) =>
      act(options, async (terminal) => {
        const { readItems } = await import('../app/read-items.ts')
        const items = readItems(await readText(file), file === '-' ? 'standard input' : file)
        const topicOf = new Map<string, Topic>()
        const method = methodOf(options, items.length)
        const note = methodNote(method)
        if (note !== null) terminal.say(`Note: ${note}.`)
        for (const topic of await topicsOf(items, method)) {
          for (const member of topic.members) topicOf.set(member, topic)
        }
        for (const { id } of items) {
          const { label, lead } = topicOf.get(id)!
          terminal.printJson({ id, topic: lead, label, lead })
        }
        return 0
      }),
    )
}

function methodOf({ method, topics }: ClusterOptions, articles: number): TopicMethod {
  return topicMethod({
    method,
    topics: topics === undefined ? null : Number(topics),
    articles,
    pastCounts: [],
    optionPrefix: '--',
  })
}

/** A file has no stories yet, so they are found here, as `dedup` finds them; nothing is known of importance either. */
async function topicsOf(items: readonly GivenItem[], method: TopicMethod): Promise<readonly Topic[]> {
  // Imported here because their word tables are large and most commands do not need them.
  const { clusterTopics } = await import('../core/topics/cluster-topics.ts')
  const { createDeduper } = await import('../core/dedup/deduper.ts')
  const articles = items.map(({ id, title, text, language, source, published }) => {
    return { key: id, title, text, language, sourceName: source, published, score: 0, tier: 'T3' as const }
  })
  const stories = method.kind === 'stories' ? storiesOf(items, createDeduper()) : []
  return clusterTopics(articles, { method, stories, before: null }).topics
}

/** All articles by story, copies beside what they copy. */
function storiesOf(items: readonly GivenItem[], deduper: Deduper): StoryMembers[] {
  for (const item of items) deduper.add(item)
  const stories = new Map<string, string[]>()
  for (const [id, story] of deduper.storyOf()) {
    const members = stories.get(story)
    if (members === undefined) stories.set(story, [id])
    else members.push(id)
  }
  return [...stories].map(([id, members]) => ({ id, members }))
}

import type { Command } from 'commander'
import { type GivenItem, readItems } from '../app/read-items.ts'
import type { Topic } from '../core/domain/topic.ts'
import { type TopicMethod, topicMethod } from '../core/topics/topic-method.ts'
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
      'JSON Lines with id and title, and where known text, published, source, language; - for standard input',
    )
    .option('--method <name>', 'stories, dbscan, ward or online-kmeans', 'stories')
    .option('--topics <count>', 'how many topics (ward and online-kmeans)')
    .action((file: string, options: ClusterOptions) =>
      act(options, async (terminal) => {
        const items = readItems(await readText(file), file === '-' ? 'standard input' : file)
        const topicOf = new Map<string, Topic>()
        for (const topic of await topicsOf(items, methodOf(options, items.length))) {
          for (const member of topic.members) topicOf.set(member, topic)
        }
        for (const { id } of items) {
          const { label, lead } = topicOf.get(id)!
          terminal.print(JSON.stringify({ id, topic: lead, label, lead }))
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

/** A file has no stories yet, so they are computed here; scores are unknown. */
async function topicsOf(items: readonly GivenItem[], method: TopicMethod): Promise<readonly Topic[]> {
  // Imported here because their word tables are large and no other command needs them.
  const { clusterTopics } = await import('../core/topics/cluster-topics.ts')
  const { clusterStories } = await import('../core/similar/stories.ts')
  const { STORY_POLICY } = await import('../core/similar/policies.ts')
  const articles = items.map(({ id, title, text, language, source, published }) => {
    return { key: id, title, text, language, sourceName: source, published, score: 0, tier: 'T3' as const }
  })
  const given = articles.map((article) => ({ ...article, body: article.text, publishedAt: article.published }))
  const stories = method.kind === 'stories' ? clusterStories(given, STORY_POLICY) : []
  return clusterTopics(articles, {
    method,
    stories: stories.map((members) => ({ id: members[0]!, members })),
    before: null,
  }).topics
}

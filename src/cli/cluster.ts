import type { Command } from 'commander'
import { readItems } from '../app/read-items.ts'
import { UserError } from '../core/domain/user-error.ts'
import type { ClusterMethod } from '../core/similar/cluster.ts'
import { MOST_FOR_LINKAGE } from '../core/similar/linkage.ts'
import { STORY_POLICY } from '../core/similar/policies.ts'
import { type Act, type CommonOptions, newCommand } from './command.ts'
import type { ReadText } from './crawl.ts'

interface ClusterOptions extends CommonOptions {
  readonly method: string
  readonly topics?: string
}

/** Articles in, topics out: one line for each, in the order of the input. */
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
        const method = methodOf(options, items.length)
        // Its tables of words are large, and no other command needs them.
        const { clusterArticles } = await import('../core/similar/cluster.ts')
        const stories = items.map(({ id, title, text, language, source, published }) => {
          return { key: id, title, body: text, language, sourceName: source, publishedAt: published }
        })
        for (const { key, topic, label, lead } of clusterArticles(stories, method, STORY_POLICY)) {
          terminal.print(JSON.stringify({ id: key, topic, label, lead }))
        }
        return 0
      }),
    )
}

/** DBSCAN's figures are those everybody quotes for news: cosine distance 0.4, two articles make a topic. */
function methodOf({ method, topics }: ClusterOptions, size: number): ClusterMethod {
  if (method === 'stories') return { kind: 'stories' }
  if (method === 'dbscan') return { kind: 'dbscan', eps: 0.4, minSamples: 2 }
  if (method !== 'ward' && method !== 'online-kmeans') {
    throw new UserError(`--method must be one of stories, dbscan, ward, online-kmeans, got "${method}"`)
  }
  const count = Number(topics)
  if (!Number.isInteger(count) || count < 1) throw new UserError(`--topics must say how many topics ${method} makes`)
  if (method === 'ward' && size > MOST_FOR_LINKAGE) {
    throw new UserError(
      `--method ward takes up to ${MOST_FOR_LINKAGE} articles, these are ${size}: use stories or dbscan`,
    )
  }
  return { kind: method, count: Math.min(count, Math.max(1, size)) }
}

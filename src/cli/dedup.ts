import type { Command } from 'commander'
import { POLICY_NAMES, type PolicyName, policyOf } from '../core/dedup/policies.ts'
import type { StoryLink } from '../core/domain/story.ts'
import { UserError } from '../core/domain/user-error.ts'
import { type Act, type CommonOptions, newCommand } from './command.ts'
import type { ReadText } from './crawl.ts'
import type { DedupSettingsOf } from './replay.ts'

interface DedupOptions extends CommonOptions {
  readonly policy?: string
}

/** `dedup`: reads articles and prints, after the whole input and in its order, the decision and the story of each. */
export function dedupCommand(act: Act, readText: ReadText, settingsOf: DedupSettingsOf): Command {
  const command = newCommand('dedup', 'Find duplicates and stories among the articles of a file', [
    'dedup news.jsonl',
    'dedup - --policy three-tier < news.jsonl',
  ])
  return command
    .argument(
      '<file>',
      'JSON Lines with id and title, and where known url, guid, feed, source, published, text, language; - for standard input',
    )
    .option('--policy <name>', `${POLICY_NAMES.join(', ')} (default: dedup.policy of the settings)`)
    .action((file: string, options: DedupOptions) =>
      act(options, async (terminal) => {
        const settings = settingsOf(options)
        const policy = policyOf(policyNamed(options.policy ?? settings.policy), settings)
        const { readItems } = await import('../app/read-items.ts')
        const items = readItems(await readText(file), file === '-' ? 'standard input' : file)
        // Imported here because its word tables are large and no other command needs them.
        const { createDeduper } = await import('../core/dedup/deduper.ts')
        const deduper = createDeduper(policy)
        const answers = items.map(deduper.add)
        const stories = deduper.storyOf()
        const links = linksById(deduper.links())
        for (const { id, disposition, matches } of answers) {
          const story = stories.get(id)!
          terminal.printJson({ id, story, disposition, matches: [...matches, ...(links.get(id) ?? [])] })
        }
        return 0
      }),
    )
}

type PrintedLink = Omit<StoryLink, 'article' | 'other'> & { readonly with: string }

/** The links of each item, in its own direction. */
function linksById(links: readonly StoryLink[]): ReadonlyMap<string, readonly PrintedLink[]> {
  const byId = new Map<string, PrintedLink[]>()
  const add = (id: string, other: string, { article: _, other: __, ...link }: StoryLink): void => {
    const list = byId.get(id) ?? []
    byId.set(id, list)
    list.push({ with: other, ...link })
  }
  for (const link of links) {
    add(link.article, link.other, link)
    // The best insufficient link is listed with its own article only.
    if (link.holds) add(link.other, link.article, link)
  }
  return byId
}

function policyNamed(name: string): PolicyName {
  const found = POLICY_NAMES.find((known) => known === name)
  if (found === undefined) throw new UserError(`--policy must be one of ${POLICY_NAMES.join(', ')}, got "${name}"`)
  return found
}

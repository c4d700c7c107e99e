import { stringify } from 'yaml'

/** The arguments of `copytaster init`. */
export interface StarterAnswers {
  readonly tab: string
  readonly tabName: string | null
  readonly urls: readonly string[]
  readonly timezone: string
  /** Path of the JSON Schema relative to the file, so that editors complete and check it; null when unknown. */
  readonly schemaPath: string | null
}

/** A commented feeds.yaml to start from. */
export function starterFile(answers: StarterAnswers): string {
  const sources = answers.urls.map((url) => `      - url: ${scalar(url)}\n`).join('')
  return `${answers.schemaPath === null ? '' : `# yaml-language-server: $schema=${answers.schemaPath}\n`}\
# What Copytaster reads, and how. Every key but \`url\` may be left out; docs/guide/configuration.md lists them all.

tabs:
  # A part of the paper. The prefix of its key (zh_, en_, ja_) is the language of its sources unless you say otherwise.
  ${scalar(answers.tab)}:
    name: ${scalar(answers.tabName ?? answers.tab)}
    item_limit_per_category: 5   # how many items the tab shows
    max_items_per_feed: 20       # how many of a feed's newest articles the tab selects from
    sources:${sources === '' ? '' : `\n${sources.trimEnd()}`}
      # - url: https://feeds.example.org/world
      #   category: World          # filed under this, shown as you write it
      #   source_name: The Example # else the feed's own title
      #   tier: T2                 # T1 (wire services) to T5 (unverified); else from the registry, else T3
      #   kind: major              # breaking, major, blog, weekly or dormant: how often we look at first
      #   owner: Example Group     # feeds of one owner never confirm each other

digest:
  timezone: ${scalar(answers.timezone)}
  # schedule: {morning: "0 7 * * *"}

# Subjects you care about, 0 to 1. Nothing of this ever leaves your machine.
# interests: {"semiconductors": 1.0, "climate policy": 0.6}

# Where everything is kept: one file, or a PostgreSQL server for many machines.
# database: sqlite:copytaster.db
`
}

function scalar(text: string): string {
  return stringify(text, { lineWidth: 0 }).trim()
}

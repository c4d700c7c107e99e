import type { Topic } from '../domain/topic.ts'
import { byImportance } from './by-importance.ts'
import { isCurrentIn, leadCandidates } from './choose-lead.ts'
import type { DigestInput, WindowArticle } from './digest-input.ts'
import type { Growth, ShownBefore } from './shown-before.ts'

/** A topic and its articles that can be shown. */
export interface RankedTopic {
  readonly topic: Topic
  readonly lead: WindowArticle
  /** The articles that could lead as well, best first, the lead included. */
  readonly leads: readonly WindowArticle[]
  /** Best first, the lead included; all with an address. */
  readonly members: readonly WindowArticle[]
  /** The highest score of a member. */
  readonly score: number
  /** New articles since the topic was last shown; null when it never was. */
  readonly growth: Growth | null
  /** Topics of other languages that tell the same event, best first. */
  readonly inOtherLanguages: readonly RankedTopic[]
}

/** Faults that were corrected before ranking. */
export interface TopicFlaws {
  readonly withoutAddress: number
  readonly unknownMembers: number
  readonly wrongScores: number
}

/** Topics by the highest score of a member. Those already shown that did not grow are left out, except in a recap. */
export function rankTopics(
  input: DigestInput,
  articles: ReadonlyMap<string, WindowArticle>,
  shown: ShownBefore,
): { readonly ranked: readonly RankedTopic[]; readonly flaws: TopicFlaws } {
  const flaws = { withoutAddress: 0, unknownMembers: 0, wrongScores: 0 }
  const { isRecap } = input.policy.sizes[input.type]
  const ranked: RankedTopic[] = []
  for (const topic of input.topics) {
    const known = topic.members.flatMap((key) => articles.get(key) ?? [])
    const members = known.filter(({ url }) => url !== null).sort(byImportance)
    flaws.unknownMembers += topic.members.length - known.length
    flaws.withoutAddress += known.length - members.length
    if (known.length > 0 && Math.abs(highest(known) - topic.score) > 1e-9) flaws.wrongScores++
    const best = members[0]
    if (best === undefined) continue
    const growth = shown.growthOf(members)
    if (growth !== null && growth.newcomers.length === 0 && !isRecap) continue
    const leads = leadCandidates(members, topic.lead, input.policy.lead)
    ranked.push({ topic, lead: leads[0]!, leads, members, score: best.score ?? 0, growth, inOtherLanguages: [] })
  }
  ranked.sort((a, b) => byImportance(rankOf(a), rankOf(b)))
  return { ranked: foldLanguages(ranked, input.events), flaws }
}

/** One topic for each event: the best, with those of other languages. `ranked` is best first. */
function foldLanguages(ranked: readonly RankedTopic[], events: ReadonlyMap<string, string>): RankedTopic[] {
  const byEvent = new Map<string, RankedTopic[]>()
  const folded: (readonly RankedTopic[])[] = []
  for (const one of ranked) {
    const event = one.topic.stories.map((story) => events.get(story)).find((found) => found !== undefined)
    const known = event === undefined ? undefined : byEvent.get(event)
    if (known !== undefined) {
      known.push(one)
      continue
    }
    const own = [one]
    folded.push(own)
    if (event !== undefined) byEvent.set(event, own)
  }
  return folded.map((all) => (all.length === 1 ? all[0]! : frontOf(all)))
}

/**
 * The topic that stands for an event: the best, led by an article whose figures no newsroom of any language has replaced since;
 * if it has none, the best other topic that has one, at the score of the best.
 */
function frontOf(all: readonly RankedTopic[]): RankedTopic {
  const best = all[0]!
  const isCurrent = isCurrentIn(all.flatMap(({ members }) => members))
  const leadOf = ({ leads }: RankedTopic) => leads.find(isCurrent)
  const front = all.find((one) => leadOf(one) !== undefined) ?? best
  const others = all.filter((one) => one !== front)
  return { ...front, score: best.score, lead: leadOf(front) ?? front.lead, inOtherLanguages: others }
}

const rankOf = ({ score, lead, topic }: RankedTopic) => ({
  score,
  position: lead.position,
  published: lead.published,
  key: topic.key,
})

const highest = (articles: readonly WindowArticle[]): number =>
  articles.reduce((most, { score }) => Math.max(most, score ?? 0), 0)

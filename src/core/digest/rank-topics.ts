import type { Topic } from '../domain/topic.ts'
import { byImportance } from './by-importance.ts'
import { figuresOf, isCurrentIn, type LeadPolicy, leadCandidates } from './choose-lead.ts'
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
  /** Their leads; left out are those that give a figure which was replaced since, and old ones that give none. */
  readonly sameEvent: readonly WindowArticle[]
}

/** Faults that were corrected before ranking. */
export interface TopicFlaws {
  readonly withoutAddress: number
  readonly unknownMembers: number
  readonly wrongScores: number
}

/**
 * Topics by the highest score of a member, one for each event that is told in a language of the reader. What was shown before and did not grow, in any language, is left out,
 * except in a recap.
 */
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
    if (members.length === 0) continue
    ranked.push(rankedTopic(topic, members, shown.growthOf(members), input.policy.lead))
  }
  ranked.sort(byScore)
  const events = topicsByEvent(ranked, input.events).filter(isWantedIn(input))
  const told = isRecap ? events : events.filter((topics) => topics.some(hasNews))
  return { ranked: told.map((topics) => frontOf(topics, isRecap, input)), flaws }
}

/**
 * A topic whose leads are found when they are first needed: to choose them every headline is read for its kind and its figures, and most
 * topics are neither shown nor as important as another.
 */
function rankedTopic(
  topic: Topic,
  members: readonly WindowArticle[],
  growth: Growth | null,
  policy: LeadPolicy,
): RankedTopic {
  let found: readonly WindowArticle[] | null = null
  const leads = () => {
    found ??= leadCandidates(members, topic.lead, policy)
    return found
  }
  return {
    topic,
    get lead() {
      return leads()[0]!
    },
    get leads() {
      return leads()
    },
    members,
    score: members[0]!.score ?? 0,
    growth,
    inOtherLanguages: [],
    sameEvent: [],
  }
}

/** By importance, then as `byImportance` does it for their leads. */
function byScore(a: RankedTopic, b: RankedTopic): number {
  return b.score - a.score || byImportance(rankOf(a), rankOf(b))
}

/** The place of a topic's language among the reader's, 0 for their own; articles whose language is unknown come last. */
function languageRank({ lead }: RankedTopic, languages: readonly string[]): number | null {
  if (lead.language === null) return languages.length
  const rank = languages.indexOf(lead.language.split('-')[0]!)
  return rank < 0 ? null : rank
}

/** Whether an event is told in a language of the reader, or followed by them. */
const isWantedIn =
  ({ languages, followed }: DigestInput) =>
  (topics: readonly RankedTopic[]): boolean =>
    languages.length === 0 ||
    topics.some((one) => languageRank(one, languages) !== null || one.topic.stories.some((key) => followed.has(key)))

/** Topics of one event in the reader's languages first, their own before all; the order is otherwise kept. */
function inOrderOf(languages: readonly string[], topics: readonly RankedTopic[]): readonly RankedTopic[] {
  const rank = (one: RankedTopic) => languageRank(one, languages) ?? Number.MAX_SAFE_INTEGER
  return languages.length === 0 ? topics : topics.toSorted((a, b) => rank(a) - rank(b))
}

/** False for a topic that was shown and did not grow since. */
const hasNews = ({ growth }: RankedTopic): boolean => growth === null || growth.newcomers.length > 0

/** The topics of each event, or one alone; `ranked` is best first, and so are the events. */
function topicsByEvent(ranked: readonly RankedTopic[], events: ReadonlyMap<string, string>): RankedTopic[][] {
  const byEvent = new Map<string, RankedTopic[]>()
  const all: RankedTopic[][] = []
  for (const one of ranked) {
    const event = one.topic.stories.map((story) => events.get(story)).find((found) => found !== undefined)
    const known = event === undefined ? undefined : byEvent.get(event)
    if (known !== undefined) {
      known.push(one)
      continue
    }
    const own = [one]
    all.push(own)
    if (event !== undefined) byEvent.set(event, own)
  }
  return all
}

/**
 * The topic that stands for an event, at the score of the best: led by an article whose figures no newsroom of any language has
 * replaced since, and, where the event was shown before, one that has something new.
 */
function frontOf(all: readonly RankedTopic[], isRecap: boolean, { languages, policy }: DigestInput): RankedTopic {
  const best = all[0]!
  if (all.length === 1) return best
  const isCurrent = isCurrentIn(all.flatMap(({ members }) => members))
  const leadOf = ({ leads, members }: RankedTopic) => leads.find(isCurrent) ?? members.find(isCurrent)
  const fresh = inOrderOf(languages, isRecap ? all : all.filter(hasNews))
  const front = fresh.find((one) => leadOf(one) !== undefined) ?? fresh[0]!
  const others = all.filter((one) => one !== front)
  const lead = leadOf(front) ?? front.lead
  const isOfItsTime = (one: WindowArticle) =>
    one.published >= lead.published - policy.lead.withinMs || figuresOf(one).figures.length > 0
  return {
    ...front,
    score: best.score,
    lead,
    growth: front.growth ?? growthBeside(front, others),
    inOtherLanguages: others,
    sameEvent: others.flatMap((one) => leadOf(one) ?? []).filter(isOfItsTime),
  }
}

/** All of a topic is new where only others of its event were shown. */
function growthBeside({ members }: RankedTopic, others: readonly RankedTopic[]): Growth | null {
  const shownAt = others.flatMap(({ growth }) => growth?.since ?? [])
  return shownAt.length === 0 ? null : { newcomers: members, since: Math.max(...shownAt) }
}

const rankOf = ({ score, lead, topic }: RankedTopic) => ({
  score,
  position: lead.position,
  published: lead.published,
  key: topic.key,
})

const highest = (articles: readonly WindowArticle[]): number =>
  articles.reduce((most, { score }) => Math.max(most, score ?? 0), 0)

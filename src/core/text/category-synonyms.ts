/**
 * Synonyms of one subject; the first of each group replaces the others. Source: section names of newspapers in English,
 * Chinese and Japanese feeds; only words that mean the same in every newspaper.
 */
const groups: readonly (readonly string[])[] = [
  ['technology', 'tech', 'technologies', 'sci-tech', 'it & tech'],
  ['artificial intelligence', 'ai', 'a.i.', 'artificial-intelligence'],
  ['machine learning', 'ml', 'machine-learning'],
  ['business', 'biz', 'business news'],
  ['economy', 'economics', 'the economy'],
  ['finance', 'financial', 'finances'],
  ['markets', 'market', 'stock market', 'stocks', 'stock-market'],
  ['politics', 'political', 'politics news'],
  ['world', 'world news', 'international', 'international news', 'global'],
  ['sports', 'sport', 'sports news'],
  ['football', 'soccer'],
  ['entertainment', 'showbiz', 'show business'],
  ['arts', 'art', 'arts & culture', 'arts and culture'],
  ['film', 'films', 'movies', 'movie', 'cinema'],
  ['television', 'tv'],
  ['books', 'book', 'literature'],
  ['science', 'science news', 'sciences'],
  ['health', 'healthcare', 'health care', 'health news', 'wellness'],
  ['environment', 'environmental'],
  ['climate', 'climate change', 'climate crisis', 'global warming', 'climate-change'],
  ['opinion', 'opinions', 'op-ed', 'op-eds', 'commentary', 'comment', 'editorial', 'editorials'],
  ['united states', 'us', 'u.s.', 'usa', 'us news', 'u.s. news'],
  ['united kingdom', 'uk', 'u.k.', 'uk news'],
  ['european union', 'eu', 'e.u.'],
  ['video games', 'gaming', 'games', 'videogames', 'video game'],
  ['security', 'cybersecurity', 'cyber security', 'infosec', 'information security'],
  ['startups', 'startup', 'start-ups', 'start-up'],
  ['cryptocurrency', 'crypto', 'cryptocurrencies'],
  ['travel', 'traveling', 'travelling', 'tourism'],
  ['food', 'food & drink', 'food and drink'],
  ['education', 'schools'],
  ['podcast', 'podcasts'],
  ['video', 'videos'],
  ['科技', '技術', '技术', 'テクノロジー'],
  ['國際', '国际', '国際', '世界', '海外'],
  ['財經', '财经', '經濟', '经济', '経済'],
  ['政治', '政事'],
  ['體育', '体育', '運動', '运动', 'スポーツ'],
  ['娛樂', '娱乐', 'エンタメ', '芸能'],
  ['社會', '社会'],
]

const groupOf: ReadonlyMap<string, readonly string[]> = new Map(
  groups.flatMap((names) => names.map((name) => [name, names] as const)),
)

/** The name used for a folded category. */
export const joinedCategory = (folded: string): string => groupOf.get(folded)?.[0] ?? folded

/** All names of a category, its own first: whoever looks for one of them means it. */
export function categoryNames(category: string): readonly string[] {
  const folded = category.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  const names = groupOf.get(folded) ?? []
  return [category, ...names.filter((name) => name !== folded)]
}

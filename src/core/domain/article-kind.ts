/** What an article is, as its headline, address or category tells. A report is everything else. */
export type ArticleKind = 'report' | 'live' | 'opinion' | 'sponsored' | 'release' | 'briefing'

/** What an article is, as its headline or address tells. A report is everything else. */
export type ArticleKind = 'report' | 'live' | 'opinion' | 'sponsored' | 'release' | 'briefing'

/** Words that newsrooms put at the front of a headline, or as a label in it. Compiled for Copytaster from what feeds show. */
const TITLES: readonly (readonly [ArticleKind, RegExp])[] = [
  [
    'sponsored',
    /^\s*(?:\[?(?:sponsored|advertorial|paid post|anzeige|werbung|publicidad|contenido patrocinado|publi-?r[ée]dactionnel)\]?\b|[【［[](?:PR|広告|廣告|广告|推廣|推广)[】］\]])/iu,
  ],
  ['release', /^\s*(?:press release|pressemitteilung|comunicado de prensa|communiqu[ée] de presse|新聞稿|新闻稿)\b/iu],
  [
    'live',
    /\blive\b\s*:|:\s*live\b|\blive[ -]?(?:blog|updates?|ticker|coverage)\b|\b(?:final|election|vote|match|game) live\b|\ben (?:directo|vivo)\b|\ben direct\b|(?:文字)?直播|實況|实况|ライブ速報/iu,
  ],
  [
    'opinion',
    /^\s*(?:opinion|comment|commentary|editorial|op-ed|letters?|kommentar|meinung|leitartikel|gastbeitrag|opini[oó]n|tribuna|editorial|columna|tribune)\s*[:|–—-]|^\s*[【［[](?:社説|社论|社論|コラム|评论|評論|投書)[】］\]]|^(?:社論|社论|社説|評論|评论)[：:／/]/iu,
  ],
  ['briefing', /\b(?:morning|evening|daily) (?:briefing|brief|digest|headlines)\b|^\s*(?:早報|晨報|早报|晨报)[：:]/iu],
]

const PATHS: readonly (readonly [ArticleKind, RegExp])[] = [
  ['live', /\/(?:live|liveblog|live-news|liveticker|en-directo|directo)(?:\/|-)/i],
  [
    'opinion',
    /\/(?:opinion|opinions|commentisfree|comment|editorial|editorials|letters|meinung|kommentar|kommentare|opinion-columns|tribuna)(?:\/|$)/i,
  ],
  ['sponsored', /\/(?:sponsored|advertorial|partner-content|branded-content|anzeige)(?:\/|$)/i],
  ['release', /\/(?:press-releases?|pressemitteilungen?)(?:\/|$)/i],
]

/** The kind of an article by its headline, else by its address. */
export function articleKind(title: string, url: string | null): ArticleKind {
  const byTitle = TITLES.find(([, pattern]) => pattern.test(title))
  if (byTitle !== undefined) return byTitle[0]
  return PATHS.find(([, pattern]) => url !== null && pattern.test(url))?.[0] ?? 'report'
}

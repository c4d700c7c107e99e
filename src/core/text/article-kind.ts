import type { ArticleKind } from '../domain/article-kind.ts'
import { isRoundup } from './roundup.ts'

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

const CATEGORIES: readonly (readonly [ArticleKind, RegExp])[] = [
  [
    'opinion',
    /^(?:opinion|opinions|comment|commentary|editorials?|op-ed|columns?|columnists?|letters|meinung|kommentare?|leitartikel|opini[oó]n|tribuna|columnas?|social comment|評論|评论|社論|社论|社説|コラム)$/iu,
  ],
  ['sponsored', /^(?:sponsored|advertorial|paid content|partner content|anzeige|werbung|publicidad|廣告|广告|広告)$/iu],
  [
    'release',
    /^(?:press releases?|pressemitteilung(?:en)?|comunicados?(?: de prensa)?|新聞稿|新闻稿|プレスリリース)$/iu,
  ],
  ['live', /^(?:live|live ?blog|live updates|liveticker|en directo|en vivo)$/iu],
]

/** How newsrooms mark an article that takes an earlier one back. Compiled for Copytaster. */
const CORRECTION =
  /^\W*(?:correct(?:ed|ion|s)|clarification|berichtig(?:t|ung)|korrigiert|korrektur|richtigstellung|correcci[oó]n|corrige|fe de errores|rectificaci[oó]n|rectificatif|correctif)(?!\p{L})|更正|修正[為为]|訂正/iu

/** Whether a headline says that the article corrects an earlier one. */
export const isMarkedCorrection = (title: string): boolean => CORRECTION.test(title)

/** The kind of an article by its headline, else by its address, else by its category. */
export function articleKind(title: string, url: string | null, category: string | null = null): ArticleKind {
  const first = (rules: readonly (readonly [ArticleKind, RegExp])[], text: string | null) =>
    text === null ? undefined : rules.find(([, pattern]) => pattern.test(text.trim()))?.[0]
  if (isRoundup(title)) return 'briefing'
  return first(TITLES, title) ?? first(PATHS, url) ?? first(CATEGORIES, category) ?? 'report'
}

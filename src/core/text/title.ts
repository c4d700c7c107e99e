import { foldText } from './words.ts'

/** Words before the headline proper, per language; separated from it by a colon, dash, bar or bracket. */
const PREFIXES = [
  'breaking(?: news)?|update(?: \\d+)?|updated|icymi|just in|exclusive|live(?: updates?| blog)?|watch|video|photos?|gallery|podcast',
  'opinion|analysis|explainer|fact check|alert|urgent|developing|correction|corrected|refile|rpt|wrapup \\d+|read|listen|poll',
  "eil(?:meldung)?|liveticker|exklusiv|kommentar|urgente?|ultima hora|en vivo|en direct|direct|exclusif|en bref|ultim'?ora",
  'срочно|молния|видео|фото|обновлено|эксклюзив',
  '快訊|快讯|突發|突发|獨家|独家|更新|直播|重磅|最新|影音|影|圖輯|图集|視頻|视频|速報|号外|動画|写真|独自|独占|特集|更新版|속보|단독|영상',
].join('|')
const PREFIX = new RegExp(
  `^\\s*(?:[\\[【〔(（<《]\\s*(?:${PREFIXES})\\s*[\\]】〕)）>》]|(?:${PREFIXES})\\s*[:：｜|／/!！–—-])\\s*`,
  'iu',
)
const HAN_PREFIX = /^\s*(?:快訊|快讯|速報|号外|突發|突发)[\s　]+/u

/** The last part of a headline, separated by a bar, or a dash with spaces. */
const SUFFIX = /^(.*\S)(\s*[|｜]\s*|\s+(?:-|–|—|::|»|·)\s+)([^|｜]{2,40})$/u

/** Typical words in names of newspapers, agencies and broadcasters. */
const PUBLISHER =
  /\b(?:reuters|bbc|cnn|nbc|cbs|abc|npr|afp|upi|nyt|wsj|ap|news|times|post|herald|tribune|journal|gazette|guardian|telegraph|daily|chronicle|bloomberg|forbes|techcrunch|zeitung|spiegel|tagesschau|le monde|figaro|el pais|observer|independent|press|magazine|radio|tv)\b|新聞|新闻|日報|日报|晚報|晚报|時報|时报|周刊|週刊|通訊社|通讯社|電視|网$|網$|ニュース|テレビ|放送|뉴스|일보|新社|риа|тасс|новости|газета|\.(?:com|net|org|ru|de|jp|tw|cn|co\.uk)$/u

/** Extensions of file names: two headlines that end in ".wmv" have nothing in common by that. */
const FILE_EXTENSION =
  /(?<=[\p{L}\p{N})])\.(?:avi|bmp|docx?|gif|jpe?g|m4[av]|mkv|mov|mp[34]|mpe?g|ogg|pdf|png|pptx?|tiff?|wav|webm|wmv|xlsx?|zip)(?![\p{L}\p{N}])/giu

/** A headline without what feeds add: "Breaking:" in front, " - Reuters" or "｜聯合新聞網" behind, ".jpg" behind a file name. */
export function normalizeTitle(title: string, sourceName: string | null = null): string {
  let bare = title.replace(/\s{2,}|[^\S ]/gu, ' ').trim()
  for (let rest = withoutPrefix(bare); rest !== bare; rest = withoutPrefix(bare)) bare = rest
  const own = withoutPublisher(bare, sourceName).replace(FILE_EXTENSION, '')
  return own.endsWith('.') || own.endsWith('…') ? own.replace(/\s*(?:\.{2,}|…)$/u, '') : own
}

function withoutPrefix(title: string): string {
  const rest = title.replace(PREFIX, '').replace(HAN_PREFIX, '')
  return rest.length >= 4 ? rest : title
}

/** Most headlines have none, and this check is faster than the full pattern. */
const SEPARATOR = /[|｜]|\s(?:[-–—»·]|::)\s/u

function withoutPublisher(title: string, sourceName: string | null): string {
  if (!SEPARATOR.test(title)) return title
  const found = SUFFIX.exec(title)
  if (found === null) return title
  const [, head, separator, tail] = found as unknown as [string, string, string, string]
  if (sourceName !== null && sameName(foldText(tail), foldText(sourceName))) return head
  return head.length >= tail.length && looksLikePublisher(foldText(tail), separator) ? head : title
}

function looksLikePublisher(tail: string, separator: string): boolean {
  if (tail.split(' ').length > 5) return false
  // A bar is always a separator; a dash may be part of the headline ("… - traders"), so there the name must look like a
  // publisher.
  return /[|｜]/u.test(separator) ? !/\p{Nd}/u.test(tail) : PUBLISHER.test(tail)
}

function sameName(tail: string, source: string): boolean {
  const a = tail.replace(/[^\p{L}\p{N}]/gu, '')
  const b = source.replace(/[^\p{L}\p{N}]/gu, '')
  return a !== '' && b !== '' && (a.includes(b) || b.includes(a))
}

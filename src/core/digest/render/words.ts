import type { ArticleKind } from '../../domain/article-kind.ts'
import type { DigestType } from '../../domain/digest.ts'
import type { FigureKind } from '../../domain/figure.ts'
import type { TrendTag } from '../../domain/topic.ts'
import type { Language } from './local-time.ts'

/** The interface texts of a digest in one language. Articles keep their own. */
export interface Words {
  /** As a `lang` attribute names it. */
  readonly tag: string
  readonly type: Readonly<Record<DigestType, string>>
  readonly topStories: string
  readonly noteworthy: string
  readonly alsoMentioned: string
  readonly health: string
  readonly contents: string
  readonly tabs: string
  readonly digest: string
  /** The name of the front page. */
  readonly notRead: string
  readonly other: string
  readonly counts: (articles: number, duplicates: number) => string
  readonly reading: (minutes: number) => string
  readonly legend: string
  readonly range: (from: string, to: string) => string
  readonly zone: (zone: string, offset: string) => string
  readonly byRank: string
  readonly quiet: string
  readonly newest: string
  readonly moreFrom: (items: number, name: string) => string
  readonly alsoIn: string
  /** "14 dead". */
  readonly figure: Readonly<Record<FigureKind, (value: string) => string>>
  readonly differ: string
  readonly correction: string
  readonly corrected: (when: string, was: string, source: string, now: string) => string
  readonly correctedHeadline: (when: string, was: string, source: string, now: string) => string
  readonly empty: string
  readonly trend: Readonly<Record<TrendTag, string>>
  readonly fromTo: (before: number, now: number) => string
  /** The score of an article, and the highest of its story. */
  readonly score: (score: number, best: number) => string
  readonly newsrooms: (newsrooms: number, reprints: number) => string
  /** In place of the number of newsrooms, beside a top story that only one tells. */
  readonly oneNewsroom: (reprints: number) => string
  readonly kind: Readonly<Record<Exclude<ArticleKind, 'report'>, string>>
  readonly more: (articles: number, names: readonly string[], hidden: number) => string
  readonly allArticles: (articles: number) => string
  readonly newSince: (articles: number, since: string) => string
  readonly uncertain: (day: string) => string
  readonly older: (day: string) => string
  readonly short: (items: number, limit: number) => string
  readonly sources: string
  readonly polls: (polled: number, successful: number, errors: number) => string
  readonly allWell: (polled: number, articles: number, duplicates: number) => string
  readonly namedAbove: string
  readonly above: string
  readonly trends: string
  readonly rate: (percent: string) => string
  readonly harvest: (articles: number, duplicates: number) => string
  readonly unhealthy: string
  readonly dead: string
  readonly emerging: string
  readonly declining: string
  readonly everythingRead: string
  /** Where no feed was asked: that nothing was published would be false. */
  readonly nothingPolled: string
  readonly made: string
  readonly leftOut: (items: number) => string
  readonly onThePage: string
  readonly unsubscribe: string
  readonly list: string
  readonly colon: string
  readonly comma: string
}

const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

const en: Words = {
  tag: 'en',
  type: { morning: 'Morning Brief', midday: 'Midday Update', evening: 'Evening Recap', weekly: 'Weekly Roundup' },
  topStories: 'Top Stories',
  noteworthy: 'Noteworthy',
  alsoMentioned: 'Also Mentioned',
  health: 'Feed Health Report',
  contents: 'In this digest',
  tabs: 'Tabs',
  digest: 'Front page',
  notRead: 'What was not read',
  other: 'Other',
  counts: (articles, duplicates) => `${plural(articles, 'article')} · ${plural(duplicates, 'duplicate')} removed`,
  reading: (minutes) => `${plural(minutes, 'minute')} to read`,
  legend:
    'T1 to T5: standing of a source, T1 the best · score: importance from 0 to 100 · newsrooms: outlets that report a story themselves, reprints apart',
  range: (from, to) => `${from} – ${to}`,
  zone: (zone, offset) => `times in ${zone} (UTC${offset})`,
  byRank: 'A quiet day: fewer than three stories reached 70, so the best ones lead.',
  quiet: 'A quiet day: fewer stories than usual are told by three newsrooms.',
  newest: 'Newest from your feeds',
  moreFrom: (items, name) => `${items} more from ${name}`,
  alsoIn: 'The same event',
  figure: {
    dead: (value) => `${value} dead`,
    injured: (value) => `${value} injured`,
    missing: (value) => `${value} missing`,
    evacuated: (value) => `${value} evacuated`,
    ill: (value) => `${value} ill`,
    magnitude: (value) => `magnitude ${value}`,
    seats: (value) => `${value} seats`,
    offer: (value) => `an offer of ${value}`,
  },
  differ: 'Newsrooms differ',
  correction: 'Correction',
  corrected: (when, was, source, now) => `at ${when} we carried ${was} (${source}); ${source} now says ${now}.`,
  correctedHeadline: (when, was, source, now) => `at ${when} we carried “${was}” (${source}); it now reads “${now}”.`,
  empty: 'Nothing was published in this time.',
  trend: { EMERGING: 'Emerging', TRENDING: 'Trending', FADING: 'Fading' },
  fromTo: (before, now) => `${before} → ${plural(now, 'article')}`,
  score: (score, best) => (score === best ? `score ${score}` : `score ${score}, highest of the story ${best}`),
  newsrooms: (newsrooms, reprints) =>
    plural(newsrooms, 'newsroom') + (reprints > 0 ? `, ${plural(reprints, 'reprint')}` : ''),
  oneNewsroom: (reprints) => `one newsroom so far${reprints > 0 ? `, ${plural(reprints, 'reprint')}` : ''}`,
  kind: {
    ...{ live: 'Live', opinion: 'Opinion', sponsored: 'Sponsored', release: 'Press release', briefing: 'Briefing' },
  },
  more: (articles, names, hidden) =>
    `${articles} more${names.length > 0 ? ` from ${names.join(', ')}` : ''}${hidden > 0 ? ` and ${plural(hidden, 'other')}` : ''}`,
  allArticles: (articles) => `The other ${plural(articles, 'article')}`,
  newSince: (articles, since) => `New since ${since}: ${plural(articles, 'article')}`,
  uncertain: (day) => `${day} (date uncertain)`,
  older: (day) => `from ${day}`,
  short: (items, limit) =>
    `${items} of ${limit}: the last seven days have nothing else that the digest before did not show.`,
  sources: 'Sources',
  polls: (polled, successful, errors) =>
    `${plural(polled, 'poll')}, ${successful} successful, ${plural(errors, 'error')}`,
  allWell: (polled, articles, duplicates) =>
    `All ${plural(polled, 'poll')} successful · ${plural(articles, 'new article')}, ${plural(duplicates, 'duplicate')} removed`,
  namedAbove: 'The feeds named in the report above.',
  above: 'above',
  trends: 'Topics that come and go',
  rate: (percent) => `Success rate ${percent}`,
  harvest: (articles, duplicates) => `${plural(articles, 'new article')}, ${plural(duplicates, 'duplicate')} removed`,
  unhealthy: 'Unhealthy feeds',
  dead: 'Dead feeds',
  emerging: 'Emerging topics',
  declining: 'Declining topics',
  everythingRead: 'Every feed was read.',
  nothingPolled: 'No feed was read in this time.',
  made: 'Chosen and put together by Copytaster, without a model; every sentence stands in the article it links to.',
  leftOut: (items) => `${plural(items, 'item')} left out here to keep the mail short.`,
  onThePage: 'Read the whole digest on its page',
  unsubscribe: 'Unsubscribe',
  list: ', ',
  colon: ': ',
  comma: ', ',
}

const zh: Words = {
  tag: 'zh-Hant',
  type: { morning: '早報', midday: '午報', evening: '晚報', weekly: '週報' },
  topStories: '頭條',
  noteworthy: '要聞',
  alsoMentioned: '簡訊',
  health: '來源狀況',
  contents: '本期內容',
  tabs: '分頁',
  digest: '頭版',
  notRead: '未能讀取',
  other: '其他',
  counts: (articles, duplicates) => `${articles} 篇文章 · 去除 ${duplicates} 篇重複`,
  reading: (minutes) => `閱讀約 ${minutes} 分鐘`,
  legend: 'T1 至 T5：來源等級，T1 最高 · 分數：重要性 0 至 100 · 編輯部：自行報導的媒體，轉載另計',
  range: (from, to) => `${from} 至 ${to}`,
  zone: (zone, offset) => `時間依 ${zone}（UTC${offset}）`,
  byRank: '今日新聞不多：不足三則達到 70 分，故以排名最前者為頭條。',
  quiet: '今日新聞不多：三家以上媒體報導的事件少於平日。',
  newest: '您訂閱來源的最新內容',
  moreFrom: (items, name) => `${name} 另有 ${items} 則`,
  alsoIn: '同一事件',
  figure: {
    dead: (value) => `${value} 人死亡`,
    injured: (value) => `${value} 人受傷`,
    missing: (value) => `${value} 人失蹤`,
    evacuated: (value) => `${value} 人疏散`,
    ill: (value) => `${value} 例`,
    magnitude: (value) => `規模 ${value}`,
    seats: (value) => `${value} 席`,
    offer: (value) => `報價 ${value}`,
  },
  differ: '各家數字不一',
  correction: '更正',
  corrected: (when, was, source, now) => `${when} 本刊載「${was}」（${source}）；${source} 現稱「${now}」。`,
  correctedHeadline: (when, was, source, now) => `${when} 本刊載「${was}」（${source}）；現為「${now}」。`,
  empty: '這段時間沒有文章。',
  trend: { EMERGING: '新起', TRENDING: '升溫', FADING: '降溫' },
  fromTo: (before, now) => `${before} → ${now} 篇`,
  score: (score, best) => (score === best ? `${score} 分` : `${score} 分（同一事件最高 ${best} 分）`),
  newsrooms: (newsrooms, reprints) => `${newsrooms} 家媒體${reprints > 0 ? `，${reprints} 篇轉載` : ''}`,
  oneNewsroom: (reprints) => `目前僅一家媒體報導${reprints > 0 ? `，${reprints} 篇轉載` : ''}`,
  kind: { live: '直播', opinion: '評論', sponsored: '廣告', release: '新聞稿', briefing: '新聞摘要' },
  more: (articles, names, hidden) =>
    `另有 ${articles} 篇${names.length > 0 ? `：${names.join('、')}` : ''}${hidden > 0 ? ` 等 ${names.length + hidden} 家` : ''}`,
  allArticles: (articles) => `其他 ${articles} 篇`,
  newSince: (articles, since) => `${since} 以來新增 ${articles} 篇`,
  uncertain: (day) => `${day}（日期不確定）`,
  older: (day) => `${day} 舊聞`,
  short: (items, limit) => `${limit} 則中僅有 ${items} 則，近七日已無其他上期未刊的文章。`,
  sources: '出處',
  polls: (polled, successful, errors) => `讀取 ${polled} 次，成功 ${successful}，錯誤 ${errors}`,
  allWell: (polled, articles, duplicates) =>
    `讀取 ${polled} 次均成功 · 新文章 ${articles} 篇，去除重複 ${duplicates} 篇`,
  namedAbove: '即上文所列來源。',
  above: '見上文',
  trends: '話題消長',
  rate: (percent) => `成功率 ${percent}`,
  harvest: (articles, duplicates) => `新文章 ${articles} 篇，去除重複 ${duplicates} 篇`,
  unhealthy: '不穩定的來源',
  dead: '已停止的來源',
  emerging: '新起話題',
  declining: '退燒話題',
  everythingRead: '所有來源均已讀取。',
  nothingPolled: '這段時間沒有讀取任何來源。',
  made: '由 Copytaster 選編，未使用語言模型；每句話都出自所連結的文章。',
  leftOut: (items) => `為縮短郵件，此處略去 ${items} 則。`,
  onThePage: '在網頁上閱讀全文',
  unsubscribe: '取消訂閱',
  list: '、',
  colon: '：',
  comma: ' ',
}

const ja: Words = {
  tag: 'ja',
  type: { morning: '朝刊', midday: '昼刊', evening: '夕刊', weekly: '週刊' },
  topStories: 'トップニュース',
  noteworthy: '注目',
  alsoMentioned: '短信',
  health: 'フィードの状態',
  contents: '目次',
  tabs: 'タブ',
  digest: '一面',
  notRead: '読めなかったもの',
  other: 'その他',
  counts: (articles, duplicates) => `記事 ${articles} 本 · 重複 ${duplicates} 本を除外`,
  reading: (minutes) => `読了まで約 ${minutes} 分`,
  legend: 'T1〜T5：媒体の格付け（T1 が最上位）· 点数：重要度 0〜100 · 編集部：独自に報じた媒体、転載は別に数える',
  range: (from, to) => `${from} ～ ${to}`,
  zone: (zone, offset) => `時刻は ${zone}（UTC${offset}）`,
  byRank: '静かな一日です。70 点に達した話題が三つに満たないため、上位のものを載せます。',
  quiet: '静かな一日です。三社以上が伝える話題がいつもより少なくなっています。',
  newest: '購読フィードの新着',
  moreFrom: (items, name) => `${name}：ほか ${items} 件`,
  alsoIn: '同じ出来事',
  figure: {
    dead: (value) => `死者 ${value} 人`,
    injured: (value) => `負傷 ${value} 人`,
    missing: (value) => `不明 ${value} 人`,
    evacuated: (value) => `避難 ${value} 人`,
    ill: (value) => `感染 ${value} 人`,
    magnitude: (value) => `M${value}`,
    seats: (value) => `${value} 議席`,
    offer: (value) => `提示額 ${value}`,
  },
  differ: '数字が食い違っています',
  correction: '訂正',
  corrected: (when, was, source, now) =>
    `${when} に「${was}」（${source}）と載せましたが、${source} は今「${now}」としています。`,
  correctedHeadline: (when, was, source, now) =>
    `${when} に「${was}」（${source}）と載せましたが、今は「${now}」です。`,
  empty: 'この時間帯の記事はありません。',
  trend: { EMERGING: '新出', TRENDING: '増加中', FADING: '減少中' },
  fromTo: (before, now) => `${before} → ${now} 本`,
  score: (score, best) => (score === best ? `${score} 点` : `${score} 点（同じ話題の最高 ${best} 点）`),
  newsrooms: (newsrooms, reprints) => `${newsrooms} 社${reprints > 0 ? `、転載 ${reprints} 本` : ''}`,
  oneNewsroom: (reprints) => `報じたのは今のところ一社${reprints > 0 ? `、転載 ${reprints} 本` : ''}`,
  kind: { live: 'ライブ', opinion: '論説', sponsored: '広告', release: 'プレスリリース', briefing: 'まとめ' },
  more: (articles, names, hidden) =>
    `ほかに ${articles} 本${names.length > 0 ? `（${names.join('、')}${hidden > 0 ? `ほか ${hidden} 社` : ''}）` : ''}`,
  allArticles: (articles) => `ほかの記事 ${articles} 本`,
  newSince: (articles, since) => `${since} 以降の新着 ${articles} 本`,
  uncertain: (day) => `${day}（日付不確実）`,
  older: (day) => `${day} の記事`,
  short: (items, limit) => `${limit} 本のうち ${items} 本。過去七日間に前号で未掲載の記事はほかにありません。`,
  sources: '出典',
  polls: (polled, successful, errors) => `取得 ${polled} 回、成功 ${successful}、エラー ${errors}`,
  allWell: (polled, articles, duplicates) =>
    `取得 ${polled} 回すべて成功 · 新しい記事 ${articles} 本、重複 ${duplicates} 本を除外`,
  namedAbove: '上に挙げたフィードです。',
  above: '上に掲載',
  trends: '話題の移り変わり',
  rate: (percent) => `成功率 ${percent}`,
  harvest: (articles, duplicates) => `新しい記事 ${articles} 本、重複 ${duplicates} 本を除外`,
  unhealthy: '不調のフィード',
  dead: '停止したフィード',
  emerging: '新しい話題',
  declining: '下火の話題',
  everythingRead: 'すべてのフィードを読みました。',
  nothingPolled: 'この時間帯に読んだフィードはありません。',
  made: 'Copytaster が言語モデルを使わずに編集しました。どの文もリンク先の記事にあります。',
  leftOut: (items) => `メールを短くするため、ここでは ${items} 件を省きました。`,
  onThePage: '全文をページで読む',
  unsubscribe: '配信停止',
  list: '、',
  colon: '：',
  comma: ' ',
}

const byLanguage: Readonly<Record<Language, Words>> = { en, zh, ja }

/** The interface texts of a language. */
export const wordsIn = (language: Language): Words => byLanguage[language]

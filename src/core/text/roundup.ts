/** How newsrooms head the piece that sums up many events of a day or week. Compiled by hand. */
const HEADS = [
  "(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|morning|midday|lunchtime|afternoon|evening|daily|weekly|weekend|news|today'?s|the)?\\s*(?:briefing|news ?brief|roundup|round-up|digest|newsletter|wrap-?up|headlines)",
  '(?:your|the) (?:morning|evening|day|week)(?: ahead| in \\w+)?',
  "(?:top|today'?s) (?:stories|news|headlines)|links? (?:of|for) \\w+|in (?:other|brief) news|news in brief|what (?:happened|we know) today",
  '(?:der|am) (?:morgen|mittag|abend|tag)(?: kompakt)?|(?:morgen|abend|tages|nachrichten)?(?:überblick|briefing|lage|news|übersicht)|das wichtigste(?: .{0,20})?',
  "l[ae] (?:matinale|journée|revue de presse)|les titres|l'essentiel|à la une",
  '(?:el|la) (?:resumen|repaso)(?: .{0,15})?|titulares(?: .{0,15})?|lo más (?:importante|destacado)|(?:buenos días|claves del día)',
  'главное(?: .{0,15})?|итоги (?:дня|недели)|новости (?:дня|к этому часу)',
].join('|')
const HEAD = new RegExp(`^\\s*(?:${HEADS})\\s*(?:[:：|｜–—-]|$)`, 'iu')

/** The same where words are not parted by spaces: a paper's name and "morning paper", then a bar, a date or a colon. */
const EAST_ASIAN =
  /^[^｜|:：]{0,8}(?:早報|早报|晚報|晚报|午報|午报|日報|日报|週報|周报|早安|要聞|要闻|快覽|朝刊|夕刊|まとめ|ダイジェスト|今日の(?:ニュース|主な)|모닝|브리핑)\s*(?:[｜|:：]|\d{1,2}月|$)/u

/** True for the title of a briefing or roundup: it names several events and tells none. */
export function isRoundup(title: string): boolean {
  return HEAD.test(title) || EAST_ASIAN.test(title)
}

/* Sentences of an article that say nothing about its story. Compiled for Copytaster from the habits of publishers in
   English, German, French, Chinese and Japanese. */

const ANYWHERE: readonly RegExp[] = [
  /\b(?:read|learn|see|find out) more\b.{0,40}$|^(?:continue|keep) reading\b|^click (?:here|to)\b|^(?:tap|swipe) (?:here|to)\b/iu,
  /\b(?:sign up|subscribe|register)\b.{0,60}\b(?:newsletter|free|now|today|here|updates?|account)\b|^(?:subscribe|sign up|log in)\b/iu,
  /^(?:follow|join|like|find) us\b|^share (?:this|on)\b|^(?:download|get) (?:the|our) app\b|^watch:|^listen:/iu,
  /\ball rights reserved\b|©|\bthis (?:site|website|page) uses cookies\b|\benable javascript\b|\bterms of (?:use|service)\b/iu,
  /\bappeared first on\b|\berschien zuerst (?:auf|bei|in)\b|\best apparu en premier sur\b|\b(?:originally|first) (?:published|appeared) (?:on|in|by|at)\b|\brepublished (?:from|under)\b/iu,
  /^\(?(?:additional )?(?:reporting|writing|editing|compiled) by\b|^(?:our standards|have a tip|related|see also|also read|more on this)\b[:：]?/iu,
  /^\(?(?:photo|image|picture|file photo|file picture|caption|credit|video|foto|bild|symbolbild|photo d'illustration)\b[^.]{0,12}[:：|/]|\b(?:getty images|shutterstock|picture alliance)\b/iu,
  /^(?:advertisement|sponsored|anzeige|werbung|publicité)\b/iu,
  /^(?:weiterlesen|mehr (?:dazu|zum thema)|lesen sie (?:auch|mehr)|zum artikel|hier klicken|jetzt (?:abonnieren|anmelden))\b/iu,
  /^(?:lire (?:la suite|aussi|également)|à lire(?: aussi)?|pour (?:lire|en savoir)|cliquez|abonnez-vous|inscrivez-vous)/iu,
  /^(?:[(（【〔]?(?:延伸閱讀|延伸阅读|相關新聞|相关新闻|相关阅读|推薦閱讀|更多新聞|更多(?:內容|内容|報導|报道)|閱讀(?:全文|更多)|阅读(?:全文|更多|原文)|看更多|點我|点击|點擊|請繼續往下|原文(?:網址|链接|出處)|責任編輯|责任编辑|編輯[:：]|编辑[:：]|核稿|訂閱|订阅|版權所有|版权所有|未經(?:授權|許可)|圖[:：／/]|图[:：／/]|▲|▼|資料照|廣告|加入.{0,12}(?:好友|會員)|追蹤我們|下載.{0,12}APP))/iu,
  /(?:版權所有|版权所有|不得轉載|禁止轉載|轉載請註明|无断转载|無断転載)/u,
  /^(?:[(（【〔■◆]?(?:続きを読む|関連記事|関連リンク|あわせて読みたい|この記事は(?:会員|有料)|会員限定|有料(?:記事|会員)|写真[:：]|画像[:：]|提供[:：]|広告|購読|ログイン|無料登録|詳しくは(?:こちら|、))|.{0,30}残り[:：]?\s?\d+\s?文字)/u,
]

const BYLINE =
  /^(?:by|von|par|por|text)[:：]?\s+\p{Lu}[\p{L}.'’-]+(?:\s+(?:and|und|et|\p{Lu}[\p{L}.'’-]*)){0,6}[.,]?(?:\s+(?:in|à|,)\s+\p{Lu}\p{L}+)?$/iu
const CJK_BYLINE =
  /^(?:文|撰文|作者|記者|记者|採訪|編譯|编译|取材|執筆)[:：／/\s]?.{1,24}(?:報導|报道|報道|綜合報導)?$/u
const UPDATED =
  /^(?:last )?(?:updated?|published|posted|stand|mis à jour|publié|更新|發布|发布|公開)[:：]?\s.{0,40}\d|^\d{4}[-/年.]\d{1,2}[-/月.]\d{1,2}/iu

/** True for lines about the page, the newspaper or the picture. */
export function isBoilerplate(sentence: string): boolean {
  if (ANYWHERE.some((pattern) => pattern.test(sentence))) return true
  if (sentence.length > 80) return false
  return BYLINE.test(sentence) || (CJK_BYLINE.test(sentence) && !/[。！？]$/u.test(sentence)) || UPDATED.test(sentence)
}

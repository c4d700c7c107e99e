/* Phrases by which a page says that the article is elsewhere: collected by hand from the pages of news sites, in the languages of
   the page. Each must be rare in articles: one is enough for a paywall, two for a consent page. */

/** In place of the rest of an article, or below its beginning. */
const PAYWALL =
  /subscribe (?:now |today )?to (?:continue|keep|read|unlock)|to continue reading,? (?:please )?(?:subscribe|log in|sign in|create|register)|(?:already|current) (?:a )?subscriber\?|this (?:article|story|content) is (?:for|available to|reserved for|exclusive to) (?:our )?(?:paying |premium )?(?:subscribers|members)|subscriber[- ]only (?:article|content|story)|unlock this article|jetzt (?:weiterlesen|freischalten)|weiterlesen mit|nur für abonnenten|exklusiv für abonnenten|bereits abonnent|(?:article|contenu) réservé (?:à nos |aux )abonnés|la suite est réservée|exclusivo para suscriptores|contenido para suscriptores|contenuto riservato agli abbonati|有料会員(?:限定|記事|になる)|会員限定(?:記事|です)|続きを(?:読むには|お読みいただくには)|この記事は有料|訂閱(?:後|會員)?(?:即可|才能|繼續)?閱讀|(?:登入|登录|登錄|注册|註冊|付費|付费)[^。\n]{0,8}(?:後|后)?(?:繼續|继续|解鎖|解锁)?(?:閱讀|阅读)(?:全文|更多|本文)?|付費會員專屬|本文(?:為|为)(?:付費|付费|會員|会员)|(?:구독자|유료) ?(?:전용|회원)/iu

/** On pages that ask for consent to cookies before they show anything. */
const CONSENT = [
  /(?:we|our partners|and our \d+ partners)[^.\n]{0,80}\b(?:use|store)[^.\n]{0,40}\bcookies/iu,
  /before you continue|bevor sie (?:fortfahren|zu)|avant (?:de continuer|d['’]accéder)|続行する前に|在繼續之前|在您继续之前/iu,
  /(?:accept|reject|allow|agree to) all|alle (?:akzeptieren|ablehnen)|tout (?:accepter|refuser)|すべて(?:同意|承認|拒否)|全部(?:接受|拒[絕绝])/iu,
  /(?:manage|cookie|privacy|consent) (?:preferences|settings|choices|options)|cookie-einstellungen|gérer (?:mes|les) (?:choix|cookies)|cookie ?の設定|管理(?:選項|选项)|隱私(?:設定|權政策)/iu,
  /legitimate interest|berechtigtes interesse|intérêt légitime|personali[sz]ed (?:ads|advertising)|personalisierte werbung/iu,
]

/** Whether a text says that the rest is for subscribers. */
export const hasPaywallSign = (text: string): boolean => PAYWALL.test(text)

/** Whether a text is about consent to cookies, not about news. */
export const isConsentText = (text: string): boolean => CONSENT.filter((sign) => sign.test(text)).length >= 2

const CONSENT_HOST = /^(?:consent|guce|cmp|privacy-?mgmt)\./

/** Whether an address is that of a consent page, to which sites redirect first. */
export const isConsentAddress = (url: string): boolean => CONSENT_HOST.test(new URL(url).hostname)

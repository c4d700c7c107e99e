import { words } from '../text/words.ts'

/** Words that are frequent in headlines and name no subject. Compiled by hand for Copytaster. */
const WORDS = `
new news newest latest live update updates updated breaking exclusive watch video videos photo photos picture pictures
gallery podcast interview opinion analysis explainer explained review report reports reported reporter correspondent
today yesterday tomorrow tonight morning evening night nights week weeks weekend month months year years day days hour hours minutes
monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
october november december jan feb apr jun jul aug sept oct nov dec mon tue thu fri gen sen rep gov dr mr mrs ms
people man woman men women first last next top best worst big bigger biggest thing things way ways
could would might amid says say said tell tells told announces announced announce reveals revealed reveal shows show
set sets here need needs know want wants good great better long high low major key ahead end ends start starts
part parts continue continues expected according including million billion thousand percent read subscribe newsletter editor staff
heute gestern morgen neue neuer neues neuen jahr jahre jahren tag tage woche wochen prozent millionen milliarden uhr
nouveau nouvelle nouveaux selon jour jours semaine ans annee annees mois aujourdhui hier
nuevo nueva nuevos nuevas segun hoy ayer dia dias semana semanas ano anos mes meses
nuovo nuova oggi ieri anno anni giorno giorni novo nova hoje ontem
montag dienstag mittwoch donnerstag freitag samstag sonntag montagabend wochenende januar februar märz april mai juni juli august
september oktober november dezember monat monate monaten monats jahrs stunde stunden minute minuten sekunden nacht abend mittag vormittag
nachmittag grad euro cent menschen personen leute mann männer frau frauen liveticker ticker überblick video fotos bilder
lundi mardi mercredi jeudi vendredi samedi dimanche janvier fevrier mars avril mai juin juillet aout septembre octobre novembre
decembre matin soir nuit heure heures minutes personnes degres mots photos
lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre
diciembre manana tarde noche hora horas minutos personas grados fin fotos
lunedi martedi mercoledi giovedi venerdi domenica gennaio febbraio maggio giugno luglio settembre ottobre dicembre ore persone
segunda terca quarta quinta sexta janeiro fevereiro marco maio junho julho setembro outubro dezembro pessoas vagas feira
cents degrees
новый новая новые новости сегодня вчера год года лет день дней неделя тысяч заявил сообщил рассказал
`
const KNOWN: ReadonlySet<string> = new Set(words(WORDS))

/** Phrases of Chinese and Japanese headlines and openings that name no subject. Compiled by hand for Copytaster. */
const PHRASES: ReadonlySet<string> = new Set(
  `記者 編輯 報導 報道 报道 综合报道 綜合報導 新聞 新闻 快訊 快讯 獨家 独家 最新 更新 直播 影音 圖輯 視頻 视频 今日 昨日 明日 今天 昨天
明天 今年 去年 明年 本月 本週 本周 上週 上周 下週 下周 今晚 昨晚 今早 清晨 第二天 第三天 日前 目前 目前為止 表示 指出 認為 认为 宣布 宣佈 公布 公佈 發布 发布 強調 强调 透露
曝光 回應 回应 證實 证实 民眾 民众 網友 网友 專家 专家 業者 我們 我们 他們 他们 可以 可能 需要 開始 开始 持續 持续 進行 进行 已經 已经
相關 相关 包括 其中 部分 方面 情況 情况 問題 问题 全球 世界 首次 第一 下午 上午 晚間 凌晨 時間 时间 外電 台北報導 北京報導 公斤
公里 公尺 公分 公噸 公頃 美元 日圓 日元 歐元 欧元 人民幣 人民币 億元 亿元 個月 个月 小時 小时 分鐘 分钟 升至 增至 降至 減至 减至 達到 达到 累計 累计 至少 已致 以上 以下 左右 連續 连续 預計 预计
記事 写真 動画 速報 特集 午前 午後 発表 明らか 見通し 関係者 同日 来年 今月 先月 来月 今回 最大 開催 開始 予定 可能性 必要 問題 状況 影響
人々 取材 コメント ニュース サービス システム メンバー データ イベント プロジェクト テレビ インタビュー スタート オープン トップ ランキング
まとめ 公開 配信 会見 説明 確認 実施 対応 検討 方針 万人 億円 万円 億元 万元 萬元 百分之 パーセント`
    .trim()
    .split(/\s+/),
)

/** True for a folded word of the news trade that names no subject. */
export function isLabelBoilerplate(word: string): boolean {
  return KNOWN.has(word) || PHRASES.has(word)
}

/** Words that name no one by themselves: money, offices, points of the compass. Compiled by hand for Copytaster. */
const GENERIC: ReadonlySet<string> = new Set(
  words(`dollar dollars euro euros yen yuan renminbi pound pounds sterling franc francs franken peso pesos rupee rupees ruble rouble
rubel real won krona krone zloty lira bitcoin bank banks banken banco bancos banque banques banca police polizei policia pm ceo cfo mp
mps gop north south east west northern southern eastern western president prime minister ministry chancellor mayor governor senator
secretary court supreme state states government parliament congress senate house council committee commission party church army navy
air force coast guard city county province university school hospital company group club team union internet web football rugby
soccer tennis golf basketball cricket ski kommission regierung gericht landgericht amtsgericht bundesgericht oberlandesgericht partei
verein gouvernement ministere ministro presidente gobierno tribunal audiencia partido estado senado congreso governo camara
election elections day vote christmas easter ramadan english tv dvd cd pc ap afp reuters dpa efe stock stocks market markets`),
)

/** Who acts or speaks in many stories. Compiled by hand for Copytaster. */
const OFFICES: ReadonlySet<string> = new Set(
  words(`leader leaders chief official officials spokesman spokeswoman critics experts scientists officer adviser advisers lawmakers
family president minister governor senator mayor secretary police`),
)

/** True for a folded word that names an office: it says less about a story than other words. */
export function isOffice(word: string): boolean {
  return OFFICES.has(word)
}

/** True for a folded word that is no name, though it may be written like one. */
export function isGeneric(word: string): boolean {
  return GENERIC.has(word) || OFFICES.has(word)
}

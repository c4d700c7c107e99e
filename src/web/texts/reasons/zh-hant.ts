import type { AnswerFailure } from '../../../http/contract/user-reasons.ts'
import type { Reasons } from './en.ts'

const whole = (n: number): string => n.toLocaleString('zh-Hant-TW')

function span(minutes: number): string {
  if (minutes < 60) return `${minutes} 分鐘`
  if (minutes >= 2880) return `${Math.round(minutes / 1440)} 天`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} 小時${rest === 0 ? '' : ` ${rest} 分鐘`}`
}

const average = (n: number | null): string => (n === null ? '' : `（平均每次 ${n} 篇新文章）`)

const HINTS = {
  ttl: '其 ttl',
  syndication: '其宣告的更新週期',
  cache_control: '其 Cache-Control 標頭',
  expires: '其 Expires 標頭',
  skip_hours: '其 skipHours',
  skip_days: '其 skipDays',
}

const LEFT = {
  recipientGone: '設定中已沒有此收件者',
  searchGone: '此搜尋已不再儲存',
  digestGone: '此摘要已不再儲存',
  alertOld: '此快訊已經過時',
}

const FAILURES: Readonly<Record<AnswerFailure, (status: number | null) => string>> = {
  timeout: () => '伺服器沒有及時回應',
  noServer: () => '沒有這個名稱的伺服器',
  connection: () => '無法連線到伺服器',
  tls: () => '無法與伺服器建立安全連線',
  http: (status) => `伺服器回應 ${status}`,
  document: () => '伺服器送來的內容無法讀取',
  redirects: () => '伺服器不斷轉址',
  forbiddenAddress: () => '網址指向私有網路',
  badUrl: () => '網址無效',
}

const TIER_FROM = { source: '由設定指定', registry: '見已知來源名單', default: '預設' }

export const reasonsInTraditionalChinese: Reasons = {
  state: {
    gone: () => '發布者表示已永久停止（410）',
    pollsFailed: ({ polls }) => `最近 ${polls} 次檢查皆失敗`,
    documentsFailed: ({ documents }) => `最近 ${documents} 份文件無法讀取`,
    shareFailed: ({ failed, polls, days }) => `${days} 天內 ${polls} 次檢查有 ${failed} 次失敗`,
    timedOut: ({ timeouts, polls }) => `最近 ${polls} 次檢查有 ${timeouts} 次逾時`,
    flooding: ({ leftOut, articlesPerDay, megabytesPerDay }) =>
      `每天超過 ${whole(articlesPerDay)} 篇文章或 ${whole(megabytesPerDay)} MB，已略過 ${whole(leftOut)} 個項目；可移除，或調高 fetch.max_articles_per_feed_per_day 或 fetch.max_stored_per_feed_per_day`,
    notPolled: () => '還沒有檢查過',
    notAnswered: () => '還沒有回應過',
    quiet: ({ days }) => `有回應，但 ${days} 天沒有新內容`,
    moved: () => '已永久搬移到其他網址，並從新網址讀取',
    answers: () => '回應正常',
    overdue: () => '已到檢查時間，但還沒有檢查',
  },
  notes: {
    malformed: (note) => `${note.days} 天內略過 ${whole(note.entries)} 個沒有標題和內文的項目`,
    cutOff: (note) => `最近一份文件有 ${whole(note.entries)} 個項目未儲存，只儲存最新的 ${whole(note.kept)} 個`,
  },
  visit: {
    crawl: () => '內容來自爬取結果，無需檢查',
    asked: () => '有讀者要求檢查',
    first: () => '還沒有檢查過',
    dead: () => '發布者表示已永久停止（410）；重新新增即可恢復',
    digest: () => '隨後有一份摘要，應包含最新文章',
    turnedOver: () => '上次檢查時全部都是新文章，其間可能有文章來了又消失',
    dormant: () => '兩週以上沒有新內容，每天檢查一次即可',
    kind: ({ minutes }) => `這類來源最初每 ${span(minutes)}檢查一次`,
    adaptive: ({ minutes, newPerPoll }) => `依過往經驗每 ${span(minutes)}檢查一次${average(newPerPoll)}`,
    predicted: ({ minutes, newPerPoll }) => `更新有規律，預計 ${span(minutes)}內有新文章${average(newPerPoll)}`,
    retryAfter: ({ minutes }) => `對方伺服器要求 ${span(minutes)}後再來`,
    slowDown: ({ minutes }) => `對方伺服器要求放慢，目前間隔 ${span(minutes)}`,
    failures: ({ polls, minutes }) =>
      `${polls === 1 ? '上次檢查失敗' : `最近 ${polls} 次檢查皆失敗`}，等待 ${span(minutes)}`,
    hint: ({ by, minutes }) => `${by === null ? '發布者' : HINTS[by]}要求兩次檢查間隔 ${span(minutes)}`,
    skipHours: ({ minutes }) => `發布者要求此時段不要讀取，等待 ${span(minutes)}`,
    skipDays: ({ minutes }) => `發布者要求今天不要讀取，等待 ${span(minutes)}`,
    soon: () => '幾秒內就會檢查。',
    justPolled: ({ minutes, againAfter }) => `${minutes} 分鐘前才檢查過，每次檢查後 ${againAfter} 分鐘才能再次檢查`,
  },
  score: {
    authority: ({ tier, tierFrom, answered }) =>
      `來源等級 ${tier}（共 5 級，1 級最高；${TIER_FROM[tierFrom]}）；對該來源的檢查有 ${answered}% 得到回應`,
    recency: ({ hours, halvesEvery, dateUncertain }) =>
      `${hours} 小時前；${halvesEvery === null ? '不計時間' : `每 ${halvesEvery} 小時減半`}${dateUncertain ? '；日期不確定，因此減分' : ''}`,
    corroboration: ({ newsrooms, tiers }) =>
      newsrooms === 1 ? '目前僅一家媒體報導' : `${newsrooms} 家媒體各自報導，分屬 ${tiers} 個等級`,
    relevance: ({ likeness }) =>
      likeness === null ? '中性，因為還沒有了解您的興趣' : `與您的興趣相似度 ${likeness}，最高為 1`,
    depth: ({ words, hasData, hasList, hasReference, isPartial }) => {
      const has = [hasData && '資料', hasList && '清單', hasReference && '引用'].filter(Boolean)
      return `${whole(words)} 詞${has.length === 0 ? '' : `，含${has.join('、')}`}${isPartial ? '；來源只給出開頭，因此減分' : ''}`
    },
  },
  failures: FAILURES,
  advice: {
    gone: (because) => `${because}，不會再有內容`,
    otherAddress: () => '該網址現在是一個網頁，其中列有另一個來源',
    neverAnswered: (because) => `${because}，而且從未回應過，網址可能有誤`,
    failing: (because) => because,
    slow: (because) => because,
    tooMuch: (because) => because,
    quiet: (because) => because,
  },
  finding: {
    oldNode: ({ version }) => `Node ${version} 版本過舊。`,
    clockBehind: ({ at }) => `時鐘有誤，顯示為 ${at}。`,
    clockAhead: ({ at }) => `時鐘曾經偏快，或現在偏慢：有來源的檢查時間為 ${at}。`,
    deliveriesInDoubt: ({ deliveries }) => `${deliveries} 次寄送待確認。`,
    diskLow: ({ gigabytes }) => `磁碟將滿，僅剩 ${gigabytes} GB。`,
    secretsMissing: ({ channels }) => `無法讀取密碼或權杖：${channels.join('、')}。`,
  },
  cure: {
    oldNode: ({ least }) => `請安裝 Node ${least} 或更新版本。`,
    clockBehind: () => '請校正時鐘，或與時間伺服器同步。',
    clockAhead: () => '若時鐘現已正確，無需處理：來源會按時檢查，當時讀取的內容保留其日期。',
    deliveriesInDoubt: () => '請詢問讀者是否收到。',
    diskLow: () => '請在資料庫檔案所在處騰出空間。',
    secretsMissing: () => '請在寄送摘要的環境中設定，或更正設定中的 delivery。',
  },
  delivery: {
    sent: () => '已寄送',
    sending: () => '正在寄送',
    failed: () => '未能寄送',
    abandoned: () => '沒有送達，不再寄送',
    inDoubt: () => '是否送達不明，不會自動重新寄送',
  },
  user: {
    readerExists: ({ name }) => `已有名為「${name}」的讀者，請換一個名字。`,
    readerGone: () => '該讀者已不存在。',
    firstReaderStays: ({ name }) => `${name} 是首位讀者，不能移除。`,
    badName: ({ name, most }) => `「${name}」不能當作名字：最多 ${most} 個字母、數字和 . _ @ + -，並以字母或數字開頭。`,
    badPassword: ({ least, most }) => `密碼須有 ${least} 到 ${whole(most)} 個字元。`,
    notInPack: () => '有一個網址不屬於任何套組，請以來源新增。',
    tooManyRules: ({ most }) => `已有 ${most} 條規則，請先移除一條。`,
    tooManyFollowed: ({ most }) => `已追蹤 ${most} 則事件，請先取消一則。`,
    tooManyTabs: ({ most }) => `已有 ${most} 個分頁，請先移除一個。`,
    tooManySearches: ({ most }) => `已儲存 ${most} 個搜尋，請先移除一個。`,
    tabOfSettings: () => '此分頁來自設定檔，請在檔案中修改。',
    tabHasShared: () => '此分頁中有所有讀者共用的來源，請先移到別處。',
    noTab: ({ tab }) => `沒有分頁「${tab}」，請先新增。`,
    noChannel: ({ channel }) => `無法透過 ${channel} 寄送給您。`,
    cannotSendAgain: ({ left }) => `無法重新寄送：${LEFT[left]}。`,
    settledMeanwhile: () => '此事已由他人處理。',
    notInDoubt: () => '此次寄送的結果已經明確。',
    nothingRead: ({ failure, status }) => `無法讀取該網址：${FAILURES[failure](status)}。`,
    noFeedFound: ({ tried }) => `試過 ${tried} 個網址，沒有找到來源。請直接填寫來源的網址。`,
    ownSource: () => '此來源只屬於您，移除即可停止訂閱。',
    sourceOfSettings: () => '此來源來自設定檔，供所有讀者使用。可以隱藏，或從檔案中移除。',
    sourceOfAll: () => '所有讀者共用此來源，請改為隱藏。',
    cutPassword: () => '網址中的密碼含有 /、# 或 ?，請寫成 %2F、%23 和 %3F。',
    noWebAddress: () => '這不是網址，須以 http:// 或 https:// 開頭。',
    crawlSource: () => '此來源來自爬取結果，無需檢查。',
    goneForGood: () => '發布者表示此來源已永久停止。重新新增即可恢復。',
    importRunning: () => '另一項匯入正在進行，請等待其結束。',
    fileTooLarge: ({ megabytes }) => `檔案超過 ${megabytes} MB，請分割。`,
    notOpml: () => '檔案不是 OPML。請將來源匯出為 OPML 後重試。',
    tooManyOutlines: ({ most }) => `檔案超過 ${whole(most)} 個項目，請分割。`,
    tooDeep: ({ line, most }) => `第 ${line} 行：資料夾巢狀超過 ${most} 層，請減少層級。`,
    notStarred: () => '檔案不是收藏文章的匯出檔。',
    tooManyStarred: ({ most }) => `檔案超過 ${whole(most)} 篇文章，請分割。`,
    notJson: () => '檔案不是 JSON，請重新匯出收藏的文章。',
    storyTooOld: ({ days }) => `超過 ${days} 天的文章，所屬事件不再變動。`,
    aloneInStory: () => '此事件只有這一篇文章，無從移出。',
    oneArticle: () => '這是同一篇文章。',
    onlyAdministrator: () => '這由所有讀者共用，只有管理員可以操作。',
    searchMinus: ({ field, fields }) => `不支援 -${field}:，只能排除詞語和 ${fields}。`,
    searchNoValue: ({ field }) => `${field}: 後面需要填寫內容。`,
    searchEmpty: () => '請至少輸入一個搜尋詞。',
    searchOr: () => 'OR 須放在兩個搜尋詞之間。',
    searchNoWord: ({ field, value }) => `${field}: 後面需要詞語，不能是「${value}」。`,
    searchTooLong: ({ most, length }) => `搜尋最多 ${whole(most)} 個字元，現有 ${whole(length)} 個。`,
    searchCut: ({ word }) => `「${word}」後面沒有內容。`,
    searchQuote: ({ phrase }) => `「${phrase}」前的引號沒有關閉。`,
    searchTooMany: ({ most, parts }) => `搜尋最多 ${most} 個詞語和條件，現有 ${parts} 個。`,
    searchNoField: ({ name, fields }) => `沒有欄位「${name}」，只有 ${fields}。若要搜尋該詞，請加引號。`,
    searchDate: ({ field, value }) =>
      `${field}: 須為日期（如 2026-11-15）或多久以前（如 24h、7d、2w），不能是「${value}」。`,
    searchTab: ({ tab, tabs }) => `沒有分頁「${tab}」，只有 ${tabs}。`,
    searchNoTabs: ({ tab }) => `沒有分頁「${tab}」，也沒有其他分頁。`,
  },
  clamped: '；發布者要求的間隔過長，未予採信',
}

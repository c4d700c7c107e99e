import type { AnswerFailure } from '../../../http/contract/user-reasons.ts'
import type { Reasons } from './en.ts'

const whole = (n: number): string => n.toLocaleString('zh-Hans-CN')

function span(minutes: number): string {
  if (minutes < 60) return `${minutes} 分钟`
  if (minutes >= 2880) return `${Math.round(minutes / 1440)} 天`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} 小时${rest === 0 ? '' : ` ${rest} 分钟`}`
}

const average = (n: number | null): string => (n === null ? '' : `（平均每次 ${n} 篇新文章）`)

const HINTS = {
  ttl: '其 ttl',
  syndication: '其声明的更新周期',
  cache_control: '其 Cache-Control 标头',
  expires: '其 Expires 标头',
  skip_hours: '其 skipHours',
  skip_days: '其 skipDays',
}

const LEFT = {
  recipientGone: '设置中已没有此收件方',
  searchGone: '此搜索已不再保存',
  digestGone: '此简报已不再保存',
  alertOld: '此快讯已经过时',
}

const FAILURES: Readonly<Record<AnswerFailure, (status: number | null) => string>> = {
  timeout: () => '服务器没有及时响应',
  noServer: () => '没有这个名称的服务器',
  connection: () => '无法连接服务器',
  tls: () => '无法与服务器建立安全连接',
  http: (status) => `服务器返回 ${status}`,
  document: () => '服务器发来的内容无法读取',
  redirects: () => '服务器不断跳转',
  forbiddenAddress: () => '网址指向私有网络',
  badUrl: () => '网址无效',
}

const TIER_FROM = { source: '由设置指定', registry: '见已知来源名单', default: '默认' }

export const reasonsInSimplifiedChinese: Reasons = {
  state: {
    gone: () => '发布方表示已永久停止（410）',
    pollsFailed: ({ polls }) => `最近 ${polls} 次检查均失败`,
    documentsFailed: ({ documents }) => `最近 ${documents} 份文档无法读取`,
    shareFailed: ({ failed, polls, days }) => `${days} 天内 ${polls} 次检查有 ${failed} 次失败`,
    timedOut: ({ timeouts, polls }) => `最近 ${polls} 次检查有 ${timeouts} 次超时`,
    flooding: ({ leftOut, articlesPerDay, megabytesPerDay }) =>
      `每天超过 ${whole(articlesPerDay)} 篇文章或 ${whole(megabytesPerDay)} MB，已略去 ${whole(leftOut)} 个条目；可移除，或调高 fetch.max_articles_per_feed_per_day 或 fetch.max_stored_per_feed_per_day`,
    notPolled: () => '还没有检查过',
    notAnswered: () => '还没有响应过',
    quiet: ({ days }) => `有响应，但 ${days} 天没有新内容`,
    moved: () => '已永久迁移到其他网址，并从新网址读取',
    answers: () => '响应正常',
    overdue: () => '已到检查时间，但还没有检查',
  },
  notes: {
    malformed: (note) => `${note.days} 天内跳过 ${whole(note.entries)} 个没有标题和正文的条目`,
    cutOff: (note) => `最近一份文档有 ${whole(note.entries)} 个条目未保存，只保存最新的 ${whole(note.kept)} 个`,
  },
  visit: {
    crawl: () => '内容来自抓取结果，无需检查',
    asked: () => '有读者要求检查',
    first: () => '还没有检查过',
    dead: () => '发布方表示已永久停止（410）；重新添加可恢复',
    digest: () => '随后有一份简报，应包含最新文章',
    turnedOver: () => '上次检查时全部都是新文章，其间可能有文章来了又消失',
    dormant: () => '两周以上没有新内容，每天检查一次即可',
    kind: ({ minutes }) => `此类订阅源最初每 ${span(minutes)}检查一次`,
    adaptive: ({ minutes, newPerPoll }) => `按以往经验每 ${span(minutes)}检查一次${average(newPerPoll)}`,
    predicted: ({ minutes, newPerPoll }) => `更新有规律，预计 ${span(minutes)}内有新文章${average(newPerPoll)}`,
    retryAfter: ({ minutes }) => `对方服务器要求 ${span(minutes)}后再来`,
    slowDown: ({ minutes }) => `对方服务器要求放慢，现在间隔 ${span(minutes)}`,
    failures: ({ polls, minutes }) =>
      `${polls === 1 ? '上次检查失败' : `最近 ${polls} 次检查均失败`}，等待 ${span(minutes)}`,
    hint: ({ by, minutes }) => `${by === null ? '发布方' : HINTS[by]}要求两次检查间隔 ${span(minutes)}`,
    skipHours: ({ minutes }) => `发布方要求此时段不要读取，等待 ${span(minutes)}`,
    skipDays: ({ minutes }) => `发布方要求今天不要读取，等待 ${span(minutes)}`,
    soon: () => '几秒内就会检查。',
    justPolled: ({ minutes, againAfter }) => `${minutes} 分钟前刚检查过，每次检查后 ${againAfter} 分钟才能再次检查`,
  },
  score: {
    authority: ({ tier, tierFrom, answered }) =>
      `来源等级 ${tier}（共 5 级，1 级最高；${TIER_FROM[tierFrom]}）；其订阅源的检查有 ${answered}% 得到响应`,
    recency: ({ hours, halvesEvery, dateUncertain }) =>
      `${hours} 小时前；${halvesEvery === null ? '不计时间' : `每 ${halvesEvery} 小时减半`}${dateUncertain ? '；日期不确定，因此减分' : ''}`,
    corroboration: ({ newsrooms, tiers }) =>
      newsrooms === 1 ? '目前仅一家媒体报道' : `${newsrooms} 家媒体各自报道，分属 ${tiers} 个等级`,
    relevance: ({ likeness }) =>
      likeness === null ? '中性，因为还没有了解您的兴趣' : `与您的兴趣相似度 ${likeness}，最高为 1`,
    depth: ({ words, hasData, hasList, hasReference, isPartial }) => {
      const has = [hasData && '数据', hasList && '列表', hasReference && '引用'].filter(Boolean)
      return `${whole(words)} 词${has.length === 0 ? '' : `，含${has.join('、')}`}${isPartial ? '；订阅源只给出开头，因此减分' : ''}`
    },
  },
  failures: FAILURES,
  advice: {
    gone: (because) => `${because}，不会再有内容`,
    otherAddress: () => '该网址现在是一个网页，其中列有另一个订阅源',
    neverAnswered: (because) => `${because}，而且从未响应过，网址可能有误`,
    failing: (because) => because,
    slow: (because) => because,
    tooMuch: (because) => because,
    quiet: (because) => because,
  },
  finding: {
    oldNode: ({ version }) => `Node ${version} 版本过旧。`,
    clockBehind: ({ at }) => `时钟有误，显示为 ${at}。`,
    clockAhead: ({ at }) => `时钟曾经偏快，或现在偏慢：有订阅源的检查时间为 ${at}。`,
    deliveriesInDoubt: ({ deliveries }) => `${deliveries} 次发送待确认。`,
    diskLow: ({ gigabytes }) => `磁盘将满，仅剩 ${gigabytes} GB。`,
    secretsMissing: ({ channels }) => `无法读取密码或令牌：${channels.join('、')}。`,
  },
  cure: {
    oldNode: ({ least }) => `请安装 Node ${least} 或更新版本。`,
    clockBehind: () => '请校准时钟，或与时间服务器同步。',
    clockAhead: () => '若时钟现已正确，无需处理：订阅源会按时检查，当时读取的内容保留其日期。',
    deliveriesInDoubt: () => '请询问读者是否收到。',
    diskLow: () => '请在数据库文件所在处腾出空间。',
    secretsMissing: () => '请在发送简报的环境中设置，或更正设置中的 delivery。',
  },
  delivery: {
    sent: () => '已发送',
    sending: () => '正在发送',
    failed: () => '未能发送',
    abandoned: () => '没有送达，不再发送',
    inDoubt: () => '是否送达不明，不会自动重新发送',
  },
  user: {
    readerExists: ({ name }) => `已有名为“${name}”的读者，请换一个名字。`,
    readerGone: () => '该读者已不存在。',
    firstReaderStays: ({ name }) => `${name} 是首位读者，不能移除。`,
    badName: ({ name, most }) => `“${name}”不能用作名字：最多 ${most} 个字母、数字和 . _ @ + -，并以字母或数字开头。`,
    badPassword: ({ least, most }) => `密码须有 ${least} 到 ${whole(most)} 个字符。`,
    notInPack: () => '有一个网址不属于任何合集，请作为订阅源添加。',
    tooManyRules: ({ most }) => `已有 ${most} 条规则，请先移除一条。`,
    tooManyFollowed: ({ most }) => `已关注 ${most} 个事件，请先取消一个。`,
    tooManyTabs: ({ most }) => `已有 ${most} 个标签页，请先移除一个。`,
    tooManySearches: ({ most }) => `已保存 ${most} 个搜索，请先移除一个。`,
    tabOfSettings: () => '此标签页来自设置文件，请在文件中修改。',
    tabHasShared: () => '此标签页中有所有读者共用的订阅源，请先移到别处。',
    noTab: ({ tab }) => `没有标签页“${tab}”，请先添加。`,
    noChannel: ({ channel }) => `无法通过 ${channel} 发送给您。`,
    cannotSendAgain: ({ left }) => `无法重新发送：${LEFT[left]}。`,
    settledMeanwhile: () => '此事已由他人处理。',
    notInDoubt: () => '此次发送的结果已经明确。',
    nothingRead: ({ failure, status }) => `无法读取该网址：${FAILURES[failure](status)}。`,
    noFeedFound: ({ tried }) => `试过 ${tried} 个网址，没有找到订阅源。请直接填写订阅源的网址。`,
    ownSource: () => '此订阅源只属于您，移除即可停止订阅。',
    sourceOfSettings: () => '此订阅源来自设置文件，供所有读者使用。可以隐藏，或从文件中移除。',
    sourceOfAll: () => '所有读者共用此订阅源，请改为隐藏。',
    cutPassword: () => '网址中的密码含有 /、# 或 ?，请写成 %2F、%23 和 %3F。',
    noWebAddress: () => '这不是网址，须以 http:// 或 https:// 开头。',
    crawlSource: () => '此订阅源来自抓取结果，无需检查。',
    goneForGood: () => '发布方表示此订阅源已永久停止。重新添加可恢复。',
    importRunning: () => '另一项导入正在进行，请等待其结束。',
    fileTooLarge: ({ megabytes }) => `文件超过 ${megabytes} MB，请拆分。`,
    notOpml: () => '文件不是 OPML。请将订阅源导出为 OPML 后重试。',
    tooManyOutlines: ({ most }) => `文件超过 ${whole(most)} 个条目，请拆分。`,
    tooDeep: ({ line, most }) => `第 ${line} 行：文件夹嵌套超过 ${most} 层，请减少层级。`,
    notStarred: () => '文件不是收藏文章的导出。',
    tooManyStarred: ({ most }) => `文件超过 ${whole(most)} 篇文章，请拆分。`,
    notJson: () => '文件不是 JSON，请重新导出收藏的文章。',
    storyTooOld: ({ days }) => `超过 ${days} 天的文章，所属事件不再改变。`,
    aloneInStory: () => '此事件只有这一篇文章，无从移出。',
    oneArticle: () => '这是同一篇文章。',
    onlyAdministrator: () => '这由所有读者共用，只有管理员可以操作。',
    searchMinus: ({ field, fields }) => `不支持 -${field}:，只能排除词语和 ${fields}。`,
    searchNoValue: ({ field }) => `${field}: 后面需要填写内容。`,
    searchEmpty: () => '请至少输入一个搜索词。',
    searchOr: () => 'OR 须放在两个搜索词之间。',
    searchNoWord: ({ field, value }) => `${field}: 后面需要词语，不能是“${value}”。`,
    searchTooLong: ({ most, length }) => `搜索最多 ${whole(most)} 个字符，现有 ${whole(length)} 个。`,
    searchCut: ({ word }) => `“${word}”后面没有内容。`,
    searchQuote: ({ phrase }) => `“${phrase}”前的引号没有闭合。`,
    searchTooMany: ({ most, parts }) => `搜索最多 ${most} 个词语和条件，现有 ${parts} 个。`,
    searchNoField: ({ name, fields }) => `没有字段“${name}”，只有 ${fields}。若要搜索该词，请加引号。`,
    searchDate: ({ field, value }) =>
      `${field}: 须为日期（如 2026-11-15）或多久以前（如 24h、7d、2w），不能是“${value}”。`,
    searchTab: ({ tab, tabs }) => `没有标签页“${tab}”，只有 ${tabs}。`,
    searchNoTabs: ({ tab }) => `没有标签页“${tab}”，也没有其他标签页。`,
  },
  clamped: '；发布方要求的间隔过长，未予采信',
}

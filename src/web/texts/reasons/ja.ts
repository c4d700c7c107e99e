import type { AnswerFailure } from '../../../http/contract/user-reasons.ts'
import type { Reasons } from './en.ts'

const whole = (n: number): string => n.toLocaleString('ja-JP')

function span(minutes: number): string {
  if (minutes < 60) return `${minutes} 分`
  if (minutes >= 2880) return `${Math.round(minutes / 1440)} 日`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} 時間${rest === 0 ? '' : ` ${rest} 分`}`
}

const average = (n: number | null): string => (n === null ? '' : `（1 回あたり新着 ${n} 本）`)

const HINTS = {
  ttl: 'フィードの ttl',
  syndication: 'フィードの更新周期',
  cache_control: 'Cache-Control ヘッダー',
  expires: 'Expires ヘッダー',
  skip_hours: 'フィードの skipHours',
  skip_days: 'フィードの skipDays',
}

const LEFT = {
  recipientGone: '設定にこの宛先がもうありません',
  searchGone: 'この検索はもう保存されていません',
  digestGone: 'このダイジェストはもう保存されていません',
  alertOld: 'この速報はもう古くなっています',
}

const FAILURES: Readonly<Record<AnswerFailure, (status: number | null) => string>> = {
  timeout: () => 'サーバーが時間内に応答しませんでした',
  noServer: () => 'その名前のサーバーはありません',
  connection: () => 'サーバーに接続できません',
  tls: () => 'サーバーと安全に接続できません',
  http: (status) => `サーバーの応答は ${status} でした`,
  document: () => 'サーバーから届いた内容を読み取れません',
  redirects: () => 'サーバーが転送を繰り返しています',
  forbiddenAddress: () => 'URL がプライベートネットワークを指しています',
  badUrl: () => 'URL が正しくありません',
}

const TIER_FROM = { source: '設定による', registry: '既知の情報源の一覧による', default: '既定' }

export const reasonsInJapanese: Reasons = {
  state: {
    gone: () => '配信元が配信終了としています（410）',
    pollsFailed: ({ polls }) => `直近 ${polls} 回の取得に失敗しました`,
    documentsFailed: ({ documents }) => `直近 ${documents} 回分の文書を読み取れませんでした`,
    shareFailed: ({ failed, polls, days }) => `${days} 日間の取得 ${polls} 回のうち ${failed} 回が失敗しました`,
    timedOut: ({ timeouts, polls }) => `直近 ${polls} 回の取得のうち ${timeouts} 回が時間切れになりました`,
    flooding: ({ leftOut, articlesPerDay, megabytesPerDay }) =>
      `一日に記事 ${whole(articlesPerDay)} 本または ${whole(megabytesPerDay)} MB を超えるため、${whole(leftOut)} 件を省きました。削除するか、fetch.max_articles_per_feed_per_day または fetch.max_stored_per_feed_per_day を大きくしてください`,
    notPolled: () => 'まだ取得していません',
    notAnswered: () => 'まだ応答がありません',
    quiet: ({ days }) => `応答はありますが、${days} 日間新着がありません`,
    moved: () => '別の URL に移転し、そちらから取得しています',
    answers: () => '応答しています',
    overdue: () => '取得の時刻を過ぎましたが、まだ取得していません',
  },
  notes: {
    malformed: (note) => `${note.days} 日間に、題名も本文もない ${whole(note.entries)} 件を省きました`,
    cutOff: (note) =>
      `直近の文書の ${whole(note.entries)} 件は保存していません。保存するのは新しい ${whole(note.kept)} 件だけです`,
  },
  visit: {
    crawl: () => 'クロール結果から読み込むため、取得はしません',
    asked: () => '読者の求めによる取得です',
    first: () => 'まだ取得していません',
    dead: () => '配信元が配信終了としています（410）。再開するには追加し直してください',
    digest: () => 'この直後のダイジェストに最新の記事を入れるためです',
    turnedOver: () => '前回の取得ではすべてが新着で、その間に消えた記事があるかもしれないためです',
    dormant: () => '二週間以上新着がないため、一日一回にしています',
    kind: ({ minutes }) => `この種類のフィードは ${span(minutes)}ごとの取得から始めます`,
    adaptive: ({ minutes, newPerPoll }) => `これまでの実績から ${span(minutes)}ごとです${average(newPerPoll)}`,
    predicted: ({ minutes, newPerPoll }) =>
      `更新が規則的で、${span(minutes)}以内に次の記事が見込まれます${average(newPerPoll)}`,
    retryAfter: ({ minutes }) => `相手のサーバーから ${span(minutes)}待つよう求められました`,
    slowDown: ({ minutes }) => `相手のサーバーから間隔を空けるよう求められ、いまは ${span(minutes)}ごとにしています`,
    failures: ({ polls, minutes }) =>
      `${polls === 1 ? '前回の取得' : `直近 ${polls} 回の取得`}に失敗したため、${span(minutes)}待ちます`,
    hint: ({ by, minutes }) => `${by === null ? '配信元' : HINTS[by]}が ${span(minutes)}以上の間隔を求めています`,
    skipHours: ({ minutes }) => `配信元がこの時間帯の取得を控えるよう求めているため、${span(minutes)}待ちます`,
    skipDays: ({ minutes }) => `配信元がこの日の取得を控えるよう求めているため、${span(minutes)}待ちます`,
    soon: () => '数秒以内に取得します。',
    justPolled: ({ minutes, againAfter }) =>
      `${minutes} 分前に取得したばかりです。次は前回の取得から ${againAfter} 分後に可能です`,
  },
  score: {
    authority: ({ tier, tierFrom, answered }) =>
      `情報源のランクは 5 段階中 ${tier}（1 が最上位、${TIER_FROM[tierFrom]}）。フィードの取得の ${answered}% に応答がありました`,
    recency: ({ hours, halvesEvery, dateUncertain }) =>
      `${hours} 時間前の記事。${halvesEvery === null ? '古さは考慮しません' : `${halvesEvery} 時間ごとに半減します`}${dateUncertain ? '。日付が不確かなため低めです' : ''}`,
    corroboration: ({ newsrooms, tiers }) =>
      newsrooms === 1
        ? '報じたのは今のところ一社です'
        : `${newsrooms} 社がそれぞれ報じています（${tiers} 段階のランク）`,
    relevance: ({ likeness }) =>
      likeness === null ? '好みがまだ分からないため中立です' : `好みとの近さは ${likeness}（最大 1）`,
    depth: ({ words, hasData, hasList, hasReference, isPartial }) => {
      const has = [hasData && 'データ', hasList && 'リスト', hasReference && '出典'].filter(Boolean)
      return `${whole(words)} 語${has.length === 0 ? '' : `、${has.join('・')}あり`}${isPartial ? '。フィードには冒頭しかないため低めです' : ''}`
    },
  },
  failures: FAILURES,
  advice: {
    gone: (because) => `${because}。今後の配信はありません`,
    otherAddress: () => '代わりにウェブページが返され、そこに別のフィードが示されています',
    neverAnswered: (because) => `${because}。一度も応答がないため、URL が間違っているかもしれません`,
    failing: (because) => because,
    slow: (because) => because,
    tooMuch: (because) => because,
    quiet: (because) => because,
  },
  finding: {
    oldNode: ({ version }) => `Node ${version} は古すぎます。`,
    clockBehind: ({ at }) => `時計が合っていません（${at} になっています）。`,
    clockAhead: ({ at }) => `時計が進んでいたか、いま遅れています。${at} に取得したフィードがあります。`,
    deliveriesInDoubt: ({ deliveries }) => `届いたかどうか分からない配信が ${deliveries} 件あります。`,
    diskLow: ({ gigabytes }) => `ディスクの空きが残り ${gigabytes} GB です。`,
    secretsMissing: ({ channels }) => `パスワードまたはトークンを読み取れません（${channels.join('、')}）。`,
  },
  cure: {
    oldNode: ({ least }) => `Node ${least} 以降をインストールしてください。`,
    clockBehind: () => '時計を合わせるか、時刻サーバーと同期させてください。',
    clockAhead: () =>
      'いまの時計が正しければ、何もする必要はありません。フィードは時間どおりに取得し、その時に読んだものの日付はそのままです。',
    deliveriesInDoubt: () => '届いたかどうか、読者に確かめてください。',
    diskLow: () => 'データベースファイルのある場所に空きを作ってください。',
    secretsMissing: () => 'ダイジェストを送る環境で設定するか、設定の delivery を直してください。',
  },
  delivery: {
    sent: () => '送信済み',
    sending: () => '送信中',
    failed: () => '送信できませんでした',
    abandoned: () => '届かず、再送もしません',
    inDoubt: () => '届いたかどうか不明です。自動では再送しません',
  },
  user: {
    readerExists: ({ name }) => `「${name}」という名前の読者がすでにいます。別の名前にしてください。`,
    readerGone: () => 'この読者はもう登録されていません。',
    firstReaderStays: ({ name }) => `${name} は最初の読者のため、削除できません。`,
    badName: ({ name, most }) =>
      `「${name}」は名前に使えません。文字、数字、. _ @ + - を ${most} 字まで使え、先頭は文字か数字です。`,
    badPassword: ({ least, most }) => `パスワードは ${least} 文字から ${whole(most)} 文字までです。`,
    notInPack: () => 'どのパックにもない URL があります。フィードとして追加してください。',
    tooManyRules: ({ most }) => `ルールがすでに ${most} 件あります。先に一件削除してください。`,
    tooManyFollowed: ({ most }) => `すでに ${most} 件の話題をフォローしています。先に一件外してください。`,
    tooManyTabs: ({ most }) => `タブがすでに ${most} 個あります。先に一つ削除してください。`,
    tooManySearches: ({ most }) => `検索がすでに ${most} 件保存されています。先に一件削除してください。`,
    tabOfSettings: () => 'このタブは設定ファイルのものです。ファイルで変更してください。',
    tabHasShared: () => 'このタブには全員のフィードが入っています。先に別のタブへ移してください。',
    noTab: ({ tab }) => `「${tab}」というタブはありません。先に追加してください。`,
    noChannel: ({ channel }) => `${channel} では届けられません。`,
    cannotSendAgain: ({ left }) => `再送できません。${LEFT[left]}。`,
    settledMeanwhile: () => 'すでに処理されています。',
    notInDoubt: () => 'この配信の結果はすでに分かっています。',
    nothingRead: ({ failure, status }) => `読み込めませんでした。${FAILURES[failure](status)}。`,
    noFeedFound: ({ tried }) =>
      `${tried} 件の URL を調べましたが、フィードは見つかりません。フィードの URL を直接入力してください。`,
    ownSource: () => 'このフィードはあなただけのものです。購読をやめるには削除してください。',
    sourceOfSettings: () =>
      'このフィードは設定ファイルにある全員のものです。非表示にするか、ファイルから削除してください。',
    sourceOfAll: () => 'このフィードは全員のものです。代わりに非表示にしてください。',
    cutPassword: () => 'URL のパスワードに / # ? が含まれています。%2F、%23、%3F と書いてください。',
    noWebAddress: () => 'ウェブの URL ではありません。http:// か https:// で始めてください。',
    crawlSource: () => 'このフィードはクロール結果から読み込むため、取得はできません。',
    goneForGood: () => '配信元がこのフィードを終了しています。再開するには追加し直してください。',
    importRunning: () => '別の取り込みが進行中です。終わるまでお待ちください。',
    fileTooLarge: ({ megabytes }) => `ファイルが ${megabytes} MB を超えています。分割してください。`,
    notOpml: () => 'OPML ファイルではありません。フィードを OPML で書き出してください。',
    tooManyOutlines: ({ most }) => `ファイルの項目が ${whole(most)} 件を超えています。分割してください。`,
    tooDeep: ({ line, most }) =>
      `${line} 行目：フォルダーが ${most} 段より深く入れ子になっています。浅くしてください。`,
    notStarred: () => 'スター付き記事の書き出しファイルではありません。',
    tooManyStarred: ({ most }) => `記事が ${whole(most)} 本を超えています。分割してください。`,
    notJson: () => 'JSON ファイルではありません。スター付き記事を書き出し直してください。',
    storyTooOld: ({ days }) => `${days} 日より古い記事の話題は変更できません。`,
    aloneInStory: () => 'この話題にはこの記事しかありません。',
    oneArticle: () => '同じ記事です。',
    onlyAdministrator: () => '全員で共有しているため、管理者だけが行えます。',
    searchMinus: ({ field, fields }) => `-${field}: は使えません。除外できるのは語句と ${fields} だけです。`,
    searchNoValue: ({ field }) => `${field}: の後に値を入れてください。`,
    searchEmpty: () => '検索する語句を一つ以上入力してください。',
    searchOr: () => 'OR は二つの語句の間に置いてください。',
    searchNoWord: ({ field, value }) => `${field}: の後には語句が必要です（「${value}」は使えません）。`,
    searchTooLong: ({ most, length }) => `検索は ${whole(most)} 文字までです（現在 ${whole(length)} 文字）。`,
    searchCut: ({ word }) => `「${word}」の後に何もありません。`,
    searchQuote: ({ phrase }) => `「${phrase}」の前の引用符が閉じられていません。`,
    searchTooMany: ({ most, parts }) => `検索の語句と条件は ${most} 個までです（現在 ${parts} 個）。`,
    searchNoField: ({ name, fields }) =>
      `「${name}」という項目はありません。使えるのは ${fields} です。語句として探すには引用符で囲んでください。`,
    searchDate: ({ field, value }) =>
      `${field}: には 2026-11-15 のような日付か、24h、7d、2w のような期間を入れてください（「${value}」は使えません）。`,
    searchTab: ({ tab, tabs }) => `「${tab}」というタブはありません。あるのは ${tabs} です。`,
    searchNoTabs: ({ tab }) => `「${tab}」というタブはありません。タブは一つもありません。`,
  },
  clamped: '。配信元の求める間隔は長すぎるため、そのままは採用していません',
}

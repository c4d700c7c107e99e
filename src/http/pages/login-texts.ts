import type { LoginWords } from '../../core/digest/render/render-login.ts'
import type { UserError } from '../../core/domain/user-error.ts'
import { acceptedLanguages, type Language, loadTexts, preferredLanguage } from '../../web/texts/texts.ts'
import type { Refusal } from '../refusal.ts'

/** The words of the pages to log in and to set up, which are rendered by the server alone. */
interface LoginTexts extends LoginWords {
  readonly noPassword: string
  readonly wrongLogin: string
  readonly tooManyLogins: (seconds: number) => string
  readonly nothingToSetUp: string
  readonly usedLink: string
}

const TEXTS: Readonly<Record<Language, Omit<LoginTexts, 'language'>>> = {
  en: {
    logIn: 'Log in',
    name: 'Name',
    password: 'Password',
    setUpTitle: 'Set up Copytaster',
    yourName: 'Your name',
    aPassword: 'A password',
    passwordRule: 'At least 8 characters.',
    setUp: 'Set up',
    noPassword:
      'No password has been set yet: open the set-up link that “copytaster serve” printed when it started, or run “copytaster readers password”.',
    wrongLogin: 'Name and password do not match.',
    tooManyLogins: (seconds) => `Too many failed logins: try again in ${seconds} s.`,
    nothingToSetUp: 'Nothing to set up',
    usedLink: 'This link has been used, or belongs to an earlier start of the server.',
  },
  de: {
    logIn: 'Anmelden',
    name: 'Name',
    password: 'Passwort',
    setUpTitle: 'Copytaster einrichten',
    yourName: 'Eigener Name',
    aPassword: 'Neues Passwort',
    passwordRule: 'Mindestens 8 Zeichen.',
    setUp: 'Einrichten',
    noPassword:
      'Es ist noch kein Passwort gesetzt: den Link öffnen, den „copytaster serve“ beim Start ausgegeben hat, oder „copytaster readers password“ ausführen.',
    wrongLogin: 'Name und Passwort passen nicht zusammen.',
    tooManyLogins: (seconds) => `Zu viele fehlgeschlagene Anmeldungen: bitte in ${seconds} s noch einmal versuchen.`,
    nothingToSetUp: 'Nichts einzurichten',
    usedLink: 'Dieser Link wurde schon benutzt oder gehört zu einem früheren Start des Servers.',
  },
  'zh-Hant': {
    logIn: '登入',
    name: '名字',
    password: '密碼',
    setUpTitle: '設定 Copytaster',
    yourName: '您的名字',
    aPassword: '新密碼',
    passwordRule: '至少 8 個字元。',
    setUp: '完成設定',
    noPassword: '尚未設定密碼：請開啟「copytaster serve」啟動時顯示的設定連結，或執行「copytaster readers password」。',
    wrongLogin: '名字與密碼不符。',
    tooManyLogins: (seconds) => `登入失敗次數過多，請於 ${seconds} 秒後再試。`,
    nothingToSetUp: '沒有需要設定的項目',
    usedLink: '此連結已使用過，或屬於伺服器先前的啟動。',
  },
  'zh-Hans': {
    logIn: '登录',
    name: '名字',
    password: '密码',
    setUpTitle: '设置 Copytaster',
    yourName: '您的名字',
    aPassword: '新密码',
    passwordRule: '至少 8 个字符。',
    setUp: '完成设置',
    noPassword: '尚未设置密码：请打开“copytaster serve”启动时显示的设置链接，或运行“copytaster readers password”。',
    wrongLogin: '名字与密码不符。',
    tooManyLogins: (seconds) => `登录失败次数过多，请在 ${seconds} 秒后再试。`,
    nothingToSetUp: '没有需要设置的内容',
    usedLink: '此链接已使用过，或属于服务器先前的启动。',
  },
  ja: {
    logIn: 'ログイン',
    name: '名前',
    password: 'パスワード',
    setUpTitle: 'Copytaster の初期設定',
    yourName: 'あなたの名前',
    aPassword: '新しいパスワード',
    passwordRule: '8 文字以上。',
    setUp: '設定する',
    noPassword:
      'パスワードがまだ設定されていません。「copytaster serve」の起動時に表示された設定用リンクを開くか、「copytaster readers password」を実行してください。',
    wrongLogin: '名前とパスワードが一致しません。',
    tooManyLogins: (seconds) => `ログインの失敗が多すぎます。${seconds} 秒後にやり直してください。`,
    nothingToSetUp: '設定するものはありません',
    usedLink: 'このリンクは使用済みか、以前に起動したサーバーのものです。',
  },
}

/** The words for a browser, by what it prefers. */
export function loginTexts(acceptLanguage: string | undefined): LoginTexts {
  const language = preferredLanguage(acceptedLanguages(acceptLanguage ?? ''))
  return { language, ...TEXTS[language] }
}

/** Why somebody is not logged in. */
export function refusedLogin(texts: LoginTexts, { code, headers, message }: Refusal): string {
  if (code === 'wrong_login') return texts.wrongLogin
  return code === 'too_many_logins' ? texts.tooManyLogins(Number(headers['retry-after'])) : message
}

/** Why a name or a password cannot be used. */
export async function refusedSetUp({ language }: LoginTexts, { reason, message }: UserError): Promise<string> {
  const { user } = (await loadTexts[language as Language]()).reasons
  return reason === null ? `${message}.` : (user[reason.code] as (values: typeof reason) => string)(reason)
}

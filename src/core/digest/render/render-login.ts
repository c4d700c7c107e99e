import { html, type Markup, markupText, nothing } from './markup.ts'
import { formPage } from './page.ts'

/** The words of these pages in one language. */
export interface LoginWords {
  /** As a tag of BCP 47. */
  readonly language: string
  readonly logIn: string
  readonly name: string
  readonly password: string
  readonly setUpTitle: string
  readonly yourName: string
  readonly aPassword: string
  readonly passwordRule: string
  readonly setUp: string
}

/** What the login page shows besides its form. */
export interface LoginPage {
  /** The name that was tried before. */
  readonly name: string
  /** Where to go afterwards. */
  readonly next: string | null
  /** What was wrong. */
  readonly notice: string | null
}

/** The page to log in on. Without script: it works in every browser. */
export function renderLogin(words: LoginWords, { name, next, notice }: LoginPage): string {
  return markupText(
    formPage(
      words.language,
      words.logIn,
      html`${noticeLine(notice)}<form class="form" method="post" action="/login">
${next === null ? nothing : html`<input type="hidden" name="next" value="${next}">\n`}<p><label for="name">${words.name}</label>
<input id="name" name="name" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="64" required></p>
<p><label for="password">${words.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required></p>
<p><button>${words.logIn}</button></p>
</form>`,
    ),
  )
}

/** What the set-up page shows besides its form. */
export interface SetupPage {
  readonly key: string
  readonly name: string
  readonly notice: string | null
}

/** The page on which the first reader chooses a name and a password. */
export function renderSetup(words: LoginWords, { key, name, notice }: SetupPage): string {
  return markupText(
    formPage(
      words.language,
      words.setUpTitle,
      html`${noticeLine(notice)}<form class="form" method="post" action="/setup">
<input type="hidden" name="key" value="${key}">
<p><label for="name">${words.yourName}</label>
<input id="name" name="name" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="64" required></p>
<p><label for="password">${words.aPassword}</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="8" maxlength="1024" aria-describedby="rule" required></p>
<p class="small" id="rule">${words.passwordRule}</p>
<p><button>${words.setUp}</button></p>
</form>`,
    ),
  )
}

/** A page that says why something was refused, and where to go on. */
export function renderRefused({ language, logIn }: LoginWords, title: string, notice: string): string {
  return markupText(
    formPage(
      language,
      title,
      html`<p class="notice" role="alert">${notice}</p>
<p class="notice"><a href="/login">${logIn}</a></p>`,
    ),
  )
}

const noticeLine = (notice: string | null): Markup =>
  notice === null ? nothing : html`<p class="notice" role="alert">${notice}</p>\n`

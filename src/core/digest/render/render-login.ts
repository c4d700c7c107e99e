import { html, type Markup, markupText, nothing } from './markup.ts'
import { formPage } from './page.ts'

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
export function renderLogin({ name, next, notice }: LoginPage): string {
  return markupText(
    formPage(
      'Log in',
      html`${noticeLine(notice)}<form class="form" method="post" action="/login">
${next === null ? nothing : html`<input type="hidden" name="next" value="${next}">\n`}<p><label for="name">Name</label>
<input id="name" name="name" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="64" required></p>
<p><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required></p>
<p><button>Log in</button></p>
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
export function renderSetup({ key, name, notice }: SetupPage): string {
  return markupText(
    formPage(
      'Set up Copytaster',
      html`${noticeLine(notice)}<form class="form" method="post" action="/setup">
<input type="hidden" name="key" value="${key}">
<p><label for="name">Your name</label>
<input id="name" name="name" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="64" required></p>
<p><label for="password">A password</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="8" maxlength="1024" aria-describedby="rule" required></p>
<p class="small" id="rule">At least 8 characters.</p>
<p><button>Set up</button></p>
</form>`,
    ),
  )
}

/** A page that says why something was refused, and where to go on. */
export function renderRefused(title: string, words: string): string {
  return markupText(
    formPage(
      title,
      html`<p class="notice" role="alert">${words}</p>
<p class="notice"><a href="/login">Log in</a></p>`,
    ),
  )
}

const noticeLine = (notice: string | null): Markup =>
  notice === null ? nothing : html`<p class="notice" role="alert">${notice}</p>\n`

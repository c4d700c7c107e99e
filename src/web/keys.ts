import type { Items } from './items.ts'
import type { Page } from './page.ts'
import type { Texts } from './texts/texts.ts'
import { articleAt, type Trail } from './trail.ts'

/** One key, or two in a row, and what they do. */
export interface KeyBinding {
  readonly keys: string
  readonly says: (t: Texts) => string
  readonly run: (deps: KeyDeps) => void
}

export interface KeyDeps {
  readonly page: Page
  readonly items: Items
  readonly trail: Trail
  readonly document: Document
  readonly showHelp: () => void
}

const goTo = (keys: string, path: string, place: keyof Texts['nav']): KeyBinding => ({
  keys,
  says: (t) => t.keys.goTo(String(t.nav[place])),
  run: ({ page }) => page.location.go(path),
})

/** A button or link of the screen that carries the key itself. */
const press = (keys: string, says: KeyBinding['says']): KeyBinding => ({
  keys,
  says,
  run: ({ document }) => document.querySelector<HTMLElement>(`[data-key="${keys}"]`)?.click(),
})

/** All keys of the page: the table that `?` shows is this one. */
export const KEYS: readonly KeyBinding[] = [
  { keys: 'j', says: (t) => t.keys.next, run: (deps) => move(deps, 1, false) },
  { keys: 'k', says: (t) => t.keys.previous, run: (deps) => move(deps, -1, false) },
  { keys: 'n', says: (t) => t.keys.nextUnread, run: (deps) => move(deps, 1, true) },
  { keys: 'p', says: (t) => t.keys.previousUnread, run: (deps) => move(deps, -1, true) },
  { keys: 'o', says: (t) => t.keys.open, run: open },
  { keys: 'v', says: (t) => t.keys.original, run: openOriginal },
  { keys: 'm', says: (t) => t.keys.read, run: toggleRead },
  { keys: 's', says: (t) => t.keys.save, run: toggleSaved },
  { keys: 'u', says: (t) => t.keys.undo, run: ({ page }) => page.actions.undo() },
  press('a', (t) => t.keys.markAll),
  press('.', (t) => t.keys.refresh),
  press('f', (t) => t.article.fullText),
  press('t', (t) => t.keys.story),
  press('w', (t) => t.keys.why),
  press('c', (t) => t.article.copyMarkdown),
  press('l', (t) => t.article.listen),
  { keys: '/', says: (t) => t.keys.search, run: toSearch },
  { keys: 'b', says: (t) => t.keys.back, run: ({ page }) => page.location.back() },
  { keys: '?', says: (t) => t.keys.help, run: ({ showHelp }) => showHelp() },
  goTo('g t', '/', 'today'),
  goTo('g l', '/latest', 'latest'),
  goTo('g s', '/saved', 'saved'),
  goTo('g /', '/search', 'search'),
  goTo('g f', '/feeds', 'feeds'),
  goTo('g d', '/digests', 'digests'),
  goTo('g u', '/tuning', 'tuning'),
  goTo('g e', '/settings', 'settings'),
]

/** Listens to the keyboard; keys typed into a field are the field's. */
export function listenToKeys(deps: KeyDeps): void {
  let pending = ''
  deps.document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return
    const typed = pending === '' ? event.key : `${pending} ${event.key}`
    pending = ''
    const binding = KEYS.find(({ keys }) => keys === typed)
    if (binding !== undefined) {
      event.preventDefault()
      binding.run(deps)
    } else if (KEYS.some(({ keys }) => keys.startsWith(`${typed} `))) {
      pending = typed
      event.preventDefault()
    }
  })
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT|DIALOG)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type))

/** Moves the focus through the items of the screen; within an article, to the one beside it in the list it was opened from. */
function move(deps: KeyDeps, step: 1 | -1, onlyUnread: boolean): void {
  const { items, page, trail } = deps
  const reading = articleAt(page.location.place.peek().path)
  if (reading !== null) {
    const beside = trail.beside(reading, step, onlyUnread)
    // In place of this one, so that the way back leads to the list.
    if (beside !== null) page.location.go(`/articles/${beside}`, { replaces: true })
    return
  }
  const all = items.all()
  const current = items.current()
  const at = current === null ? -1 : all.indexOf(current)
  const isWanted = (element: HTMLElement) => {
    const item = items.of(element)
    return item !== null && (!onlyUnread || item.articles.some((article) => !page.states.of(article).peek().read))
  }
  const rest = step === 1 ? all.slice(at + 1) : all.slice(0, Math.max(at, 0)).reverse()
  const next = rest.find(isWanted)
  if (next !== undefined) items.focus(next)
  else if (step === 1) (document.querySelector<HTMLElement>('.end button') ?? document.body).focus()
}

const currentItem = ({ items }: KeyDeps) => {
  const element = items.current()
  return element === null ? null : items.of(element)
}

function open(deps: KeyDeps): void {
  const item = currentItem(deps)
  if (item !== null) deps.page.location.go(`/articles/${item.article.id}`)
}

/** Of the focused item; else of the article that is being read. */
function openOriginal(deps: KeyDeps): void {
  const url = currentItem(deps)?.article.url ?? deps.document.querySelector<HTMLAnchorElement>('[data-original]')?.href
  if (url != null) deps.document.defaultView?.open(url, '_blank', 'noopener,noreferrer')
}

function toggleRead(deps: KeyDeps): void {
  const item = currentItem(deps)
  const { actions, states } = deps.page
  if (item === null) {
    clickButton(deps, 1)
    return
  }
  const isRead = states.of(item.article).peek().read
  if (item.story !== null && !isRead) actions.readStory(item.story, item.articles)
  else actions.setRead(item.article, !isRead)
}

function toggleSaved(deps: KeyDeps): void {
  const item = currentItem(deps)
  const { actions, states } = deps.page
  if (item === null) {
    clickButton(deps, 0)
    return
  }
  actions.setSaved(item.article, !states.of(item.article).peek().saved)
}

/** The article that is being read has its buttons at its head. */
const clickButton = ({ document }: KeyDeps, at: number): void =>
  document.querySelectorAll<HTMLElement>('.text-head .buttons button')[at]?.click()

function toSearch({ page, document }: KeyDeps): void {
  if (focusSearch(document)) return
  page.location.go('/search')
  focusWhenShown(document, MOST_FRAMES)
}

/** How long the screen may take to be rendered: a second, and several on a busy machine, where frames are longer. */
const MOST_FRAMES = 60

function focusWhenShown(document: Document, frames: number): void {
  requestAnimationFrame(() => {
    if (!focusSearch(document) && frames > 1) focusWhenShown(document, frames - 1)
  })
}

function focusSearch(document: Document): boolean {
  const field = document.querySelector<HTMLInputElement>('#q')
  field?.focus()
  return field !== null
}

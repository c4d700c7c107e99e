import { useState } from 'preact/hooks'
import type { listArticles } from '../../http/contract/articles.ts'
import type { listRules } from '../../http/contract/rules.ts'
import { pathOf } from '../api.ts'
import type { Answer } from '../api-types.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { userWords } from '../reason-words.ts'
import { RULES_PATH, useRulesChanged } from '../use-rules.ts'
import { Examples } from './examples.tsx'
import { ShowLoaded } from './loaded.tsx'
import { RuleForm } from './rule-form.tsx'

/** What the rules mute, newest first. */
const MUTED_PATH = pathOf('/articles', { muted: true, limit: 20 })

type Rule = Answer<typeof listRules>['items'][number]

/** What the reader never wants to see, and what they do not want to miss. */
export function Rules() {
  const { data } = usePage()
  const t = useTexts().tuning
  return (
    <section class="section" aria-labelledby="rules">
      <h2 id="rules">{t.rules}</h2>
      <p class="facts">{t.rulesHint}</p>
      <ShowLoaded of={useData<typeof listRules>(RULES_PATH)} retry={() => void data.reload(RULES_PATH)}>
        {({ items }) => (
          <>
            {items.length === 0 && <p>{t.noRules}</p>}
            <ul class="plain rows">
              {items.map((rule) => (
                <RuleLine key={rule.id} rule={rule} />
              ))}
            </ul>
            {items.some(({ kind }) => kind === 'mute') && <Muted />}
          </>
        )}
      </ShowLoaded>
      <h3 class="part">{t.addRule}</h3>
      <RuleForm rule={null} onDone={() => {}} />
    </section>
  )
}

function RuleLine({ rule }: { readonly rule: Rule }) {
  const { actions, call, notices } = usePage()
  const texts = useTexts()
  const t = texts.tuning
  const changed = useRulesChanged()
  const [isOpen, setOpen] = useState(false)
  const { id, kind, query, problem, problemReason } = rule
  async function putBack(): Promise<void> {
    notices.dismiss()
    await actions.attempt(() => call('POST', RULES_PATH, { kind, query }))
    changed()
  }
  async function remove(): Promise<void> {
    const done = await actions.attempt(async () => {
      await call('DELETE', `${RULES_PATH}/${id}`)
      return true
    })
    if (done !== null) notices.tell(t.ruleRemoved, () => void putBack())
    changed()
  }
  if (isOpen)
    return (
      <li class="row">
        <RuleForm rule={rule} onDone={() => setOpen(false)} />
      </li>
    )
  return (
    <li class="row">
      <span class="grow">
        <b>{t.kind[kind]}</b>{' '}
        <a href={pathOf('/search', { q: query })} dir="auto">
          {query}
        </a>
        {problem !== null && <span class="wrong">{userWords(texts, problemReason, problem)}</span>}
      </span>
      <button type="button" onClick={() => setOpen(true)}>
        {t.edit}
        <span class="unseen"> {query}</span>
      </button>
      <button type="button" onClick={() => void remove()}>
        {t.remove}
        <span class="unseen"> {query}</span>
      </button>
    </li>
  )
}

/** What is muted at the moment, for who wonders what they miss. */
function Muted() {
  const t = useTexts().tuning
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="unfold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.muted}</summary>
      {isOpen && <MutedList />}
    </details>
  )
}

function MutedList() {
  const t = useTexts().tuning
  return (
    <ShowLoaded of={useData<typeof listArticles>(MUTED_PATH)}>
      {({ items }) => (items.length === 0 ? <p class="facts">{t.nothingMuted}</p> : <Examples articles={items} />)}
    </ShowLoaded>
  )
}

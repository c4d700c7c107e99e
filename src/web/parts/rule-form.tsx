import { useState } from 'preact/hooks'
import type { addRule, changeRule, dryRunRule, listRules } from '../../http/contract/rules.ts'
import { send } from '../api.ts'
import type { Answer } from '../api-types.ts'
import { usePage, useTexts } from '../page.ts'
import { RULES_PATH, useRulesChanged } from '../use-rules.ts'
import { useSubmit } from '../use-submit.ts'
import { Examples } from './examples.tsx'
import { Field } from './field.tsx'

type Rule = Answer<typeof listRules>['items'][number]
type DryRun = Answer<typeof dryRunRule>

const KINDS = ['mute', 'highlight'] as const

interface RuleFormProps {
  /** The rule that is changed; null for a new one. */
  readonly rule: Rule | null
  readonly onDone: () => void
}

/** Writes a rule: first shows what it would touch, then keeps it. */
export function RuleForm({ rule, onDone }: RuleFormProps) {
  const { call } = usePage()
  const t = useTexts()
  const { problem, isBusy, run, tell } = useSubmit()
  const changed = useRulesChanged()
  const [kind, setKind] = useState<Rule['kind']>(rule?.kind ?? 'mute')
  const [query, setQuery] = useState(rule?.query ?? '')
  const [tried, setTried] = useState<DryRun | null>(null)
  const id = `rule-${rule?.id ?? 'new'}`
  async function dryRun(): Promise<void> {
    if (query.trim() === '') return tell(t.tuning.queryMissing)
    setTried(await run(() => send<typeof dryRunRule>(call, 'POST', `${RULES_PATH}/dry-run`, { query: query.trim() })))
  }
  async function keep(): Promise<void> {
    const body = { kind, query: query.trim() }
    const work = () =>
      rule === null
        ? send<typeof addRule>(call, 'POST', RULES_PATH, body)
        : send<typeof changeRule>(call, 'PATCH', `${RULES_PATH}/${rule.id}`, body)
    if ((await run(work, t.notices.saved)) === null) return
    changed()
    setTried(null)
    if (rule === null) setQuery('')
    onDone()
  }
  return (
    <form
      class="rule-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void dryRun()
      }}
    >
      <fieldset class="field">
        <legend>{t.tuning.what}</legend>
        <p class="options">
          {KINDS.map((one) => (
            <label key={one} class="check">
              <input type="radio" name={id} value={one} checked={kind === one} onChange={() => setKind(one)} />
              {t.tuning.kind[one]}
            </label>
          ))}
        </p>
      </fieldset>
      <Field id={`${id}-query`} label={t.tuning.query} hint={t.search.hint} problem={problem}>
        {(ties) => (
          <input
            {...ties}
            type="search"
            value={query}
            maxLength={1000}
            onInput={({ currentTarget }) => {
              setQuery(currentTarget.value)
              setTried(null)
            }}
          />
        )}
      </Field>
      <p class="form-buttons">
        <button type="submit" disabled={isBusy}>
          {t.tuning.tryIt}
        </button>
        {rule !== null && (
          <button type="button" onClick={onDone}>
            {t.forms.cancel}
          </button>
        )}
      </p>
      {tried !== null && <Tried tried={tried} kind={kind} isNew={rule === null} keep={() => void keep()} />}
    </form>
  )
}

interface TriedProps {
  readonly tried: DryRun
  readonly kind: Rule['kind']
  readonly isNew: boolean
  readonly keep: () => void
}

/** What the rule would have done lately, and the button that keeps it. */
function Tried({ tried: { days, articles, examples }, kind, isNew, keep }: TriedProps) {
  const t = useTexts().tuning
  return (
    <div class="tried" role="status">
      <p>
        <b>{articles === 0 ? t.touchesNothing(days) : t.touches[kind](articles, days)}</b>
      </p>
      <Examples articles={examples} />
      {articles > examples.length && <p class="facts">{t.examplesOf(examples.length, articles)}</p>}
      <p>
        <button type="button" class="primary" onClick={keep}>
          {isNew ? t.keep[kind] : t.keepChange}
        </button>
      </p>
    </div>
  )
}

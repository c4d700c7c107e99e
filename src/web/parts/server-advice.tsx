import type { getAdvice } from '../../http/contract/advice.ts'
import type { Answer } from '../api-types.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { ShowLoaded } from './loaded.tsx'

const PATH = '/advice'

type Finding = Answer<typeof getAdvice>['server'][number]

/** Deliveries in doubt have a section of their own, where they can be settled. */
const isAboutDoubt = ({ name, words }: Finding): boolean => name === 'Delivery' && words.includes('arrived or not')

/** What is wrong with the server, and what to do about it. */
export function ServerAdvice() {
  const { data } = usePage()
  const t = useTexts().admin
  return (
    <section class="section" aria-labelledby="advice">
      <h2 id="advice">{t.advice}</h2>
      <ShowLoaded of={useData<typeof getAdvice>(PATH)} retry={() => void data.reload(PATH)}>
        {({ server }) => {
          const wrong = server.filter((finding) => finding.state !== 'ok' && !isAboutDoubt(finding))
          if (wrong.length === 0) return <p>{t.allWell}</p>
          return (
            <ul class="plain rows">
              {wrong.map(({ name, state, words, cure }, at) => (
                // One check may find two things.
                <li key={at} class="finding">
                  <p>
                    <b class={state === 'failed' ? 'mark' : undefined}>
                      {t.findings[state]}: {name}.
                    </b>{' '}
                    {words}
                  </p>
                  {cure !== null && (
                    <p class="facts">
                      {t.cure}: {cure}
                    </p>
                  )}
                </li>
              ))}
            </ul>
          )
        }}
      </ShowLoaded>
    </section>
  )
}

import type { getAdvice } from '../../http/contract/advice.ts'
import type { Answer } from '../api-types.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { cureWords, findingWords } from '../reason-words.ts'
import { ShowLoaded } from './loaded.tsx'
import { useTimeView } from './time.tsx'

const PATH = '/advice'

type Finding = Answer<typeof getAdvice>['server'][number]

/** Deliveries in doubt have a section of their own, where they can be settled. */
const isAboutDoubt = ({ reason }: Finding): boolean => reason.code === 'deliveriesInDoubt'

/** What is wrong with the server, and what to do about it. */
export function ServerAdvice() {
  const { data } = usePage()
  const texts = useTexts()
  const t = texts.admin
  const view = useTimeView()
  return (
    <section class="section" aria-labelledby="advice">
      <h2 id="advice">{t.advice}</h2>
      <ShowLoaded of={useData<typeof getAdvice>(PATH)} retry={() => void data.reload(PATH)}>
        {({ server }) => {
          const wrong = server.filter((finding) => finding.state !== 'ok' && !isAboutDoubt(finding))
          if (wrong.length === 0) return <p>{t.allWell}</p>
          return (
            <ul class="plain rows">
              {wrong.map((finding, at) => (
                // One check may find two things.
                <li key={at} class="finding">
                  <p>
                    <b class={finding.state === 'failed' ? 'mark' : undefined}>
                      {t.findings[finding.state]}: {t.checks[finding.reason.code] ?? finding.name}.
                    </b>{' '}
                    {findingWords(texts, finding, view)}
                  </p>
                  {finding.cure !== null && (
                    <p class="facts">
                      {t.cure}: {cureWords(texts, finding)}
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

import { useEffect, useRef, useState } from 'preact/hooks'
import type { Feed, getFeed, pollFeed } from '../../http/contract/feeds.ts'
import { send } from '../api.ts'
import { usePage, useTexts } from '../page.ts'
import { askedWords } from '../reason-words.ts'

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/** How often, and how many times, is looked whether the visit is over. */
const EVERY_MS = 700
const MOST_LOOKS = 25

/** Asks for a visit now, says why not where that would be impolite, and waits until it is over. */
export function PollNow({ feed }: { readonly feed: Feed }) {
  const { actions, call, data } = usePage()
  const texts = useTexts()
  const t = texts.feed
  const [says, setSays] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isLeft = useRef(false)
  useEffect(() => () => void (isLeft.current = true), [])
  const path = `/feeds/${feed.id}`

  async function visited(): Promise<boolean> {
    for (let look = 0; look < MOST_LOOKS && !isLeft.current; look++) {
      await sleep(EVERY_MS)
      const now = await send<typeof getFeed>(call, 'GET', path).catch(() => null)
      if (now !== null && now.lastPolledAt !== feed.lastPolledAt) return true
    }
    return false
  }
  async function poll(): Promise<void> {
    setBusy(true)
    setSays('')
    const asked = await actions.attempt(() => send<typeof pollFeed>(call, 'POST', `${path}/poll`))
    if (asked !== null) {
      setSays(asked.asked ? t.polling : askedWords(texts, asked))
      if (asked.asked) setSays((await visited()) ? t.polled : askedWords(texts, asked))
      for (const changed of ['/feeds', '/advice', '/subscriptions']) data.invalidate(changed)
    }
    setBusy(false)
  }
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => void poll()}>
        {t.pollNow}
      </button>
      <span class={says === '' ? 'unseen' : 'facts'} role="status">
        {says}
      </span>
    </>
  )
}

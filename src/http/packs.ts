import type { ShownPack } from '../app/web-packs.ts'
import { type ApiRoute, route } from './api-route.ts'
import { listPacks, type Pack, subscribeToPack } from './contract/packs.ts'
import { notFound } from './refusal.ts'

const NEVER_ASKED =
  'The addresses come from public lists. None could be asked when the pack was made, so some may not answer; the advice about your feeds names those.'

const toPack = ({ feeds, language, subject, checkedOn, ...pack }: ShownPack): Pack => ({
  ...pack,
  language,
  subject,
  checkedOn,
  note: checkedOn === null ? NEVER_ASKED : `All addresses answered on ${checkedOn}.`,
  feeds: feeds.map((feed) => ({ ...feed, language, subject })),
})

export const packRoutes: readonly ApiRoute[] = [
  route(listPacks, async ({ own }) => ({ items: (await own.packs.list()).map(toPack), next: null })),
  route(subscribeToPack, async ({ own, body }) => {
    const done = 'pack' in body ? await own.packs.subscribeTo(body.pack) : await own.packs.subscribe(body.urls)
    if (done === null) throw notFound()
    return { ...done, tabs: [...done.tabs] }
  }),
]

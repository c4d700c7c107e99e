import type { FastifyInstance } from 'fastify'
import type { WebApp } from '../../src/app/web-app.ts'
import type { DeliveryOutcome } from '../../src/io/deliver/delivery-outcome.ts'
import { aClient, aServer, aWebApp, type Client } from './a-web-app.ts'
import { anApp, type Desk, type Item } from './an-app.ts'
import { builtPage } from './built-page.ts'

/* A server with the built page over a small invented day of news, for a real browser. */

const HOUR = 3_600_000
/** Noon before the digests of the next day. */
export const NOON = Date.UTC(2026, 10, 14, 12)
/** When the morning digest is due. */
const SEVEN = Date.UTC(2026, 10, 15, 7)

const SETTINGS = `digest: {timezone: UTC}
interests: {lighthouse: 1}
delivery: {email: {host: 127.0.0.1, from: news@a.example, to: [me@a.example]}}
`

/** The same event told by three newsrooms, and a text that one of them copies. */
const BRIDGE: readonly (readonly [host: string, title: string, text: string])[] = [
  [
    'harbour.example',
    'Harbour bridge in Kiel closed after storm tears two cables',
    'The harbour bridge in Kiel was closed on Saturday after a storm had torn two of its cables. Engineers expect that repairs will take six weeks.',
  ],
  [
    'coast.example',
    'Ferry replaces Kiel harbour bridge after cables break in storm',
    'Two cables of the harbour bridge in Kiel broke in the storm on Saturday, and the city closed the bridge to all traffic. A ferry will run every ten minutes.',
  ],
  [
    'weekly.example',
    'Worst damage in forty years: Kiel shuts harbour bridge as storm breaks cables',
    'Kiel has closed the harbour bridge because the storm broke two cables. The mayor spoke of the worst damage to the bridge in forty years.',
  ],
]

const OTHERS: readonly (readonly [host: string, title: string, text: string])[] = [
  ['harbour.example', 'Museum buys rare violin', 'The museum has bought a violin of 1714 from a collector in Vienna.'],
  ['harbour.example', 'Orchard harvest begins late', 'Cold nights in May have delayed the apple harvest by two weeks.'],
  ['coast.example', 'Satellite maps glacier', 'A satellite has mapped how far the glacier withdrew since spring.'],
  ['coast.example', 'Ferry timetable for winter is out', 'Ships leave once an hour between November and March.'],
  ['weekly.example', 'Novel about a lighthouse wins a prize', 'The jury praised the calm of its sentences.'],
  ['weekly.example', 'Choir sings in the old cannery', 'Four hundred people came to listen on Friday.'],
]

/** What a browser meets at an address. */
export interface PageWorld {
  readonly base: string
  readonly desk: Desk
  readonly app: WebApp
  readonly server: FastifyInstance
  /** The first reader, who administers the server. */
  readonly admin: Client
  /** What happens to mails from now on. */
  readonly setMail: (outcome: DeliveryOutcome) => void
  readonly close: () => Promise<void>
}

const itemsOf = (host: string): Item[] =>
  [...BRIDGE, ...OTHERS]
    .filter(([own]) => own === host)
    .map(([, title, text], n) => ({ title, text, url: `https://${host}/${n}`, at: NOON - (n + 1) * HOUR }))

/** News, their stories and one morning digest whose mail may have arrived or not; without readers but the first, who needs no login. */
export async function pageWorld(): Promise<PageWorld> {
  let outcome: DeliveryOutcome = { kind: 'unknown', reason: 'the line went dead' }
  const desk = await anApp({ now: NOON, settings: SETTINGS, effects: { sendMail: async () => outcome } })
  for (const host of new Set(BRIDGE.map(([one]) => one))) desk.publish(`https://${host}/rss`, itemsOf(host))
  await desk.poll()
  await desk.app.stories.refine()
  while ((await desk.store.updateSearch(100)) > 0);
  desk.setClock(SEVEN)
  await desk.app.digests.publishDue(NOON)
  const app = aWebApp(desk)
  const server = await aServer(app, {
    assets: builtPage(),
  })
  const base = await server.listen({ host: '127.0.0.1', port: 0 })
  const { secret } = await app.sessions.issue(await desk.app.readers.self(), { name: 'tests', scope: 'admin' })
  return {
    base,
    desk,
    app,
    server,
    admin: aClient(server, secret),
    setMail: (next) => {
      outcome = next
    },
    close: async () => {
      await server.close()
      await desk.close()
    },
  }
}

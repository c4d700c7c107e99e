import { StoreTrouble } from '../core/domain/store-trouble.ts'
import type { Delivery } from '../io/store/deliveries.ts'
import type { LockHold } from '../io/store/lock-holds.ts'
import type { HalfThread } from '../io/system/half-thread.ts'
import type { LoopDelay } from '../io/system/loop-delay.ts'
import type { DeliveryReport } from './deliver.ts'
import { fromErrorRecord } from './error-record.ts'
import type {
  CallMessage,
  ErrorRecord,
  FromEngine,
  FromWeb,
  HalfStart,
  MadeDigestName,
  NumbersMessage,
  PolledFeed,
  ToEngine,
  ToWeb,
} from './halves.ts'
import { keepRunning, type RunEnd } from './keep-running.ts'

/** Is told what happens in `serve`. */
export interface ServeListener {
  /** The engine has opened the store, with so many feeds. */
  readonly onReading: (feeds: number) => void
  readonly onListening: (url: string) => void
  /** Nobody can log in before a password is set by this link. */
  readonly onSetup: (link: string) => void
  readonly onDoubt: (delivery: Delivery) => void
  readonly onPoll: (polled: PolledFeed) => void
  readonly onDigest: (digest: MadeDigestName) => void
  readonly onDelivery: (report: DeliveryReport) => void
  readonly onAlert: (report: DeliveryReport) => void
  /** A digest could not be made, or a job takes too long; called again each time it is tried. */
  readonly onTrouble: (words: string) => void
  /** The database cannot be used for a while or can be used again, a half crashed or runs again. */
  readonly onOutage: (words: string) => void
  readonly onWaiting: (words: string) => void
  /** Where a fault of ours happened. */
  readonly onStack: (stack: string) => void
  /** How long the engine held the write lock, and how late the web half was, once both have ended. */
  readonly onMeasures: (holds: readonly LockHold[], delay: LoopDelay) => void
}

/** Starts a half in a thread of its own. */
type StartHalf<In, Out> = (start: HalfStart, onMessage: (message: Out) => void) => HalfThread<In>

/** What running the halves needs. */
export interface HalvesDeps {
  readonly startEngine: StartHalf<ToEngine, FromEngine>
  readonly startWeb: StartHalf<ToWeb, FromWeb>
  readonly now: () => number
  readonly sleep: (ms: number, stop: AbortSignal) => Promise<void>
  /** Aborted when the process is asked to stop. */
  readonly stop: AbortSignal
}

type Ended = Extract<FromEngine | FromWeb, { kind: 'ended' }>

/**
 * Runs the two halves of `serve` until the process is stopped: starts each in its thread, passes messages on, starts a half that
 * crashed again, and ends both when one cannot go on.
 */
export async function runHalves(start: HalfStart, deps: HalvesDeps, listener: ServeListener): Promise<void> {
  const end = new AbortController()
  const halt = () => end.abort()
  deps.stop.addEventListener('abort', halt)
  if (deps.stop.aborted) halt()
  const keepDeps = {
    now: deps.now,
    sleep: (ms: number) => deps.sleep(ms, end.signal),
    stopped: () => end.signal.aborted,
    say: listener.onOutage,
  }
  const engine = createEngine(start, { ...deps, stop: end.signal }, listener)
  const web = createWeb(start, { ...deps, stop: end.signal }, listener)
  engine.tellWeb(web.post)
  web.tellEngine(engine.post, engine.repeatNumbers)
  let failure: Failure | null = null
  const kept = (running: Promise<void>) =>
    running.catch((error: unknown) => {
      failure ??= { error }
      halt()
    })
  const engineKept = kept(keepRunning('engine', engine.run, keepDeps))
  const isReady = await Promise.race([engine.started.then(() => true), engineKept.then(() => false)])
  const webKept =
    isReady && !end.signal.aborted ? kept(keepRunning('web server', web.run, keepDeps)) : Promise.resolve()
  const isOpen = await Promise.race([web.started.then(() => true), webKept.then(() => false)])
  if (isOpen) engine.begin()
  await Promise.all([engineKept, webKept])
  deps.stop.removeEventListener('abort', halt)
  // Who is to stop does not have to start over.
  if (failure !== null && !(deps.stop.aborted && isReplaced(failure))) throw (failure as Failure).error
  if (isOpen) listener.onMeasures(engine.holds(), web.delay())
}

interface Failure {
  readonly error: unknown
}

const isReplaced = ({ error }: Failure): boolean => error instanceof StoreTrouble && error.kind === 'replaced'

/** The engine, however often it is started. */
function createEngine(start: HalfStart, { startEngine, stop }: HalvesDeps, listener: ServeListener) {
  const half = createHalf<ToEngine>(stop)
  let toWeb: (message: ToWeb) => void = () => {}
  let holds: readonly LockHold[] = []
  let isBegun = false
  let told: NumbersMessage = NO_NUMBERS
  let doubts: readonly Delivery[] = []
  /** The calls that the running engine has not answered. */
  const asked = new Set<number>()

  function refuse(id: number): void {
    asked.delete(id)
    toWeb({ kind: 'answer', id, answer: { error: NO_ENGINE } })
  }

  function tellNumbers(message: NumbersMessage): void {
    told = message
    toWeb(message)
  }

  function begin(): void {
    isBegun = true
    doubts.forEach(listener.onDoubt)
    half.post({ kind: 'run' })
  }
  function onReady({ feeds, inDoubt }: Extract<FromEngine, { kind: 'ready' }>): void {
    doubts = inDoubt
    if (!isBegun) listener.onReading(feeds)
    half.setStarted()
    if (!isBegun) return
    listener.onOutage('the engine runs again')
    begin()
  }
  const run = () =>
    half.run((ended) =>
      startEngine(start, (message) => {
        if (message.kind === 'ready') onReady(message)
        else if (message.kind === 'numbers') tellNumbers(message)
        else if (message.kind === 'answer') {
          asked.delete(message.id)
          toWeb(message)
        } else if (message.kind === 'ended') {
          holds = message.holds
          ended(message)
        } else {
          tell(message, listener)
          if (message.kind === 'poll' || message.kind === 'digest') toWeb({ kind: 'news' })
        }
      }),
    )
  return {
    ...half,
    begin,
    holds: () => holds,
    run: async () => {
      const outcome = await run()
      tellNumbers(NO_NUMBERS)
      for (const id of asked) refuse(id)
      if (outcome.stack !== null) listener.onStack(outcome.stack)
      return outcome
    },
    /** While no engine runs, nobody else would answer. */
    post: (message: CallMessage) => {
      asked.add(message.id)
      if (!half.post(message)) refuse(message.id)
    },
    tellWeb: (post: (message: ToWeb) => void) => {
      toWeb = post
    },
    /** For a web half that has just started. */
    repeatNumbers: () => toWeb(told),
  }
}

const NO_NUMBERS: NumbersMessage = { kind: 'numbers', numbers: null }

const NO_ENGINE: ErrorRecord = {
  kind: 'passing',
  message: 'the engine is starting; try again in a moment',
  lines: [],
  reason: null,
  stack: null,
}

function tell(
  message: Exclude<FromEngine, { kind: 'ready' | 'numbers' | 'answer' | 'ended' }>,
  listener: ServeListener,
): void {
  if (message.kind === 'poll') listener.onPoll(message.polled)
  else if (message.kind === 'digest') listener.onDigest(message.digest)
  else if ('report' in message) (message.kind === 'alert' ? listener.onAlert : listener.onDelivery)(message.report)
  else if (message.kind === 'trouble') listener.onTrouble(message.words)
  else if (message.kind === 'waiting') listener.onWaiting(message.words)
  else listener.onOutage(message.words)
}

/** The web server, however often it is started: at the same address each time. */
function createWeb(start: HalfStart, { startWeb, stop }: HalvesDeps, listener: ServeListener) {
  const half = createHalf<ToWeb>(stop)
  let toEngine: (message: CallMessage) => void = () => {}
  let onOpen = () => {}
  let listenAt = start.listenAt
  let isOpen = false
  let delay: LoopDelay = { p99Ms: 0, longestMs: 0 }

  function onListening({ url, at, needsSetup }: Extract<FromWeb, { kind: 'listening' }>): void {
    listenAt = at
    if (isOpen) listener.onOutage('the web server runs again')
    else listener.onListening(url)
    if (needsSetup && !isOpen) listener.onSetup(setupLink(start, url))
    isOpen = true
    onOpen()
    half.setStarted()
  }
  const run = async () => {
    const outcome = await half.run((ended) =>
      startWeb({ ...start, listenAt }, (message) => {
        if (message.kind === 'listening') onListening(message)
        else if (message.kind === 'call') toEngine(message)
        else {
          delay = message.delay
          ended(message)
        }
      }),
    )
    if (outcome.stack !== null) listener.onStack(outcome.stack)
    return outcome
  }
  return {
    ...half,
    run,
    delay: () => delay,
    tellEngine: (post: (message: CallMessage) => void, onStart: () => void) => {
      onOpen = onStart
      toEngine = post
    },
  }
}

/** At the address that readers use, where there is one. */
function setupLink({ loaded, setupKey }: HalfStart, url: string): string {
  const base = loaded.settings.server.baseUrl ?? url
  return `${new URL('/setup', base).href}?key=${setupKey}`
}

/** A half over its threads: at most one runs. */
function createHalf<In>(stop: AbortSignal) {
  let thread: HalfThread<In | { readonly kind: 'stop' }> | null = null
  let runs = 0
  let setStarted = () => {}
  const started = new Promise<void>((resolve) => {
    setStarted = resolve
  })
  stop.addEventListener('abort', () => thread?.post({ kind: 'stop' }))
  return {
    started,
    setStarted: () => setStarted(),
    /** False when no thread runs. */
    post: (message: In): boolean => {
      thread?.post(message)
      return thread !== null
    },
    run: async (
      begin: (onEnded: (ended: Ended) => void) => HalfThread<In>,
    ): Promise<RunEnd & { stack: string | null }> => {
      const isFirst = runs++ === 0
      let ended: Ended | null = null
      thread = begin((message) => {
        ended = message
      }) as HalfThread<In | { readonly kind: 'stop' }>
      if (stop.aborted) thread.post({ kind: 'stop' })
      const why = await thread.exited
      thread = null
      return endOf(ended, why, isFirst)
    },
  }
}

/**
 * A fault of ours is a crash. A trouble that somebody has to mend is thrown; one that passes by itself is thrown only at the first
 * start, when somebody is looking.
 */
function endOf(ended: Ended | null, why: string | null, isFirst: boolean): RunEnd & { readonly stack: string | null } {
  if (ended === null) return { kind: 'crashed', why: why ?? 'it ended without a word', stack: null }
  const { error } = ended
  if (error === null) return { kind: 'done', stack: null }
  if (isCrash(error, isFirst)) return { kind: 'crashed', why: error.message, stack: error.stack }
  throw fromErrorRecord(error)
}

const isCrash = ({ kind }: ErrorRecord, isFirst: boolean): boolean =>
  kind === 'fault' || (kind === 'passing' && !isFirst)

import { Agent, get } from 'node:http'

/* Asks addresses again and again, in a process of its own: each every so many milliseconds, whether or not the answer before has come.
   Arguments: for each address, its pause and the address with a space between. Told to stop by a message, it sends the times of all
   answers to the parent. */

const plans = process.argv.slice(2).map((argument) => {
  const [pause, url] = argument.split(' ')
  return { everyMs: Number(pause), url: url! }
})
const urls = plans.map(({ url }) => url)
/** One for each address: a slow one must not keep another waiting for a connection. */
const agents = new Map(urls.map((url) => [url, new Agent({ keepAlive: true, maxSockets: 64 })]))
const took: Record<string, { at: number; ms: number }[]> = Object.fromEntries(urls.map((url) => [url, []]))
const failures: string[] = []
const late: { at: number; ms: number }[] = []
const start = performance.now()

function ask(url: string, since = performance.now()): void {
  const request = get(url, { agent: agents.get(url)! }, (response) => {
    response.resume()
    response.on('end', () => {
      took[url]!.push({ at: since - start, ms: performance.now() - since })
      if (response.statusCode !== 200) failures.push(`${url}: ${response.statusCode}`)
    })
  })
  request.on('error', (error) => {
    // The server closes a connection after so many requests; whoever was about to use it asks again, as browsers do.
    if (request.reusedSocket) ask(url, since)
    else failures.push(`${url}: ${error.message}`)
  })
}

/** When each address is to be asked next; they do not begin at once. */
const due = plans.map(({ everyMs, url }, n) => ({ everyMs, url, at: start + (n * everyMs) / plans.length }))
let timer: NodeJS.Timeout
/** Asks for everything that is due by now: a prober that had to wait for a processor makes up for it. */
function askDue(): void {
  const now = performance.now()
  for (const next of due) {
    for (; next.at <= now; next.at += next.everyMs) {
      late.push({ at: now - start, ms: now - next.at })
      ask(next.url)
    }
  }
  timer = setTimeout(askDue, Math.max(0, Math.min(...due.map(({ at }) => at)) - performance.now()))
}
askDue()

process.on('message', () => {
  clearTimeout(timer)
  process.send?.({ took, failures, late }, () => process.exit(0))
})
process.on('disconnect', () => process.exit(0))

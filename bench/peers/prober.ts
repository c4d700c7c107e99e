import { Agent, get } from 'node:http'

/* Asks addresses again and again, in a process of its own: each every so many milliseconds, one after the other and whether or not
   the answer before has come. Arguments: the pause, then the addresses. Told to stop by a message, it sends the times of all answers
   to the parent. */

const [pause, ...urls] = process.argv.slice(2)
const everyMs = Number(pause) / urls.length
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

let asked = 0
let timer: NodeJS.Timeout
/** Asks for everything that is due by now: a prober that had to wait for a processor makes up for it. */
function askDue(): void {
  const now = performance.now()
  for (; start + asked * everyMs <= now; asked++) {
    late.push({ at: now - start, ms: now - start - asked * everyMs })
    ask(urls[asked % urls.length]!)
  }
  timer = setTimeout(askDue, Math.max(0, start + asked * everyMs - performance.now()))
}
askDue()

process.on('message', () => {
  clearTimeout(timer)
  process.send?.({ took, failures, late }, () => process.exit(0))
})
process.on('disconnect', () => process.exit(0))

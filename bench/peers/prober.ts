import { Agent, get } from 'node:http'

/* Asks addresses again and again, in a process of its own: each every so many milliseconds, whether or not the answer before has
   come. Arguments: the pause, then the addresses. Told to stop by a message, it sends the times of all answers to the parent. */

const [pause, ...urls] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const took: Record<string, number[]> = Object.fromEntries(urls.map((url) => [url, []]))
const failures: string[] = []
const late: number[] = []

function ask(url: string, since = performance.now()): void {
  const request = get(url, { agent }, (response) => {
    response.resume()
    response.on('end', () => {
      took[url]!.push(performance.now() - since)
      if (response.statusCode !== 200) failures.push(`${url}: ${response.statusCode}`)
    })
  })
  request.on('error', (error) => {
    // The server closes a connection after so many requests; whoever was about to use it asks again, as browsers do.
    if (request.reusedSocket) ask(url, since)
    else failures.push(`${url}: ${error.message}`)
  })
}

let due = performance.now()
const timer = setInterval(() => {
  due += Number(pause)
  late.push(Math.max(0, performance.now() - due))
  due = Math.max(due, performance.now() - Number(pause))
  for (const url of urls) ask(url)
}, Number(pause))

process.on('message', () => {
  clearInterval(timer)
  process.send?.({ took, failures, late }, () => process.exit(0))
})
process.on('disconnect', () => process.exit(0))

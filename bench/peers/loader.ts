import { Agent, request } from 'node:http'
import type { Wanted } from '../server.ts'

/* Sends requests over some connections, each again as soon as it is answered, in a process of its own. Gets what to send by a message,
   and answers with how long each took. */

process.on('message', async ({ requests, connections, seconds }: Wanted) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const took: number[] = []
  const failures: string[] = []
  let next = 0
  const since = performance.now()
  const isOver = () => performance.now() - since > seconds * 1000

  function send(one: Wanted['requests'][number], begun = performance.now()): Promise<void> {
    return new Promise((resolve) => {
      const sent = request(one.url, { agent, method: one.method, headers: one.headers }, (response) => {
        response.resume()
        response.on('end', () => {
          took.push(performance.now() - begun)
          if (response.statusCode !== 200) failures.push(`${one.method} ${one.url}: ${response.statusCode}`)
          resolve()
        })
      })
      sent.on('error', (error) => {
        // The server closes a connection after so many requests.
        if (sent.reusedSocket) return resolve(send(one, begun))
        failures.push(error.message)
        resolve()
      })
      sent.end(one.body)
    })
  }
  const ask = async () => {
    while (!isOver()) await send(requests[next++ % requests.length]!)
  }
  await Promise.all(Array.from({ length: connections }, ask))
  const all = (performance.now() - since) / 1000
  agent.destroy()
  process.send?.({ took, failures: failures.slice(0, 3), seconds: all })
})
process.on('disconnect', () => process.exit(0))

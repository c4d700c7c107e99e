import { appendFileSync } from 'node:fs'
import { anApp, MAIL_SETTINGS } from './an-app.ts'

/* A scheduler in a process of its own: waits for a word, then makes and delivers what is due at an hour, and says what came
   of it. Arguments: the store's address, the hour, a file that gets a line for each mail sent, and whether it dies in the
   middle of a delivery, before or after the mail has left. */

const [address, hour, log, dies] = process.argv.slice(2)
const die = () => process.kill(process.pid, 'SIGKILL')
const now = Number(hour)

const desk = await anApp({
  now,
  address: address!,
  settings: MAIL_SETTINGS,
  effects: {
    sendMail: async (_, __, { to }) => {
      if (dies === 'before') die()
      appendFileSync(log!, `${to}\n`)
      if (dies === 'after') die()
      return { kind: 'sent', note: '' }
    },
  },
})
process.stdout.write('ready\n')
await new Promise((resolve) => process.stdin.once('data', resolve))
const published = await desk.app.digests.publishDue(now - 86_400_000)
const fresh = published.map((one) => one.fresh)
process.stdout.write(`${JSON.stringify({ fresh, outcomes: published.flatMap((one) => one.deliveries) })}\n`)
await desk.close()
process.exit(0)

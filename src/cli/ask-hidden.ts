import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { UserError } from '../core/domain/user-error.ts'
import type { Terminal } from './terminal.ts'

/** Asks for a password twice, without showing what is typed. */
export async function askForNewPassword(terminal: Asking): Promise<string> {
  const first = await askHidden('New password: ', terminal)
  if (first !== (await askHidden('Again: ', terminal)))
    throw new UserError('the two passwords differ; nothing was changed')
  return first
}

type Asking = Pick<Terminal, 'draw' | 'say'>

async function askHidden(question: string, { draw, say }: Asking): Promise<string> {
  draw(question)
  const nowhere = new Writable({ write: (_, __, done) => done() })
  const prompt = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  return prompt.question('').finally(() => {
    prompt.close()
    say('')
  })
}

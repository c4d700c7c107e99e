import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { UserError } from '../core/domain/user-error.ts'
import type { Terminal } from './terminal.ts'

/** Asks for a password twice, without showing what is typed. */
export async function askForNewPassword({ draw, say }: Pick<Terminal, 'draw' | 'say'>): Promise<string> {
  const nowhere = new Writable({ write: (_, __, done) => done() })
  const prompt = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const ask = async (question: string) => {
    draw(question)
    // Ctrl-C and Ctrl-D end the question.
    const typed = await prompt.question('').catch(() => null)
    say('')
    if (typed === null) throw new UserError('no password was given; nothing was changed')
    return typed
  }
  try {
    const first = await ask('New password: ')
    if (first !== (await ask('Again: '))) throw new UserError('the two passwords differ; nothing was changed')
    return first
  } finally {
    prompt.close()
  }
}

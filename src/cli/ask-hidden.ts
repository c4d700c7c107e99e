import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { UserError } from '../core/domain/user-error.ts'

/** Asks for a password twice, without showing what is typed. */
export async function askForNewPassword(): Promise<string> {
  const first = await askHidden('New password: ')
  if (first !== (await askHidden('Again: '))) throw new UserError('the two passwords differ; nothing was changed')
  return first
}

async function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_, __, done) => done() })
  const prompt = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  return prompt.question('').finally(() => {
    prompt.close()
    process.stderr.write('\n')
  })
}

import { readFile } from 'node:fs/promises'
import { unreadable } from '../system/file-words.ts'

/** Where a secret is stored: the name of an environment variable, or of a file. */
export interface SecretSource {
  readonly env: string | null
  readonly file: string | null
}

/** Reads a secret when it is needed; it is kept nowhere. Null when neither is named; an error when the one named has none. */
export async function readSecret(
  { env, file }: SecretSource,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  if (env !== null) {
    const value = environment[env]
    if (!value) throw new Error(`the variable ${env} is not set`)
    return value
  }
  if (file === null) return null
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`the secret in ${unreadable(file, cause)}`, { cause })
  })
  const value = text.replace(/\r?\n$/, '')
  if (value === '') throw new Error(`the file ${file} is empty`)
  return value
}

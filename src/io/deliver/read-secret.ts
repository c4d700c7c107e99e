import { readFile } from 'node:fs/promises'

/** Where a secret is kept: a variable of the environment or a file, by name. */
export interface SecretPlace {
  readonly env: string | null
  readonly file: string | null
}

/** The secret itself, read when it is needed and kept nowhere; null when no place is named. A named place must have it. */
export async function readSecret(
  { env, file }: SecretPlace,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  if (env !== null) {
    const value = environment[env]
    if (!value) throw new Error(`the variable ${env} is not set`)
    return value
  }
  if (file === null) return null
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`the secret in ${file} cannot be read (${cause.code})`, { cause })
  })
  const value = text.replace(/\r?\n$/, '')
  if (value === '') throw new Error(`the file ${file} is empty`)
  return value
}

import type { NamedChannel } from './channel.ts'
import { readSecret } from './read-secret.ts'

export interface UnreadableSecret {
  readonly channel: string
  readonly message: string
}

/** The channels whose secret cannot be read, each with the reason; no secret is returned. */
export async function unreadableSecrets(
  channels: readonly Pick<NamedChannel, 'name' | 'secret'>[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<UnreadableSecret[]> {
  const found: UnreadableSecret[] = []
  for (const { name, secret } of channels) {
    if (secret === null) continue
    await readSecret(secret, environment).catch(({ message }: Error) => found.push({ channel: name, message }))
  }
  return found
}

import { statSync, unlinkSync } from 'node:fs'
import { connect } from 'node:net'

/**
 * Removes a socket file (`unix:PATH`) where nobody answers: a process that was killed leaves its own behind, and it is in the way of
 * the next.
 */
export async function removeStaleSocket(at: string): Promise<void> {
  const path = /^unix:(.+)$/.exec(at)?.[1]
  if (path === undefined) return
  if (!statSync(path, { throwIfNoEntry: false })?.isSocket()) return
  const isAnswered = await new Promise<boolean>((resolve) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED'))
  })
  if (!isAnswered) unlinkSync(path)
}

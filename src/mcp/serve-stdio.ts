import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { createMcpServer } from './mcp-server.ts'
import type { McpVisitor } from './tool.ts'

/** The largest message that a client may send. */
const MOST_BYTES = 1_000_000

/** Serves one client on standard input and output, until it closes the input or the process is stopped. */
export async function serveMcp(visitor: McpVisitor, version: string, stop: AbortSignal): Promise<void> {
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MOST_BYTES })
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
    stop.addEventListener('abort', () => resolve())
  })
  const served = serveStdio(() => createMcpServer(visitor, version), { transport })
  await ended
  await served.close()
}

import { createMcpHandler } from '@modelcontextprotocol/server'
import { createMcpServer } from './mcp-server.ts'
import type { McpVisitor } from './tool.ts'

/** Answers requests of the protocol over HTTP ("streamable HTTP"), each by itself: there are no sessions. */
export interface McpHttp {
  readonly answer: (request: Request, body: unknown, visitor: McpVisitor) => Promise<Response>
  readonly close: () => Promise<void>
}

export function createMcpHttp(version: string): McpHttp {
  const visitors = new WeakMap<object, McpVisitor>()
  const handler = createMcpHandler(
    ({ authInfo }) => createMcpServer(visitors.get(authInfo!)!, version),
    // Nothing here changes by itself: clients that want to be told may use the API's events.
    { maxSubscriptions: 0 },
  )
  return {
    answer: (request, body, visitor) => {
      const authInfo = { token: '', clientId: '', scopes: [] }
      visitors.set(authInfo, visitor)
      return handler.fetch(request, { authInfo, parsedBody: body })
    },
    close: () => handler.close(),
  }
}

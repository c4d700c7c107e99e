import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { MAIN } from './built-program.ts'

/** The revisions of the protocol that clients speak: the one of 2026, without a handshake, and the one before it. */
export const REVISIONS = ['2026-07-28', '2025-11-25'] as const
export type Revision = (typeof REVISIONS)[number]

const newClient = (revision: Revision): Client =>
  new Client(
    { name: 'test', version: '1.0.0' },
    revision === '2026-07-28' ? { versionNegotiation: { mode: { pin: revision } } } : {},
  )

/** The official client, connected to a server over HTTP. */
export async function mcpOverHttp(
  url: string,
  token: string | null,
  revision: Revision = '2026-07-28',
): Promise<Client> {
  const client = newClient(revision)
  const headers = token === null ? {} : { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return client
}

/** The same with the built program as its child. */
export async function mcpOverStdio(args: readonly string[], revision: Revision = '2026-07-28'): Promise<Client> {
  const client = newClient(revision)
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp', ...args], stderr: 'inherit' }),
  )
  return client
}

/** An answer as tests look at it. */
export interface Called {
  readonly text: string
  readonly isError: boolean
  // biome-ignore lint/suspicious/noExplicitAny: each tool gives something else
  readonly data: any
}

/** The clients that know the schemas of the tools: listing them takes longer than a call. */
const informed = new WeakSet<Client>()

/** Calls a tool. The client compares what comes with the tool's own schema. */
export async function called(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Called> {
  if (!informed.has(client)) await client.listTools()
  informed.add(client)
  const { content, isError, structuredContent } = (await client.callTool({ name, arguments: args })) as CallToolResult
  const [first] = content
  return { text: first?.type === 'text' ? first.text : '', isError: isError === true, data: structuredContent }
}

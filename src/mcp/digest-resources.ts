import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import type { ReaderWeb } from '../app/web-app.ts'
import type { DigestType } from '../core/domain/digest.ts'
import { answerText } from './answer-text.ts'
import { iso } from './article-data.ts'
import { digestData } from './digest.ts'
import type { Fence } from './fence.ts'
import { ToolRefusal } from './tool.ts'

const SCHEME = 'copytaster://digests/'
/** Digests that are listed: about a week's. */
const LISTED = 30
const TYPES: readonly string[] = ['morning', 'midday', 'evening', 'weekly']

/** Stored digests as resources, for clients in which a person picks what a model reads. */
export function registerDigests(server: McpServer, own: ReaderWeb, newFence: () => Fence): void {
  const list = async () => ({
    resources: (await own.digests.heads(Number.MAX_SAFE_INTEGER, LISTED)).map(({ type, localDate, at }) => ({
      uri: `${SCHEME}${localDate}/${type}`,
      name: `${type} digest of ${localDate}`,
      mimeType: 'text/plain',
      annotations: { lastModified: iso(at) },
    })),
  })
  server.registerResource(
    'digest',
    new ResourceTemplate(`${SCHEME}{date}/{type}`, { list }),
    {
      title: 'A stored digest',
      description: 'The stories of a digest with their sources, as the tool `digest` gives them',
    },
    async (uri, { date, type }, { mcpReq: { signal } }) => {
      const text = await digestText({ own, fence: newFence(), signal }, String(date), String(type), uri.href)
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] }
    },
  )
}

async function digestText(
  request: Parameters<typeof digestData>[0],
  localDate: string,
  type: string,
  uri: string,
): Promise<string> {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(localDate) || !TYPES.includes(type)) throw new ResourceNotFoundError(uri)
  try {
    return answerText(await digestData(request, { localDate, type: type as DigestType }, 0))
  } catch (error) {
    if (error instanceof ToolRefusal) throw new ResourceNotFoundError(uri)
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'A fault of the server; try once more.')
  }
}

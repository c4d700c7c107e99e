import { z } from 'zod'
import type { DigestHead } from '../app/digest-archive.ts'
import type { Digest } from '../core/domain/digest.ts'
import { iso } from './article-data.ts'
import { newsSince, placedItems, storyData } from './digest-data.ts'
import { fitting } from './fit.ts'
import { from, instant, more, notice, storyItem } from './shapes.ts'
import { nothingNamed, ToolRefusal, type ToolRequest, tool } from './tool.ts'

const type = z.enum(['morning', 'midday', 'evening', 'weekly'])
const date = z.iso.date()

export const digestAnswer = z.strictObject({
  notice,
  type,
  date,
  at: instant,
  windowFrom: instant,
  windowTo: instant,
  articles: z.int().describe('How many articles it was chosen from'),
  duplicatesRemoved: z.int(),
  notRead: z.int().describe('How many feeds failed or came too late; `feed_health` tells which'),
  items: z.array(storyItem),
  others: z.array(z.strictObject({ date, type })).describe('Digests that were made before it'),
  more,
})

const AT_ONCE = 50
const OTHERS = 10

/** A digest as it was made at its hour. */
export const digestTool = tool(
  {
    name: 'digest',
    title: 'A stored digest',
    description:
      'A digest as it was made at its hour: the last one, or that of a date and type. Its stories with summaries, sources and addresses, by importance. Earlier ones are named in `others`.',
    scope: 'read',
    input: z
      .strictObject({
        date: date.optional().describe('Local date, such as 2026-11-14'),
        type: type.optional(),
        from,
      })
      .refine((given) => (given.date === undefined) === (given.type === undefined), {
        error: 'give both date and type, or neither for the last digest',
      }),
    output: digestAnswer,
  },
  async ({ date: day, type: kind, from: begin }, request) =>
    digestData(request, await headOf(request, day, kind), begin),
)

async function headOf({ own }: ToolRequest, day: string | undefined, kind: z.output<typeof type> | undefined) {
  if (day !== undefined && kind !== undefined) return { localDate: day, type: kind }
  const [last] = await own.digests.heads(Number.MAX_SAFE_INTEGER, 1)
  if (last === undefined) throw new ToolRefusal('No digest was made yet.', '`today` tells the news of this moment.')
  return last
}

/** A part of a digest as answers have it. */
export async function digestData(
  request: ToolRequest,
  { localDate, type: kind }: Pick<DigestHead, 'localDate' | 'type'>,
  begin: number,
): Promise<z.input<typeof digestAnswer>> {
  const { own, fence } = request
  const stored = await own.digests.on(kind, localDate)
  if (stored === null)
    throw nothingNamed('such digest', 'Call digest without date and type for the last one and the names of others.')
  const { digest } = stored
  const all = placedItems(digest)
  const found = await storyData(request, all.slice(begin, begin + AT_ONCE), newsSince)
  const items = fitting(found)
  const end = begin + (items.length < found.length ? items.length : AT_ONCE)
  const leftOut = all.length - end
  const next = `Call digest with date "${localDate}", type "${kind}" and from ${end}.`
  const others = await own.digests.heads(stored.at, OTHERS)
  return {
    notice: fence.notice,
    type: kind,
    date: localDate,
    at: iso(digest.at),
    ...windowOf(digest),
    articles: digest.articles,
    duplicatesRemoved: digest.duplicatesRemoved,
    notRead: digest.notRead.length,
    items: [...items],
    others: others.map((one) => ({ date: one.localDate, type: one.type })),
    more: leftOut > 0 ? { leftOut, next } : null,
  }
}

const windowOf = ({ window }: Digest) => ({ windowFrom: iso(window.from), windowTo: iso(window.to) })

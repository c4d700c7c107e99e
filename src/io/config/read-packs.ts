import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Pack } from '../../core/domain/pack.ts'

/** The most feeds of one pack: it is a beginning, which polls politely. */
const MOST_FEEDS = 12

const packFile = z.strictObject({
  name: z.string().min(1).max(60),
  language: z.string().regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?$/),
  subject: z.string().regex(/^[a-z]+$/),
  checked_on: z.iso.date().nullable(),
  feeds: z
    .array(z.strictObject({ name: z.string().min(1).max(100), url: z.url({ protocol: /^https$/ }) }))
    .min(1)
    .max(MOST_FEEDS),
})

const ENDING = '.yaml'

/** The starter packs in a folder, by the names of their files. */
export async function readPacks(folder: string): Promise<Pack[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(ENDING)).sort()
  return Promise.all(
    files.map(async (file) => parsePack(basename(file, ENDING), await readFile(join(folder, file), 'utf8'))),
  )
}

/** One pack from the text of its file; they come with the program, so that a wrong one is a fault of ours. */
function parsePack(id: string, text: string): Pack {
  const { success, data, error } = packFile.safeParse(parse(text))
  if (!success) throw new Error(`packs/${id}${ENDING}: ${error.message}`)
  const { checked_on: checkedOn, ...pack } = data
  return { id, ...pack, checkedOn }
}

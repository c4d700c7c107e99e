import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../../../tests/support/databases.ts'
import { bytesParameter, listParameter } from './list-parameters.ts'

/* PostgreSQL itself reads the lists: as bytes they must mean what they mean as text. */

describe('a list as the parameter of a statement', () => {
  let fresh: Awaited<ReturnType<typeof newDatabase>>
  let client: pg.Client
  beforeAll(async () => {
    fresh = await newDatabase('postgres')
    client = new pg.Client({ connectionString: fresh.address })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await fresh.drop()
  })

  async function read(type: string, list: unknown): Promise<unknown[]> {
    const { rows } = await client.query(`select v::text from unnest($1::${type}[]) as v`, [list])
    return rows.map(({ v }) => v)
  }

  const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    text: fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
    bytea: fc.uint8Array(),
    integer: fc.integer(),
    bigint: fc.maxSafeInteger(),
    'double precision': fc.double({ noNaN: true }).map((value) => value + 0),
  }

  test.each(Object.keys(values))('of %s, with nulls or empty, is read as its text is', async (type) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(values[type]!), { maxLength: 12 }), async (list) => {
        const parameter = listParameter(type, list)
        expect(parameter).toBeInstanceOf(Buffer)
        expect(await read(type, parameter)).toEqual(await read(type, list))
      }),
      { numRuns: 40 },
    )
  })

  test.each([
    ['integer', [1, 2 ** 31]],
    ['integer', [1.5]],
    ['bigint', [0.5]],
    ['bigint', ['x']],
    ['text', ['a\0b']],
  ] as const)('of %s that holds %j is refused by the server', async (type, list) => {
    await expect(read(type, listParameter(type, list))).rejects.toThrow(/out of range|invalid/)
  })

  test('a list of another type, and any other value, stays as it is', () => {
    const list = ["'a':1"]
    expect(listParameter('tsvector', list)).toBe(list)
    expect(bytesParameter(list)).toBe(list)
    expect(bytesParameter(7)).toBe(7)
    expect(bytesParameter([])).toEqual([])
  })

  test('a list of bytes is known by its first value', async () => {
    const list = [new Uint8Array([1, 255]), null]
    expect(await read('bytea', bytesParameter(list))).toEqual(['\\x01ff', null])
  })
})

import { expect, test } from 'vitest'
import { benchArguments } from './bench-arguments.ts'

const known = ['dedup', 'ingest', 'store', 'store-real']

test.each([
  ['one name', ['dedup'], { names: ['dedup'], record: false }],
  ['two names, in their order', ['ingest', 'dedup'], { names: ['ingest', 'dedup'], record: false }],
  [
    'the option before, between or after names',
    ['dedup', '--record', 'store'],
    { names: ['dedup', 'store'], record: true },
  ],
  ['a name given twice once', ['dedup', 'dedup'], { names: ['dedup'], record: false }],
  ['a name over real documents', ['store', '--real', 'dedup'], { names: ['store-real', 'dedup'], record: false }],
  ['nothing when a benchmark has no real documents', ['dedup', '--real'], null],
  ['nothing when no name is given', ['--record'], null],
  ['nothing when a name is not known', ['dedup', 'ingests'], null],
  ['nothing when an option is not known', ['dedup', '--recor'], null],
])('benchArguments reads %s', (_fact, argv, expected) => expect(benchArguments(argv, known)).toEqual(expected))

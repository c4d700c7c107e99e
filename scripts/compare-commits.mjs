import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { withCheckout } from './compare/checkout.mjs'
import { differingFiles } from './compare/differing-files.mjs'
import { writeDedupOutputs, writeDemoOutputs, writeFeedOutputs } from './compare/outputs.mjs'
import { root } from './ensure.mjs'

/* `npm run compare -- OLD [NEW]`: builds two commits, lets each write its decisions, stories, scores and digests for the
   demonstration world, the labelled corpora and the real feeds, and says which files differ. Exits 1 when one does. */

const { positionals, values } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } })
const [before, after = 'HEAD'] = positionals
if (before === undefined) {
  process.stderr.write('npm run compare -- OLD [NEW] [--out FOLDER], where OLD and NEW are commits (NEW: HEAD)\n')
  process.exit(2)
}

const say = (line) => process.stderr.write(`${line}\n`)
const corpora = join(process.env.COPYTASTER_SHARED ?? join(root, '..', 'shared'), 'corpora')
const hasCorpora = existsSync(corpora)
if (!hasCorpora) say(`${corpora} is absent: only the demonstration world is compared, no corpus and no real feed`)

const out = values.out === undefined ? mkdtempSync(join(tmpdir(), 'copytaster-compare-')) : resolve(values.out)
const folders = [join(out, 'old'), join(out, 'new')]
await writeOutputs(before, folders[0])
await writeOutputs(after, folders[1])
report(differingFiles(...folders))

async function writeOutputs(commit, folder) {
  rmSync(folder, { recursive: true, force: true })
  await withCheckout(commit, say, async (program) => {
    say(`${commit}: demonstration world`)
    await writeDemoOutputs(program, join(folder, 'demo'))
    if (!hasCorpora) return
    say(`${commit}: labelled corpora`)
    await writeDedupOutputs(program, corpora, folder)
    say(`${commit}: real feeds`)
    await writeFeedOutputs(program, join(corpora, 'feeds-real'), join(folder, 'feeds-real'))
  })
}

function report({ compared, differing }) {
  for (const { file, how } of differing) process.stdout.write(`${file}: ${how}\n`)
  const missing = hasCorpora ? '' : '; corpora and real feeds were not compared'
  process.stdout.write(`${compared} files compared, ${differing.length} differ${missing}. Outputs: ${out}\n`)
  process.exitCode = differing.length === 0 ? 0 : 1
}

import { z } from 'zod'
import { programOf } from '../../src/cli/program.ts'
import { digestSchema } from '../../src/http/contract/digest-json.ts'
import { allowingEmptySections } from '../../src/io/config/empty-sections.ts'
import { type JsonSchema, settingsJsonSchema } from '../../src/io/config/json-schema.ts'

/** Every generated file and what it must hold. */
export function generatedDocs(): Record<string, string> {
  return {
    'schemas/feeds.schema.json': `${JSON.stringify(allowingEmptySections(settingsJsonSchema()), null, 2)}\n`,
    'schemas/digest.schema.json': `${JSON.stringify({ title: 'Copytaster digest', ...z.toJSONSchema(digestSchema) }, null, 2)}\n`,
    'docs/guide/configuration.md': configurationGuide(),
    'docs/guide/commands.md': commandGuide(),
  }
}

const MADE = '<!-- Made from the code by `npm run docs`; change it there. -->'

function configurationGuide(): string {
  return `${MADE}
# feeds.yaml, every key

\`copytaster init\` writes a file to start from; \`copytaster doctor\` checks it. Everything may be left out but the
\`url\` of a source. Lengths of time carry a unit (\`500ms\`, \`10s\`, \`15m\`, \`24h\`, \`7d\`), and so do sizes (\`10MB\`).

Every setting that is not a list or a map of your own names can also be given for one run with \`--set KEY=VALUE\`, or
by a variable: \`fetch.per_host\` is \`COPYTASTER_FETCH_PER_HOST\`. A variable with \`_FILE\` behind its name gives the
file that holds the value, so that secrets need not stand in the environment. The command line wins over variables,
variables over the file.

| key | what it is | default |
|---|---|---|
${settingRows(settingsJsonSchema(), '').join('\n')}

For editors: \`schemas/feeds.schema.json\` completes and checks the file as you type.
`
}

function settingRows(schema: JsonSchema, prefix: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, part]) => {
    const name = `${prefix}${key}`
    const row = `| \`${name}\` | ${whatItIs(part)} | ${preset(part)} |`
    return [row, ...settingRows(part, `${name}.`), ...settingRows(inner(part) ?? {}, `${name}.*.`)]
  })
}

function inner(part: JsonSchema): JsonSchema | null {
  if (part.items) return part.items
  return typeof part.additionalProperties === 'object' ? part.additionalProperties : null
}

function whatItIs(part: JsonSchema): string {
  const choices = part.enum ? ` One of ${part.enum.map((value) => `\`${value}\``).join(', ')}.` : ''
  return `${part.description ?? ''}${choices}`.trim()
}

function preset(part: JsonSchema): string {
  if (part.default === undefined || part.properties || isEmpty(part.default)) return ''
  return `\`${typeof part.default === 'string' ? part.default : JSON.stringify(part.default)}\``
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function commandGuide(): string {
  const refuse = () => {
    throw new Error('the guide only reads the commands')
  }
  const parts = new Proxy({}, { get: (_, name) => (name === 'version' ? '' : refuse) })
  const program = programOf(refuse, parts as Parameters<typeof programOf>[1])
  const sections = program.commands
    .flatMap((command) => [command, ...command.commands])
    .map((command) => {
      let help = ''
      command.configureOutput({ writeOut: (text) => (help += text) }).configureHelp({ helpWidth: 110 })
      command.outputHelp()
      return `## ${command.name()}\n\n\`\`\`\n${help.trim()}\n\`\`\`\n`
    })
  return `${MADE}
# Commands

Data goes to standard output, talk to standard error. Exit codes: 0 done, 1 it ran and failed, 2 bad usage or input.

${sections.join('\n')}`
}

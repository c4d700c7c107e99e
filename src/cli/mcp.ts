import type { Command } from 'commander'
import { UserError } from '../core/domain/user-error.ts'
import { type Act, type CommonOptions, newReadingCommand } from './command.ts'

/** Serves a language model on standard input and output until it leaves. */
export type ServeMcp = (options: CommonOptions, canWrite: boolean) => Promise<void>

interface McpOptions extends CommonOptions {
  readonly write?: boolean
}

const HELP = `
A program such as a desktop assistant starts this command by itself and speaks the Model Context Protocol with it:
{"mcpServers": {"news": {"command": "copytaster", "args": ["mcp", "--config", "/path/to/feeds.yaml"]}}}
Nothing is polled meanwhile: \`copytaster serve\` keeps the news fresh, and has the same at /mcp.`

/** `mcp`: the news for language models. */
export function mcpCommand(act: Act, serve: ServeMcp): Command {
  const command = newReadingCommand(
    'mcp',
    'Give a language model the news: the Model Context Protocol on standard input and output',
    ['mcp', 'mcp --reader ann', 'mcp --write'],
  )
  return command
    .option('--write', 'let it also mark articles as read, save them and follow stories')
    .addHelpText('after', HELP)
    .action((options: McpOptions) =>
      act(options, async () => {
        const canWrite = options.write === true
        if (canWrite && options.at !== undefined)
          throw new UserError('--write: a look at a past moment changes nothing; leave out --write or --at')
        await serve(options, canWrite)
        return 0
      }),
    )
}

import type { z } from 'zod'
import type { ReaderWeb } from '../app/web-app.ts'
import type { Fence } from './fence.ts'

/** Whose news a client sees, and whether it may change what is the reader's. */
export interface McpVisitor {
  readonly own: ReaderWeb
  readonly canWrite: boolean
}

/** What a call has besides its arguments. */
export interface ToolRequest {
  readonly own: ReaderWeb
  readonly fence: Fence
  /** Aborted when the client does not want the answer any more. */
  readonly signal: AbortSignal
}

/** One tool: what it takes, what it gives, and how. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Tools that write are neither listed nor called without the right to. */
  readonly scope: 'read' | 'write'
  readonly input: z.ZodType
  readonly output: z.ZodType
  readonly call: (args: never, request: ToolRequest) => Promise<unknown>
}

/** Binds a tool to its shapes: the types of arguments and answer are those of the shapes. */
export function tool<In extends z.ZodType, Out extends z.ZodType>(
  shape: Omit<Tool, 'input' | 'output' | 'call'> & { readonly input: In; readonly output: Out },
  call: (args: z.output<In>, request: ToolRequest) => Promise<z.input<Out>>,
): Tool {
  return { ...shape, call: call as Tool['call'] }
}

/** What cannot be done, and what to do next. The words are shown to the client, so that they hold nothing that a publisher wrote. */
export class ToolRefusal extends Error {
  readonly next: string

  constructor(problem: string, next: string) {
    super(problem)
    this.name = 'ToolRefusal'
    this.next = next
  }
}

/** The same for what is not there and for what the reader does not see. */
export const nothingNamed = (what: string, next = '`search` and `today` give the ids of what there is.'): ToolRefusal =>
  new ToolRefusal(`There is no ${what} here.`, next)

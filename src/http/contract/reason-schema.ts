import { z } from 'zod'

/* Sentences for people come twice: in English for programs and the command line, and as a code with its values, for which the page has
   words in every language. */

/** One kind of a coded sentence: its code and its values. */
export const coded = <Code extends string, Values extends z.ZodRawShape = Record<never, never>>(
  code: Code,
  values: Values = {} as Values,
) => z.strictObject({ code: z.literal(code), ...values })

import type { BuildOptions } from 'esbuild'

export function partsOf(
  programs: readonly string[],
  options: BuildOptions,
): Promise<readonly { readonly name: string; readonly text: string }[]>

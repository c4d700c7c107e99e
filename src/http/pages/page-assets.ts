/** A file that the page is made of. */
export interface AssetFile {
  readonly type: string
  /** Whether its name changes with its content. */
  readonly isHashed: boolean
  readonly body: Buffer
  /** The same, compressed when the program was built. */
  readonly brotli: Buffer | null
  readonly gzip: Buffer | null
}

/** Everything that a browser loads for the page. Names hold a hash of the content, so that a browser may keep them for ever. */
export interface PageAssets {
  /** The addresses of the first script and of the style sheet. */
  readonly script: string
  readonly style: string
  readonly file: (name: string) => AssetFile | null
}

export const NO_ASSETS: PageAssets = { script: '/assets/none.js', style: '/assets/none.css', file: () => null }

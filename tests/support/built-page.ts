import { fileURLToPath } from 'node:url'
import { readPageAssets } from '../../src/io/system/read-page-assets.ts'

const FOLDER = fileURLToPath(new URL('../../dist/page', import.meta.url))

/** What the build made of the page. */
export const builtPage = () => readPageAssets(FOLDER)

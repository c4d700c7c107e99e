import { createHash } from 'node:crypto'
import { markupText } from './markup.ts'
import { pageStyle } from './page-style.ts'

const css = markupText(pageStyle).replace(/^<style>|<\/style>$/g, '')

/**
 * The content policy of every page (CSP): no script, nothing loaded, and the one style sheet by its hash, so that no other style
 * takes effect, whatever gets into a page. `forms` is for pages that send a form to this server.
 */
export const pagePolicy = (forms: 'none' | 'self' = 'none'): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    `form-action '${forms}'`,
  ].join('; ')

import { html, type Markup } from './markup.ts'
import { pageStyle } from './page-style.ts'

/** A page that is no digest: a title and what is below it. */
export const page = (title: string, content: Markup): Markup => titledPage(title, content, 'no-referrer')

/**
 * The same with a form. Its address may be told to this server, or browsers would send the form without saying where it comes from
 * (`Origin: null`).
 */
export const formPage = (title: string, content: Markup): Markup => titledPage(title, content, 'same-origin')

function titledPage(title: string, content: Markup, referrer: 'no-referrer' | 'same-origin'): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="${referrer}">
<title>${title}</title>
${pageStyle}
</head>
<body>
<header class="masthead"><h1 dir="auto">${title}</h1></header>
<main>
${content}
</main>
</body>
</html>
`
}

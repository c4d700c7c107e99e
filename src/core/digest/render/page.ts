import { html, type Markup } from './markup.ts'
import { pageStyle } from './page-style.ts'

/**
 * A page with a form: a title and what is below it. Its address may be told to this server, or browsers would send the form without
 * saying where it comes from (`Origin: null`).
 */
export function formPage(language: string, title: string, content: Markup): Markup {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
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

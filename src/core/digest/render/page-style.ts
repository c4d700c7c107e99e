import { html } from './markup.ts'

/** The link of the sheet that is shown, for as many tabs as a page may reasonably have; without one, that of the first. */
const chosenSheets = [
  '.tabs:not(:has(.sheet:not(.first):target)) .sheets a:first-child',
  ...Array.from(
    { length: 30 },
    (_, i) => `.tabs:has(.sheet:nth-of-type(${i + 2}):target) .sheets a:nth-child(${i + 2})`,
  ),
].join(', ')

/**
 * The page's style sheet, like a newspaper: serif type, rules and no boxes; columns where there is room. System fonts
 * only; Han characters use the glyphs of their language.
 */
export const pageStyle = html`<style>
:root {
  color-scheme: light dark;
  --paper: #f8f4ea; --ink: #1d1a16; --soft: #5a5247; --rule: #1d1a16; --hair: #cfc6b4; --mark: #8a1c14;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, "Noto Serif", "DejaVu Serif", "Songti TC", "Noto Serif CJK TC", serif;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #161411; --ink: #e9e2d4; --soft: #aba08d; --rule: #8d8372; --hair: #3d372e; --mark: #e8917f; }
}
* { box-sizing: border-box; }
html { background: var(--paper); -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body {
  margin: 0 auto; max-width: 78rem; padding: 1.5rem clamp(1rem, 4vw, 3rem) 3rem;
  background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 var(--serif);
  font-variant-numeric: oldstyle-nums; text-rendering: optimizeLegibility; overflow-wrap: break-word;
}
:where(:lang(en)) { font-family: var(--serif); }
:where(:lang(zh)) { font-family: var(--serif-zh); font-variant-numeric: normal; }
:root { --serif-zh: "Songti TC", "Noto Serif CJK TC", "Noto Serif TC", "Source Han Serif TC", PMingLiU, "Songti SC", "Noto Serif CJK SC", SimSun, serif; }
:where(:lang(zh-Hans), :lang(zh-CN), :lang(zh-SG)) { font-family: "Songti SC", "Noto Serif CJK SC", "Noto Serif SC", "Source Han Serif SC", SimSun, serif; }
:where(:lang(ja)) { font-family: "Hiragino Mincho ProN", "Yu Mincho", YuMincho, "Noto Serif CJK JP", "Noto Serif JP", "Source Han Serif JP", serif; font-variant-numeric: normal; }
:where(:lang(ko)) { font-family: AppleMyungjo, "Noto Serif CJK KR", "Noto Serif KR", Batang, serif; }
body:is(:lang(zh), :lang(ja), :lang(ko)), :is(.summary, .brief p):is(:lang(zh), :lang(ja), :lang(ko)) { line-height: 1.75; }
:is(.summary, .brief p):lang(en) { line-height: 1.55; }
a { color: inherit; text-decoration: none; }
a:hover { text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .18em; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--mark); outline-offset: 3px; }
h1, h2, h3, h4, p, ol, ul, dl, dd { margin: 0; padding: 0; }
ol, ul { list-style: none; }
h1, h2, h3, h4 { font-weight: 700; line-height: 1.15; text-wrap: balance; }
:is(h1, h2, h3, h4):is(:lang(zh), :lang(ja), :lang(ko)) { line-height: 1.35; font-weight: 600; }
:is(h1, h2, h3, h4):is(:lang(zh), :lang(ja)) { text-wrap: wrap; }
:is(h1, h2, h3, h4):lang(zh) { word-break: keep-all; overflow-wrap: anywhere; }
:is(h1, h2, h3, h4):lang(ja) { word-break: auto-phrase; }
.small { font-size: .8125rem; line-height: 1.5; color: var(--soft); }
.skip { position: absolute; left: -100vw; }
.skip:focus { position: static; }

.masthead { text-align: center; border-top: 4px double var(--rule); }
.masthead h1 { font-size: clamp(2.3rem, 8.5vw, 5.75rem); font-weight: 700; letter-spacing: -.015em; line-height: 1; padding: .32em 0 .28em; }
.masthead h1:is(:lang(zh), :lang(ja)) { letter-spacing: .18em; text-indent: .18em; line-height: 1.1; padding: .25em 0; }
.dateline { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .1rem 1.5rem; border-block: 1px solid var(--rule); padding: .4rem 0; font-size: .8125rem; line-height: 1.5; }
.dateline > :nth-child(2) { color: var(--soft); }
.notice { padding: .9rem 0 0; font-style: italic; text-align: center; }
:is(.notice, .short):is(:lang(zh), :lang(ja)) { font-style: normal; }

.digests { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1.5rem; padding-bottom: .6rem; }
.sheets { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1.75rem; border-bottom: 1px solid var(--rule); }
.sheets a { padding: .65rem 0 .5rem; color: var(--soft); border-bottom: 3px solid transparent; line-height: 1.4; }
.sheets a:hover { color: var(--ink); text-decoration: none; }
${chosenSheets} { color: var(--ink); font-weight: 700; border-bottom-color: var(--mark); }
.sheet { scroll-margin-top: 4rem; }
@supports selector(:has(:target)) {
  .tabs .sheet:not(.first, :target), .tabs:has(.sheet:not(.first):target) .first { display: none; }
}
.sheet > h2:first-child { position: absolute; left: -100vw; }

.front { display: grid; gap: 0 2.5rem; }
.contents { padding: 1.1rem 0; border-bottom: 1px solid var(--hair); }
.contents h2, .kicker, .category, .report h3 { font-size: .8125rem; font-weight: 700; line-height: 1.4; letter-spacing: .07em; text-transform: uppercase; }
:is(.contents h2, .kicker, .category, .report h3):is(:lang(zh), :lang(ja), :lang(ko)) { letter-spacing: .04em; }
.contents ol { margin-top: .5rem; columns: 16rem; column-gap: 2rem; }
.contents li { break-inside: avoid; display: flex; align-items: baseline; gap: .6rem; padding: .2rem 0; line-height: 1.4; font-size: .9375rem; }
.contents li > span:last-child { color: var(--soft); margin-inline-start: auto; font-size: .8125rem; }
.contents .part { border-top: 1px solid var(--hair); margin-top: .3rem; padding-top: .4rem; }

.section { margin-top: 1.9rem; border-top: 3px solid var(--rule); padding-top: .3rem; }
.section > h2 { font-size: 1.5rem; border-bottom: 1px solid var(--hair); padding: .25rem 0 .55rem; margin-bottom: 1.1rem; }
.story { break-inside: avoid; }
.kicker { display: flex; flex-wrap: wrap; gap: 0 .6em; color: var(--mark); }
.kicker .trend { color: var(--soft); font-weight: 400; letter-spacing: .02em; text-transform: none; white-space: nowrap; }
.spark { vertical-align: -2px; margin-inline-start: .35em; overflow: visible; }
.spark polyline { fill: none; stroke: currentColor; stroke-width: 1.2; }
.spark circle { fill: var(--mark); }
.story h3 { font-size: 1.4375rem; margin: .22em 0 .3em; }
.facts { font-size: .8125rem; line-height: 1.5; color: var(--soft); }
.facts b { color: var(--ink); font-weight: 600; }
.summary { margin-top: .5rem; hyphens: auto; }
.summary sup { font-size: .68em; line-height: 0; margin-inline-start: .12em; }
.summary sup a, .cites a, .news a { color: var(--mark); }
.news { margin-top: .55rem; padding-inline-start: .8rem; border-inline-start: 3px solid var(--mark); font-size: .9375rem; }
.news b { font-weight: 600; }
.correction { text-align: start; margin: .8rem 0; padding-inline-start: .8rem; border-inline-start: 3px solid var(--mark); font-size: .9375rem; }
.correction a { color: var(--mark); }
.differing { margin-top: .5rem; font-style: italic; }
.cites, .related { margin-top: .5rem; }
details { margin-top: .35rem; }
summary { cursor: pointer; width: fit-content; }
details li { padding: .3rem 0 .3rem 1rem; text-indent: -1rem; font-size: .9375rem; line-height: 1.4; }
.lead { padding: 1.4rem 0 1.6rem; }
.lead h3 { font-size: clamp(1.9rem, 4.6vw, 3.25rem); letter-spacing: -.015em; line-height: 1.06; }
.lead h3:is(:lang(zh), :lang(ja)) { font-size: clamp(1.7rem, 3.8vw, 2.6rem); line-height: 1.28; letter-spacing: 0; }
.lead .summary { font-size: 1.1875rem; }
.rest { columns: 2 21rem; column-gap: 2.75rem; column-rule: 1px solid var(--hair); border-top: 1px solid var(--rule); padding-top: 1.3rem; }
.rest .story { padding-bottom: 1.3rem; margin-bottom: 1.2rem; border-bottom: 1px solid var(--hair); }
.rest .story:last-child { border-bottom: 0; margin-bottom: 0; }

.briefs { columns: 3 17rem; column-gap: 2.25rem; column-rule: 1px solid var(--hair); }
.group { margin-bottom: 1.3rem; }
.category { break-inside: avoid; border-bottom: 1px solid var(--hair); padding-bottom: .25rem; break-after: avoid; }
.brief { break-inside: avoid; padding: .7rem 0 .1rem; }
.brief h4 { font-size: 1.0625rem; line-height: 1.3; }
.brief p { font-size: .9375rem; line-height: 1.5; margin-top: .2rem; }
.brief .facts { font-size: .8125rem; }
.line { break-inside: avoid; padding: .3rem 0; line-height: 1.4; font-size: .9375rem; }

.tab { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); gap: 0 2.75rem; overflow: clip; }
.tab li { margin-top: -1px; border-top: 1px solid var(--hair); padding: 1.2rem 0 1.3rem; }
.tab h3 { font-size: 1.3125rem; line-height: 1.2; margin-bottom: .25em; }
.short { border-top: 1px solid var(--hair); padding-top: .8rem; font-style: italic; color: var(--soft); padding-bottom: 1rem; }

.form { max-width: 22rem; margin: 1.6rem auto 0; }
.form p { margin-top: .9rem; }
.form .small { margin-top: .25rem; }
.form :is(label, input, button) { display: block; width: 100%; font: inherit; }
.form input { margin-top: .2rem; padding: .5rem .6rem; background: transparent; color: inherit; border: 1px solid var(--soft); border-radius: 0; }
.form button { margin-top: 1.4rem; padding: .55rem; background: var(--ink); color: var(--paper); border: 0; cursor: pointer; font-weight: 700; }
.form :is(input, button):focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }

.report { font-size: .9375rem; }
.report .figures { display: flex; flex-wrap: wrap; gap: .1rem 2rem; }
.report dl { columns: 2 20rem; column-gap: 2.75rem; margin-top: .8rem; }
.report dl > div { break-inside: avoid; padding-bottom: .8rem; }
.report h3, .report dt { font-weight: 700; }
.colophon { margin-top: 2rem; border-top: 4px double var(--rule); padding-top: .8rem; }
.colophon h2 { font-size: 1rem; }
.colophon li { padding: .15rem 0; }
.colophon > p:last-child { margin-top: 1rem; }

@media (min-width: 64rem) {
  .front { grid-template-columns: minmax(0, 1fr) 17.5rem; grid-template-areas: "lead contents"; }
  .lead { grid-area: lead; padding-inline-end: 0; }
  .contents { grid-area: contents; border-bottom: 0; border-inline-start: 1px solid var(--hair); padding-inline-start: 1.6rem; margin: 1.4rem 0; padding-block: 0; align-self: start; }
  .contents ol { columns: auto; }
  .lead .summary { margin-top: .8rem; }
  .lead .summary.long { columns: 2; column-gap: 2rem; }
}
@media (max-width: 30rem) {
  body { font-size: 1rem; padding-top: 1rem; }
  .dateline { flex-direction: column; align-items: center; text-align: center; }
  .sheets { gap: 0 1.1rem; font-size: .9375rem; }
  .sheet { font-size: 1rem; }
  .contents li { padding: .1rem 0; }
  .contents .sub { display: none; }
  .lead .summary { font-size: 1.0625rem; }
}
@media print {
  :root { --paper: #fff; --ink: #000; --soft: #333; --rule: #000; --hair: #999; --mark: #000; }
  @page { margin: 15mm; }
  body { font-size: 10pt; max-width: none; padding: 0; }
  .digests, .sheets, details { display: none; }
  .tabs .sheet:is(.first, .sheet), .tabs:has(.sheet:target) .sheet:is(.first, .sheet) { display: block; }
  .sheet > h2:first-child { position: static; font-size: 14pt; border-top: 3px solid #000; padding-top: 4pt; margin-top: 14pt; }
  .sheet.first > h2:first-child { display: none; }
}
</style>`

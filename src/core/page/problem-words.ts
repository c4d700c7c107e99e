import type { PageProblem, RefusedPage } from '../domain/full-text.ts'

/** Each problem as a reader is told it. */
const WORDS: Readonly<Record<PageProblem, string>> = {
  robots: 'the site asks programs not to fetch this page (robots.txt)',
  robotsUnavailable: 'the site could not say whether programs may fetch this page (robots.txt does not answer)',
  unavailable: 'the page could not be fetched',
  slowDown: 'the site asks for fewer requests',
  gone: 'the page is not there any more',
  refused: 'the site does not let programs fetch this page',
  forbiddenAddress: 'the address leads into a private network',
  notAPage: 'the address leads to no web page',
  tooLarge: 'the page is too large',
  tooComplex: 'the page is too complex to be read',
  frontPage: "the address leads to the site's front page, not to the article",
  consent: 'the site shows a consent page in place of the article',
  paywall: 'the article is for subscribers of the site',
  noArticle: 'no article was found on the page',
  tooShort: 'the text on the page is too short to be the article',
  mostlyLinks: 'the page is a list of links',
  notMore: 'the page has no more text than the feed',
  noAddress: 'the article has no address of its own',
}

/** A page that is not taken; `detail` says more, such as a status. */
export const refusedPage = (problem: PageProblem, detail: string | null = null): RefusedPage => ({
  kind: 'refused',
  problem,
  message: detail === null ? WORDS[problem] : `${WORDS[problem]} (${detail})`,
})

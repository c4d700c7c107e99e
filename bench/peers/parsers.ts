import { XMLParser } from 'fast-xml-parser'
import { parseFeed as parseByFeedsmith } from 'feedsmith'
import RssParser from 'rss-parser'

/** Another parser of feeds, or of the XML they are written in. */
export interface Peer {
  readonly name: string
  readonly parse: (bytes: Uint8Array) => unknown
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const xml = new XMLParser({ ignoreAttributes: false })
const rss = new RssParser()

/** They take text, so decoding UTF-8 is part of their work; fast-xml-parser makes a tree and no entries of it. */
export const peers: readonly Peer[] = [
  { name: 'feedsmith 3.0.1', parse: (bytes) => parseByFeedsmith(text(bytes)) },
  { name: 'rss-parser 3.13.0', parse: (bytes) => rss.parseString(text(bytes)) },
  { name: 'fast-xml-parser 5.12.0 (tree only)', parse: (bytes) => xml.parse(text(bytes)) },
]

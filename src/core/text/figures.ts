import type { Figure, FigureKind } from '../domain/figure.ts'
import { canonicalNumbers, isNumber } from './numbers.ts'
import { splitSentences } from './sentences.ts'
import { foldText, words } from './words.ts'

/** Beginnings of folded words beside which a number is such a figure. English, German, Spanish, French, Italian, Portuguese, Dutch. */
const WORDS: Readonly<Record<FigureKind, readonly string[]>> = {
  dead: `dead death deaths toll killed kills dies died tote toten toter todesopfer opferzahl muerto muertos muertes fallecido
    fallecidos morts deces morti mortos doden`.split(/\s+/),
  injured: 'injured wounded hurt verletzt verletzte herido heridos blesses feriti feridos gewonden'.split(' '),
  missing: 'missing unaccounted vermisst vermisste vermissten desaparecido desaparecidos disparus dispersi'.split(' '),
  evacuated:
    `evacuated evacuees evacuate displaced shelters evakuiert evakuierte fliehen notunterkunften desalojar desalojados
    desalojadas evacuados evacuadas albergues evacues evacuati`.split(/\s+/),
  ill: 'ill sick sickened infected cases infections erkrankt erkrankte infiziert infizierte falle casos enfermos contagiados'.split(
    ' ',
  ),
  magnitude: 'magnitude quake earthquake starke erdbeben magnitud seismo'.split(' '),
  seats: 'seats seat sitze sitzen mandate escanos sieges seggi'.split(' '),
  offer: 'share aktie accion acciones'.split(' '),
}
const KIND_OF = new Map(
  Object.entries(WORDS).flatMap(([kind, list]) => list.map((word) => [word, kind as FigureKind] as const)),
)

/** In scripts without spaces: the figure and what it counts stand in one run. */
const PATTERNS: readonly (readonly [FigureKind, RegExp])[] = [
  ['dead', /(\d+)\s*人?(?:が|は|已|全)?(?:死亡|死|遇難|遇难|罹難|罹难|身亡|喪生|丧生)/u],
  ['dead', /(?:死者|死亡(?:人数|人數|數|数)|罹難(?:人數|者)|遇难(?:人数|者)|遇難者)[^\d。、，]{0,7}(\d+)/u],
  ['injured', /(\d+)\s*人?(?:受傷|受伤|負傷|けが|輕傷|轻伤|重傷|重伤)/u],
  ['evacuated', /(?:疏散|撤離|撤离|避難|避难)[^\d。、，]{0,6}(\d+)/u],
  ['ill', /(?:感染|確診|确诊|病例|患者|發病|累計|增至)[^\d。、，]{0,5}(\d+)\s*(?:人|例|名)/u],
  ['ill', /(\d+)\s*(?:人|例|名)[^\d。、，]{0,3}(?:発症|感染|確診|确诊|肺炎)/u],
  ['magnitude', /(?:規模|规模|マグニチュード|震級|震级|M)[^\d。、，]{0,5}(\d\.\d)/u],
  ['seats', /(\d+)\s*(?:議席|席)/u],
]

/** A number with one of these beside it is an addition to a figure, not the figure: "three more dead". */
const MORE = new Set(
  'more further another additional others weitere weiterer weiteren mas otros altri autres'.split(' '),
)
/** A number with one of these behind it measures something: "6,000 hectares". */
const UNIT =
  /^(?:(?:hectar|hektar|ettar|kilomet|chilomet|quilomet|percent|prozent|degree|minut|stunde|monat|month)\p{L}*|km|met(?:er|re|ro)s?|miles?|meilen?|millas?|acres?|grad|grados|degres|years?|jahren?|anos|anni|hours?|horas?|heures?|tons?|tonn?e[ns]?s?)$/u
/** So many words may stand between a number and what it counts; more where it counts people, since a German verb stands last. */
const REACH = 5
const PEOPLE_REACH = 9
const PEOPLE = new Set(
  'people residents villagers persons menschen personen bewohner einwohner anwohner personas vecinos personnes habitants persone pessoas mensen'.split(
    ' ',
  ),
)
/** "forces 1,200 from villages", "drives 900 people from their homes". */
const DRIVING = new Set(
  'force forces forced drive drives drove driven chase chases chased vertreibt vertrieb treibt zwingt'.split(' '),
)
const FROM = new Set(['from', 'aus'])
/** Figures are read in the title and so many first sentences. */
const SENTENCES = 3

/** The running figures of an article, the title before the text; of each kind the first. */
export function figuresIn(title: string, text: string | null, language: string | null): readonly Figure[] {
  const found = new Map<FigureKind, string>()
  const parts = [title, ...(text === null ? [] : splitSentences(text.slice(0, 1000), language).slice(0, SENTENCES))]
  for (const part of parts) {
    for (const { kind, value } of [...spacedFigures(part, language), ...unspacedFigures(part)])
      if (!found.has(kind)) found.set(kind, value)
  }
  return [...found].map(([kind, value]) => ({ kind, value }))
}

function spacedFigures(text: string, language: string | null): Figure[] {
  const all = canonicalNumbers(words(text), language)
  return all.flatMap((word, at): Figure[] => {
    if (!isNumber(word) || isAddition(all, at) || UNIT.test(all[at + 1] ?? '')) return []
    const kind = nearestKind(all, at) ?? (isDrivenOut(all, at) ? 'evacuated' : null)
    return kind === null ? [] : [{ kind, value: word }]
  })
}

const isAddition = (all: readonly string[], at: number): boolean =>
  [all[at - 1], all[at + 1]].some((word) => word !== undefined && MORE.has(word))

/** So many words may stand between the verb and the number: "forces more than 1,200". */
const VERB_REACH = 4

function isDrivenOut(all: readonly string[], at: number): boolean {
  const next = PEOPLE.has(all[at + 1] ?? '') ? at + 2 : at + 1
  return FROM.has(all[next] ?? '') && all.slice(Math.max(0, at - VERB_REACH), at).some((word) => DRIVING.has(word))
}

/** The kind of the nearest word that names one, no other number between; the word after the number before the one in front of it. */
function nearestKind(all: readonly string[], at: number): FigureKind | null {
  const open = { after: true, before: true }
  const reach = PEOPLE.has(all[at + 1] ?? '') ? PEOPLE_REACH : REACH
  for (let distance = 1; distance <= reach; distance++) {
    for (const side of ['after', 'before'] as const) {
      const word = open[side] ? all[side === 'after' ? at + distance : at - distance] : undefined
      if (word === undefined) continue
      const kind = KIND_OF.get(word)
      if (kind !== undefined) return kind
      if (isNumber(word)) open[side] = false
    }
  }
  return null
}

function unspacedFigures(text: string): Figure[] {
  const folded = foldText(text)
  return PATTERNS.flatMap(([kind, pattern]): Figure[] => {
    const found = pattern.exec(kind === 'magnitude' ? text.normalize('NFKC') : folded)
    if (found === null || /[再另又]$/u.test(folded.slice(0, found.index))) return []
    return [{ kind, value: found[1]! }]
  })
}

/**
 * A large figure with only one digit that counts, where it differs from that by a twentieth at most; else null. "Over 5,000" and
 * 5,100 are one state of things.
 */
export function roundedFigure(value: string): string | null {
  const exact = Number(value)
  if (!(exact >= 100)) return null
  const unit = 10 ** Math.floor(Math.log10(exact))
  const rounded = Math.round(exact / unit) * unit
  return Math.abs(exact - rounded) * 20 <= exact ? String(rounded) : null
}

import { isStopWord } from '../../text/stop-words.ts'
import { words } from '../../text/words.ts'
import { isLabelBoilerplate } from '../label-boilerplate.ts'
import type { Role, RolesOf } from './noun-phrases.ts'
import type { Token } from './tokens.ts'

const set = (list: string): ReadonlySet<string> => new Set(words(list))

/** Function words of Romance headlines, beyond the short lists that comparison leaves out. Compiled by hand for Copytaster. */
const FUNCTION_WORDS = set(`
ainsi alors apres assez au aucun aujourd auquel aussi autant autour autre autres aux avant beaucoup bien bientot bref ca ceci cela
celle celles celui cent cependant certains ceux chaque chez ci cinq combien comme comment dedans deja demain depuis derriere des
desormais desquels deux devant dix doit doivent donc dont du durant egalement encore enfin ensuite entre environ etc face faut hors
huit ici jamais jusqu jusque la laquelle lequel lesquels loin lors lorsque maintenant mais malgre meme mieux moins neuf ni non
nouveau nouvel nouvelle nouvelles on or ou ouais oui outre par parce parfois parmi pendant personne peu peut peuvent plusieurs
plutot pour pourquoi pourtant premier premiere presque pres puis puisque quand quant quatre que quel quelle quelles quelque quelques
quels qui quoi rien sans sauf selon sept seul seule seulement si sinon six soi soit sous souvent surtout tandis tant tel
telle toujours tous tout toutefois toutes treize trente tres trois trop vers veut veulent via vingt voici voila vont y grace
suite moitie lieu
ademas ahora algo alguien algun alguna algunas algunos alli ante antes apenas aqui asi aun aunque bajo bastante cada casi catorce
cerca cinco como cuando cuanto cuatro cuya debe deben dentro desde despues dice dicen diez donde dos durante el ella ellos entonces
frente fuera gran grandes hacia hace hacen hasta incluso jamas junto lejos luego mas mayor medio mejor menor menos mientras mil mismo
muchas mucho muchos nadie nada ningun ninguna nuestra nuestro nunca ocho otra otras otro otros para peor pese poco pocos porque
primer primera primero pronto propio pues puede pueden que quien quienes quiere quieren quiza quizas sea segun segunda segundo seis
ser siempre siete sino sobre solo tal tambien tampoco tan tanta tanto tercera tercer toda todavia todo todos tras traves treinta
tres unas unos usted va van varias varios veinte vez ya adios
abbastanza allora altra altre altri altro ancora anche appena assai ben bene cento certo ciascuno cinque cioe come comunque contro
cosa cosi cui dai dal dalla dalle davanti davvero deve devono dieci dietro dopo dove due dunque durante ecco ed egli essa esse essere
essi fino forse fra fuori gia infatti inoltre insieme invece mai mentre meno mezzo molta molte molti molto ne neanche nei nella
nelle nessuna nessuno niente nulla ogni ogni oltre oppure perche perfino piu poca pochi poco poi prima primo proprio pur qua qual
quale quali qualche qualcosa qualcuno quando quanto quasi quattro quella quelle quelli quello questa queste questi questo qui quindi
sarebbe secondo sei sempre senza sette sia solo soltanto sopra sotto spesso stata state stati sua sue sugli sui sul sulla suo suoi
tale tanto tra tre troppo tutta tutte tutti tutto verso via
ainda alem algum alguma alguns ambos antes ao aos apenas apos aquela aquele aqui assim ate bem cada cinco com como contra da das
depois dez do dois dos duas durante e ela ele em enquanto entao entre era essa esse esta este fora foi grande ha hoje isso ja la
mais mas meio menos mesmo muita muito na nada nao nas nem nenhum ninguem no nos nova novo num numa nunca o oito onde ontem os ou
outra outras outro outros para pela pelas pelo pelos perto pode podem por porque pouco primeira primeiro qual quando quase quatro que
quem sao se segundo seis sem sempre ser sete seu sim so sob sobre sua tal tambem tanto tem tendo toda todas todo todos tres tudo
um uma vai voce
`)
/** A noun follows these, or an adjective before one. */
const BEFORE_NOUNS: Readonly<Record<string, ReadonlySet<string>>> = {
  fr: set(`le la les l un une des du de d au aux ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs dans en
sur sous avec sans pour par contre entre vers chez selon deux trois quatre cinq six sept huit neuf dix`),
  es: set(`el la los las un una unos unas de del al su sus mi mis tu este esta estos estas ese esa esos esas con sin por para sobre
contra tras dos tres cuatro cinco segun hacia desde hasta ante bajo en entre`),
  it: set(`il lo la i gli le l un uno una di d da dal dalla dello della dei degli delle dell nel nella nei negli nelle nell sul sulla sui
sugli sulle sull al allo alla ai agli alle all dall coi col questo questa questi queste quel quella suo sua suoi sue loro su per tra
fra con in due tre`),
  pt: set(`o a os as um uma uns umas de do da dos das no na nos nas ao aos pelo pela pelos pelas em com sem seu sua seus suas num numa por
para sobre contra entre dois duas tres`),
  ca: set('el la els les l un una uns unes de d del dels al als a en amb per sense sobre contra entre'),
}
const CONJUNCTIONS = set('et ou y e o u i ed')
const LINKS = set('de d du des del di dello della dei degli delle dell do da dos das')
const ARTICLES: Readonly<Record<string, ReadonlySet<string>>> = {
  fr: set('le la les l un une'),
  es: set('el la los las un una'),
  it: set('il lo la i gli le l un uno una'),
  pt: set('o a os as um uma'),
  ca: set('el la els les l un una'),
}
const INFINITIVE: Readonly<Record<string, RegExp>> = {
  fr: /..(?:er|ir|oir|dre|tre|re)$/,
  es: /..[aei]r(?:se|lo|la|los|las|le)?$/,
  pt: /..[aei]r(?:-se)?$/,
  it: /..(?:are|ere|ire|arsi|ersi|irsi)$/,
  ca: /..(?:ar|er|ir|re)$/,
}
/** After these an infinitive may stand. */
const BEFORE_INFINITIVES = set('a de d pour para por per di da sans sin sem en y et e')

/**
 * Nouns of Romance languages follow an article or a preposition, or open a clause. A word behind a noun may be an
 * adjective or the verb: it is taken only when the two stand together again.
 */
export const romanceRoles: RolesOf = (tokens, language, evidence) => {
  const roles: Role[] = []
  tokens.forEach((_, at) => {
    roles.push(roleOf(tokens, at, language, (pair) => evidence.pairs.get(pair) ?? 0, roles))
  })
  return roles
}

function roleOf(
  tokens: readonly Token[],
  at: number,
  language: string,
  countOf: (pair: string) => number,
  roles: readonly Role[],
): Role {
  const token = tokens[at]!
  const before = token.joined ? tokens[at - 1]! : null
  const last = before === null ? 'none' : roles[at - 1]!
  const next = tokens[at + 1]?.joined ? tokens[at + 1]! : null
  if (isLink(token, before, last, language)) return 'link'
  if (token.isName && !isLabelBoilerplate(token.folded)) return 'noun'
  const bare = token.folded.replace(/['’]$/u, '')
  if (isIdle(bare, language)) return 'none'
  const isInfinitive = INFINITIVE[language]?.test(bare) === true
  if (before === null) return isInfinitive || opensWithVerb(token, next, language) ? 'none' : 'noun'
  const previous = before.folded.replace(/['’]$/u, '')
  if (last === 'link') return isInfinitive && BEFORE_INFINITIVES.has(previous) ? 'none' : 'noun'
  if (last === 'noun') return countOf(`${before.folded} ${token.folded}`) > 1 ? 'after' : 'none'
  if (CONJUNCTIONS.has(previous) && follows(ARTICLES[language]!, token, countOf)) return 'noun'
  if (!BEFORE_NOUNS[language]!.has(previous)) return 'none'
  return isInfinitive && BEFORE_INFINITIVES.has(previous) ? 'none' : 'noun'
}

/** True when the word stands behind one of these somewhere. */
function follows(before: ReadonlySet<string>, { folded }: Token, countOf: (pair: string) => number): boolean {
  return [...before].some((word) => countOf(`${word} ${folded}`) > 0)
}

/** "reforma de las pensiones": a preposition behind a noun, and an article behind it. */
function isLink(token: Token, before: Token | null, last: Role, language: string): boolean {
  const bare = token.folded.replace(/['’]$/u, '')
  if (before === null) return false
  if (LINKS.has(bare) && (last === 'noun' || last === 'after')) return true
  return last === 'link' && ARTICLES[language]!.has(bare) && LINKS.has(before.folded.replace(/['’]$/u, ''))
}

/** "Muere la actriz", "Vuelven a casa": a clause that opens with a verb goes on with an article or a preposition of place. */
function opensWithVerb(token: Token, next: Token | null, language: string): boolean {
  if (next === null) return false
  if (ARTICLES[language]!.has(next.folded.replace(/['’]$/u, ''))) return true
  return language === 'es' && /^al?$/.test(next.folded) && /(?:an|en|o|e)$/.test(token.folded)
}

function isIdle(bare: string, language: string): boolean {
  return isStopWord(bare, language) || FUNCTION_WORDS.has(bare) || isLabelBoilerplate(bare) || bare.length < 2
}

import { isPlace } from '../../text/entities/places.ts'
import { isStopWord } from '../../text/stop-words.ts'
import { words } from '../../text/words.ts'
import { isLabelBoilerplate } from '../label-boilerplate.ts'
import type { Role, RolesOf } from './noun-phrases.ts'
import type { Token } from './tokens.ts'

/** Function words of German headlines, beyond the short list that comparison leaves out. Compiled by hand for Copytaster. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  words(`ab abends adieu aha alle allem allen aller alles also andere anderen anderer ansonsten anstatt auch außer außerdem bald
beide beiden bevor bin bitte bloß dabei dadurch dafür dagegen daher damals damit danach daneben dank dann daran darauf daraus
darf dürfen darin darum darunter davon davor dazu dein deine deiner deinen demnach denen deren derzeit deshalb dessen deswegen
dies diese diesem diesen dieser dieses doch drei eben ebenso ehe eher eigentlich einige einigen einiger einmal einst endlich
entlang erst erste ersten erster erstes etwa etwas euer eure fast ferner fünf früh früher ganz gar gegenüber gemäß genau gern
gestern gibt gleich halt hin hinter ihm ihn ihnen ihre ihrem ihren ihrer ihres immer indem inzwischen irgend ja je jede jedem
jeden jeder jedes jedoch jemand jene jetzt kaum keinem keinen keiner keines kommt könnte künftig längst laut lediglich letzte
letzten letzter lieber mal manche manchmal mehrere mein meine meinem meinen meiner meist mindestens mitten möglich müssten
nach nachdem nächste nächsten nächster nahe nämlich neben nein neu neue neuem neuen neuer neues neun nichts nie niemals niemand
nirgends noch nochmals nun ob oben oft ohnehin per plötzlich pro rund samt sämtliche schließlich sechs sechste seht sein seine
seinem seinen seiner seines seither selbst sieben sobald sofern sogar solange solche solcher somit sondern sonst soviel soweit
sowie sowohl statt stets tatsächlich trotz trotzdem überall übrigens um unsere unserem unseren unserer unten unweit
unterdessen viel viele vielen vieler vielleicht vier voll völlig von vorbei vorher vorn während wann warum was weder wegen
weiter weitere weiteren weiterhin welche welchen welcher welches wenig wenige weniger wenigstens weshalb wider wie wieder wieso
wir wirklich wo wobei wodurch wofür woher wohin wohl womit worauf worin worum wovon wozu zehn zu zudem zuerst zufolge zuletzt
zunächst zurück zurzeit zusammen zuvor zwar zwei zweite zweiten zweiter zwölf dr herr frau herrn so nur mehr`),
)
/** True for a folded function word of German. */
export function isGermanFunctionWord(word: string): boolean {
  return isStopWord(word, 'de') || FUNCTION_WORDS.has(word)
}

const ADJECTIVE_ENDING = /..(?:e|en|er|es|em)$/
/** An adjective follows an article or a preposition; after anything else such a word may be a verb. */
const BEFORE_ADJECTIVES: ReadonlySet<string> = new Set(
  words(`der die das den dem des ein eine einer eines einem einen kein keine keiner keinen im in am an auf aus bei beim mit nach von
vom vor über unter für durch gegen ohne zum zur zu seit bis um neue neuer neues neuen mehrere viele zwei drei vier erste ersten
seine seiner ihre ihrer und`),
)
const GENITIVE: ReadonlySet<string> = new Set(['der', 'des'])

/** German writes its nouns with capitals: whatever is written small is no noun. */
export const germanRoles: RolesOf = (tokens, _language, evidence) => {
  const isNoun = (token: Token | undefined): boolean => token?.capital === true && !isIdle(token)
  return tokens.map((token, at): Role => {
    const [before, next] = [tokens[at - 1], tokens[at + 1]]
    if (GENITIVE.has(token.folded) && !token.opens && isNoun(before) && next?.joined && isNoun(next)) return 'link'
    if (isIdle(token)) return 'none'
    const modifies = ADJECTIVE_ENDING.test(token.folded) && next?.joined === true && isNoun(next)
    if (!token.capital)
      return modifies && token.joined && BEFORE_ADJECTIVES.has(before?.folded ?? '') ? 'before' : 'none'
    if (!token.opens || evidence.upper.has(token.folded) || isPlace(token.folded)) return 'noun'
    if (!evidence.lower.has(token.folded)) return 'noun'
    return modifies ? 'before' : 'none'
  })
}

function isIdle({ folded, text }: Token): boolean {
  if (/^\p{Lu}{2,}$/u.test(text)) return false
  return isGermanFunctionWord(folded) || isLabelBoilerplate(folded)
}

import { characterClass, HIRAGANA, WIDE } from './character-classes.ts'

/** Function words without a subject. Compiled by hand for Copytaster from the closed word classes of each language. */
const ENGLISH = `
a an the this that these those such
i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself
it its itself they them their theirs themselves one ones someone somebody something anyone anybody anything everyone
everybody everything noone nobody nothing none who whom whose which what whoever whatever whichever each every either
neither both all any some many much more most few fewer less least several other others another own same else
about above across after afterwards against along alongside amid among amongst around as at before beforehand behind below
beneath beside besides between beyond by despite down due during except for from in inside into like near of off on onto out
outside over past per round since than through throughout till to toward towards under underneath until unto up upon via
versus vs with within without
and but or nor so yet if unless although though because while whereas whether once therefore thus hence however moreover
furthermore nevertheless nonetheless otherwise instead meanwhile
am is are was were be been being have has had having do does did doing done can could may might must shall should will would
ought cannot cant dont doesnt didnt isnt arent wasnt werent hasnt havent hadnt wont wouldnt couldnt shouldnt mustnt aint
im ive id ill youre youve youll hes shes theyre theyve theyll weve thats whats heres theres lets
not no never ever always often sometimes seldom rarely again also already almost alone just only even still too very quite
rather really perhaps maybe indeed enough well now then here there where when why how wherever whenever everywhere somewhere
anywhere nowhere elsewhere thereby therein thereafter thereupon hereby herein hereafter whereby wherein whereupon
anyhow anyway somehow somewhat mostly mainly together apart away back forth further far
become became becomes becoming seem seems seemed seeming get gets got getting give gives gave given go goes going went gone
keep keeps kept make makes made making put puts take takes took taken say says said saying see sees saw seen
tell tells told use used uses using
eg ie etc ie nb ps re com www http https
`

const OTHERS: Readonly<Record<string, string>> = {
  de: `der die das den dem des ein eine einer eines einem einen und oder aber denn weil dass ob wenn als wie wo was wer wen
wem wessen ich du er sie es wir ihr mich dich sich uns euch mein dein sein unser euer ist sind war waren wird werden wurde
wurden hat haben hatte hatten kann konnen muss mussen soll sollen will wollen nicht kein keine nur auch noch schon so zu zum
zur im in an am auf aus bei beim mit nach von vom vor uber unter um fur durch gegen ohne bis seit zwischen mehr sehr da hier
dort dann nun jetzt man`,
  fr: `le la les un une des du de et ou mais donc or ni car que qui quoi dont au aux ce cet cette ces mon ma mes ton ta tes
son sa ses notre nos votre vos leur leurs je tu il elle on nous vous ils elles se me te lui y en est sont etait etaient etre
ete a ont avait avoir fait faire pas ne plus tres aussi pour par sur sous dans avec sans chez entre vers apres avant contre
depuis si comme quand tout tous toute toutes meme cest quil quelle`,
  es: `el la los las un una unos unas y e o u pero sino que quien cual cuyo de del al a en con sin por para sobre entre
hasta desde hacia segun contra tras yo tu ella nosotros ellos ellas me te se nos os le les lo mi su sus es son era eran
fue fueron ser estar esta estan estaba ha han habia hay no si ya mas muy tambien como cuando donde este esta estos estas ese
esa eso esos esas todo todos toda todas`,
  it: `il lo la i gli le un uno una e ed o ma che chi cui di a da in con su per tra fra del dello della dei degli delle al allo
alla ai agli alle dal dalla nel nella nei sul sulla io tu lui lei noi voi loro mi ti si ci vi non piu anche come quando dove
questo questa questi queste quello quella sono era erano essere stato ha hanno aveva avere`,
  pt: `o a os as um uma uns umas e ou mas que quem de do da dos das em no na nos nas por para com sem sobre entre ate desde
eu tu ele ela nos eles elas se me te lhe seu sua seus suas foi eram ser esta estao ha tem nao sim mais muito tambem
como quando onde este esta esse essa isso ao aos`,
  nl: `de het een en of maar want dat die dit deze wie wat waar ik jij hij zij wij jullie ze je hun haar zijn mijn is was waren
wordt worden werd heeft hebben had kan moet zal niet geen wel ook nog al te van in op aan met voor door over bij naar uit om
tot na tegen onder er dan als`,
  ru: `и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне было вот от меня еще нет о
из ему теперь когда даже ну вдруг ли если уже или ни быть был него до вас нибудь опять уж вам ведь там потом себя ничего еи
может они тут где есть надо неи для мы тебя их чем была сам чтоб без будто чего раз тоже себе под будет ж тогда кто этот
того потому этого какои совсем ним здесь этом один почти мои тем чтобы нее были куда зачем всех никогда можно при наконец
два об другои хоть после над больше тот через эти нас про всего них какая много разве три эту моя впрочем хорошо свою этои
перед иногда лучше чуть том нельзя такои им более всегда конечно всю между это также которыи которые которая которое стал
стала стали`,
}

/** Characters of Chinese and Japanese grammar: a bigram of these alone has no subject. */
const CJK_FUNCTION = unitsOf(
  '的了是在和与與及或也都就还還这這那哪个個们們不没沒有被把给給对對从從到为為以于於而但吗嗎呢吧啊呀么麼什之其所很太更最再又才只能会會可要想让讓说說一二',
)

/** The lists hold folded words, as `words` gives them. */
const LISTS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({ en: ENGLISH, ...OTHERS }).map(([language, list]) => [language, new Set(list.trim().split(/\s+/))]),
)

/** Russian words occur in no other listed language, so this list needs no tag. */
const RUSSIAN = LISTS.get('ru')!

const NO_WORDS: ReadonlySet<string> = new Set()

/** True when a folded word is a function word of the language (a tag such as "de" or "en-GB"; unknown means English). */
export function isStopWord(word: string, language: string | null = null): boolean {
  return listFor(language).has(word) || (word.charCodeAt(0) > 127 && RUSSIAN.has(word))
}

let lastTag: string | null = null
let lastList = LISTS.get('en')!

/** Caches the last tag: consecutive words are of the same text. */
function listFor(tag: string | null): ReadonlySet<string> {
  if (tag !== lastTag) {
    lastList = LISTS.get(tag?.slice(0, 2).toLowerCase() ?? 'en') ?? NO_WORDS
    lastTag = tag
  }
  return lastList
}

/** True for a bigram of grammar alone: kana endings, or Chinese particles. */
export function isStopBigram(bigram: string): boolean {
  for (let at = 0; at < bigram.length; at++) {
    if (!isGrammar(bigram, at)) return false
    if ((characterClass(bigram, at) & WIDE) !== 0) at++
  }
  return true
}

/** True when the character at an index is grammar of Chinese or Japanese. */
export function isGrammar(text: string, at: number): boolean {
  return (characterClass(text, at) & HIRAGANA) !== 0 || CJK_FUNCTION[text.charCodeAt(at)] === 1
}

/** A table of the code units in a text: 1 for each. */
function unitsOf(text: string): Uint8Array {
  const units = new Uint8Array(0x10000)
  for (let at = 0; at < text.length; at++) units[text.charCodeAt(at)] = 1
  return units
}

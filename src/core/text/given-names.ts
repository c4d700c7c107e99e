/**
 * First names that news in European languages often has, folded. Compiled for Copytaster; many are also words or family names,
 * so a name counts only where it stands before another one.
 */
const NAMES = new Set(
  (
    'aaron abdul adam adrian ahmed alan albert alejandro alex alexander alexandra alexei alfred ali alice amanda amy ' +
    'ana andrea andreas andrei andrew andy angela anna anne annie anthony antonio arthur barbara ben benjamin bernard ' +
    'beth bill bob boris brandon brian bruce bryan camille carl carla carlos carol caroline catherine charles ' +
    'charlotte chris christian christina christine christopher claire clara claude claudia colin connor craig ' +
    'cristina cynthia daniel daniela david deborah dennis diana diego dmitri dmitry dominic donald donna doris ' +
    'dorothy doug douglas dylan eddie edward eleanor elena elisabeth elizabeth ella ellen emily emma emmanuel enrique ' +
    'eric erik ernest eva evan evelyn fatima felix fernando fiona florian frances francesco francis francisco ' +
    'francois frank franz fred frederic gabriel gary gavin george georges gerald gerard giorgia giovanni giuseppe ' +
    'gordon graham greg gregory guillaume gustavo hannah hans harold harry hassan heather heinrich helen helena henri ' +
    'henry herbert hugh hugo ian igor ingrid irene isabel isabella ivan jack jacob jacques jaime jake james jamie jan ' +
    'jane janet jason javier jean jeff jeffrey jennifer jeremy jerome jerry jessica jesus jill jim joan joao joe ' +
    'johan johannes john johnny jon jonas jonathan jordan jorge jose josef joseph josh joshua juan julia julian julie ' +
    'juliette justin karen karl kate katherine kathleen keir keith kelly ken kenneth kevin kim klaus kurt kyle lars ' +
    'laura lauren laurent lawrence leo leon leonardo lewis liam lina linda lisa louis louise lucas lucia lucy luigi ' +
    'luis luke marco marcus margaret maria marie marina mario mark markus marta martin mary mateo matt matthew ' +
    'maurice max maximilian megan melanie melissa michael michel michelle miguel mike mikhail mohamed mohammad ' +
    'mohammed muhammad nancy naomi natalia natalie nathan neil nicholas nick nicola nicolas nicole nigel nikolai nina ' +
    'nora norman oleg olga oliver olivia omar oscar otto pablo pamela patricia patrick paul paula pedro penny peter ' +
    'petra phil philip philippe pierre rachel rafael ralph raymond rebecca ricardo richard rick rob robert roberto ' +
    'robin rodrigo roger roland roman ron ronald rosa rosie ross roy russell ruth ryan sam samantha samuel sandra ' +
    'sara sarah scott sean sebastian sergei sergio sharon shaun simon sofia sophia sophie stefan stella stephanie ' +
    'stephen steve steven stuart susan susanne suzanne sven sylvia taylor teresa terry theresa thomas tim timothy ' +
    'tobias tom tommy tony tracy ursula valentina valerie vanessa vera victor victoria viktor vincent virginia ' +
    'vladimir volodymyr walter wayne wendy werner wilhelm william wolfgang yuri yves zoe'
  ).split(' '),
)

/** A capitalised word right before another: "Keir Starmer", but not "roses bloom". */
const BEFORE_NAME = /(?<![\p{L}\p{M}])(\p{Lu}[\p{L}\p{M}]+)(?=\s+\p{Lu}\p{Ll})/gu

/** The first names in a text, folded. */
export function givenNames(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [, word] of text.matchAll(BEFORE_NAME)) {
    const folded = word!.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    if (NAMES.has(folded)) found.add(word!.toLowerCase())
  }
  return found
}

import { placeGroups } from '../text/entities/places.ts'

/**
 * Words headlines use for one another: the stock verbs and nouns of news.
 * Compiled by hand for Copytaster from general knowledge of headline English; each line is one meaning.
 * Opposites and degrees (rise and soar, ban and limit) are left apart where they would be different news.
 */
const GROUPS = `
europe european eu
africa african
asia asian
kill kills killed killing dead death deaths die dies died dying fatal slain toll
wound wounds wounded hurt hurts injure injures injured injuries injury
attack attacks attacked assault raid raids strike strikes
bomb bombs bombing bombings bomber blast blasts explosion explosions explode explodes exploded
shoot shoots shooting shot gunfire gunman gunmen shooter
protest protests protester protesters demonstrator demonstrators demonstration demonstrations rally rallies march marches
clash clashes fight fights fighting battle battles
police cops officers
troops soldiers soldier army military forces
rebel rebels insurgent insurgents militant militants fighters
arrest arrests arrested detain detains detained held custody nab nabbed
jail jails jailed imprison imprisoned prison sentenced sentence
trial court judge
charge charges charged indict indicted accuse accuses accused
convict convicts convicted guilty
win wins won victory beat beats defeat defeats defeated
elect elects elected election elections vote votes voters poll polls
quit quits resign resigns resigned resignation step steps
sack sacks sacked fire fires fired oust ousts ousted dismiss dismissed
appoint appoints appointed name names named
approve approves approved pass passes passed back backs backed
reject rejects rejected refuse refuses refused deny denies denied
urge urges urged call calls called calling demand demands
warn warns warned warning
begin begins began start starts started launch launches launched kick
end ends ended stop stops stopped halt halts halted
return returns returned back
meet meets met meeting talks summit
deal deals agreement agree agrees agreed accord pact
plan plans planned propose proposes proposed proposal
visit visits visited arrive arrives arrived trip
leave leaves left depart
fall falls fell drop drops dropped decline declines declined slip slips slide slides down lower
rise rises rose risen gain gains gained climb climbs jump jumps surge surges up higher
cut cuts slash slashes reduce reduces reduced
buy buys bought acquire acquires acquired acquisition purchase takeover
sell sells sold sale sales
reveal reveals revealed unveil unveils unveiled announce announces announced
find finds found discover discovers discovered
quake earthquake tremor
storm hurricane typhoon cyclone
flood floods flooding
blaze wildfire
crash crashes crashed collision
plane jet aircraft airliner flight airplane
ship vessel boat ferry
train rail railway
car vehicle
kid kids child children boy girl
man men
woman women
govt government administration cabinet
pm premier prime
president presidential pres
minister ministry
parliament lawmakers legislators mps congress
leader leaders chief head boss
official officials authorities
firm firms company companies
share shares stock stocks market markets
oil crude
nuclear atomic
missile missiles rocket rockets
hostage hostages captive captives
victim victims
suspect suspects suspected alleged
migrant migrants refugee refugees
aid help helps helped assistance relief
talks negotiations negotiate
truce ceasefire
border frontier
spy spies spying surveillance espionage
leak leaks leaked
hack hacks hacked hackers cyberattack
probe probes investigate investigates investigation inquiry
report reports reported
show shows showed
study research
doctor doctors physician
drug drugs
cup tournament championship
match game
tv television
picture pictures photo photos image images
movie film
singer star
birthday
wed weds wedding marry marries married marriage
split divorce
pregnant pregnancy baby
`

const MEANINGS: ReadonlyMap<string, readonly number[]> = meaningsOf([
  ...placeGroups(),
  ...GROUPS.trim()
    .split('\n')
    .map((line) => line.split(' ')),
])

/** True for a folded English word that headlines use for another one. */
export function hasSynonyms(word: string): boolean {
  return MEANINGS.has(word)
}

/** True when headlines use the two folded English words for the same thing. */
export function areSynonyms(a: string, b: string): boolean {
  const meanings = MEANINGS.get(a)
  if (meanings === undefined) return false
  const others = MEANINGS.get(b)
  return others?.some((meaning) => meanings.includes(meaning)) ?? false
}

function meaningsOf(groups: readonly (readonly string[])[]): Map<string, number[]> {
  const meanings = new Map<string, number[]>()
  groups.forEach((group, meaning) => {
    for (const word of group) meanings.set(word, [...(meanings.get(word) ?? []), meaning])
  })
  return meanings
}

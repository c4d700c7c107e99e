import { words } from '../../text/words.ts'

/* Word classes of English headlines, compiled by hand for Copytaster: what is no noun must not stand in a label. */

/** Verbs that are hardly ever nouns, in the base form. */
const VERBS = `
accept accuse achieve acknowledge acquire acquit adapt add admit adopt advocate affect agree allege allow amend
analyse analyze announce apologise apologize appear apply appoint approve argue arise arrive ask assess assume
authorise authorize avert avoid await bash batter beat beckon become begin believe belong bemoan bend betray bind bite
blame blow boast bolster borrow bounce brace brave brew bribe bring buck build bulldoze bully buoy bury bust bypass
calculate cancel capsize castigate cater celebrate chide choose cite clarify clinch coax collect combine come commit
compare compete compile complain complete concede conclude condemn conduct confess confirm confront congratulate
connect consider consist contain contemplate continue contradict convict convince create cripple crumble crush curb
debug debunk decide declare declassify decode decry deem deepen defend defer defy deliver demolish denounce deny
depend deport derail deride describe deserve destroy detain detect deter determine develop devour die differ disagree
disappear disappoint disclose discover discuss dismiss disrupt divide divulge dodge dominate donate downplay drag draw
drown dub dwarf dwindle ease eat edge eject elect eliminate embarrass embrace emerge emphasise emphasize employ enable
encode encourage endorse endure enforce engage engulf enjoy enlist enrage ensure entangle enter entice entrench
envision erase erect erode erupt escalate establish evacuate evade evaluate evict evoke evolve exaggerate exceed
exclude execute exempt exhort exist exonerate expand expect expel expire explain explode expose express extend
extinguish extort extradite fade fail falter fend fetch fill finalise finalize find finish flatten flaunt flee
flounder flout flunk fly foil follow foment forbid foresee forge forget forgive fret frustrate fume gather generate
get give gloat go grab grant grapple greet grieve gripe grow grumble halve hamper handle hang happen harass harden
harm haunt heal hear heed herald hide hijack hinder hire hoard hoist hold hover humble hurl hurtle identify ignite
ignore illustrate impeach impede imperil implement implore imply impose impress imprison improve incite include
indicate indict infect infer infiltrate inflict inform infuriate inherit initiate inject injure inquire insert insist
inspect inspire install instruct integrate intend intensify intercept interfere interrupt intervene intimidate
introduce invade invest investigate invite involve irk irritate isolate jeer jeopardise jeopardize join jolt jostle
juggle justify keep knock know lag lambast lambaste languish lash laud lay lean learn leave legalise legalize lend let
liberate lift limp linger liquidate listen live lob locate lodge loom loosen lose lower lurk maintain make manage
manipulate mean mediate meet melt mention minimise minimize miss mobilise mobilize mock modernise modernize modify
molest mourn mull nab near neglect negotiate neutralise neutralize nix nominate nudge obey oblige obliterate observe
obstruct obtain occupy occur omit operate oppose opt optimise optimize ordain organise organize oust outlaw outline
outnumber outpace outperform outwit overcharge overcome overlook override overrule oversee overshadow overtake
overthrow overturn overwhelm owe own parse participate pave peddle penalise penalize perform persecute persist
persuade pinpoint plagiarise plans plead plummet poach poise politicise politicize ponder possess postpone pour preach
precede predict preempt prefer prepare preserve preside pretend prevail prevent prioritise prioritize proceed proclaim
prod prohibit promote prompt propel propose prosecute protect prove provide provoke publish pummel punish pursue put
quash quell rack ramp rattle ravage reach react reaffirm realise realize reap reassure rebuff rebuild rebuke recast
receive reckon reclaim recognise recognize recommend reconcile reconsider recoup recover redefine redraw reduce reel
refactor refer reflect refrain refuse regain regulate reignite reimburse rein reinstate reiterate reject relaunch
relax relieve relinquish relocate rely remain remember remind remove rename renew reopen repay rephrase replace
replicate represent reprimand reprise require reschedule resemble resent reshape reshuffle reside resign resist
resolve respond restage restart restate restore restrain restrict resume resurface resurrect retain retake retaliate
rethink retire retract retrieve reunite reveal revel revise revisit revive revoke revolve rewrite rig roam roar rob
roil romp salute satisfy savage save say scare scold scorch scour scrap scrape scrub scrutinise secure see seek seem
seize sell send separate serve shatter shed shelve shield shine shoot shorten shoulder shove shrink shrug shun shut
shutter sideline sidestep simmer simplify sing sit skip skyrocket slam slap slash slay sleep slow smash smear smuggle
snag snatch sneak soak soar sober soften solve spar speak speculate splinter splurge spoil sponsor sputter squander
squash stabilise stabilize stagger stash stays steal steer stick sting stir stoke stomp stop strengthen strive stumble
stump stymie submit subside succeed succumb sue suffer suggest summon suppose suppress surpass surrender surround
survive suspend sustain swallow swat swear swell swim swirl tackle take taper taunt teach tee tell tempt tend
terminate testify thank think threaten thrive throng throw thwart tick tighten topple touch toughen tout tow track
trample transform translate tread trigger trim triple trumpet try tumble tweak undergo undermine understand undertake
unearth unify unite unleash unload unlock unmask unnerve unravel unseat unsettle unveil unwind upend uphold uproot
urge usher vacate vaccinate validate vanish veer verify vex vie vilify violate waive wake wander wane want warn weaken
wed weigh welcome widen wield wilt wipe withdraw withhold withstand wobble wonder woo worsen wrangle wrestle yank yell
zoom
`

/** Among them those that are nouns as well: in a headline they are verbs only where a verb can stand. */
const NOUNS_TOO = `
act address axe back blast block boost bow boycott break broadcast brush burn buy capture cause challenge charge chase
check cheer clash clear climb close collapse combat count cover crack crash cross damage defeat delay deploy detail
digest dip double doubt drive drop dump end escape eve exhibit exit eye face fall feature feel file fine fix flare
float flock flop form fuel gain gear glimpse grill groom ground guess gut hail halt haul help hike hint hit honor
honour hope howl hunt hurt impact influence ink kick kill lack lament laugh launch leap link look lure mark merge
mimic misuse muster name need note notice offer offset open overdose overhaul overlap pass patch peak phase phone pick
place plague play pledge plot plunder plunge pose praise present press pull purchase push query quit quiz rage raise
rank read recall recruit regret reign rent repair repeal reply request reserve retreat reverse revolt reward ring rise
rock roll rout ruin rush sack sail schedule scoop scramble scream seal set settle shake shape shift shock shot show
sink slate slide slip slump smile smoke snap snub sound spark speed spend spike spill spread spur squeeze stab stack
stalk stall stand stare stay stem step stress stretch stride strip struggle stun suit surface swap sweep swing tangle
tap tear tease thaw thrust tie tip toss trail trap travel treat trek triumph trouble trump turn twist update upset
vault veto voice wait wash waste wear witness wound wreck
`

/** Of these, the ones that after another noun are mostly the noun: "port lease", "missile tests". */
const MOSTLY_NOUNS = `
abuse access aid alarm appeal approach array arrest assault attack attempt auction award balance ban bank bar base
battle benefit bid bill board bomb book border branch brand bridge budget call camp campaign cap care center centre
chair champion change chart circle claim coach code comment concern conflict contest contract control copy cost
counter couple course court crop crown cure cut dance deal debate decline demand design dispute document dream drink
estimate exploit export fear ferry feud field fight film fire fish flag flash flood flow force fund game gift
guarantee guard guide gun hack head heat host import increase insult issue jail judge jump label land lead leak lease
limit list loan lobby lock mandate massacre measure monitor move nurse object order pair pardon park pay permit pitch
plan plug poison poll position post pressure probe profit project promise protest pump purge quarantine question quote
race raid rally rate rebel record refund release report rescue resort respect rest result return ride risk rival rule
run sale sanction scale score scout search seat sentence service share shelter ship shop sign signal slot source space
spending splash split spot spring spy stage star start state stock store storm strand strike string study subject
supply support surge suspect talk target tax taxes team test threat time tool top torch tour trade traffic train
transfer trial troll trust tweet use value venture view visit vote vow walk watch water wave weather weekend win work
worry wrap yield zero
`

/** Past tenses and participles that do not end in -ed. */
const IRREGULAR = `
ate beat beaten became began begun bent bit bitten blew blown bore born borne bought bound broke broken brought built
burnt came caught chose chosen clung crept dealt did died done drank drawn dreamt drew driven drove drunk dug eaten
fallen fed fell felt fled flew flown forbade forbidden forgave forgiven forgot forgotten fought found froze frozen
gave given gone got gotten grew grown heard held hid hidden hung hurt kept knelt knew known laid lain led left lent
lost made meant met mistook overcame overthrew overtook paid proven put quit ran rang ridden risen rode rose rung sang
sank sat saw seen sent shaken shone shook shown shrank shrunk slain slept slid slung sold sought spelt spent spilt
spoke spoken sprang sprung spun stole stolen stood struck stuck stung sung sunk swam swept swore sworn swung taken
taught thought threw thrown told took tore torn understood undertook underwent undid upheld went withdrawn withdrew
withheld woke won wore worn wove written wrote
`

/** Words in -ing that name things. */
const THINGS_IN_ING = `
accounting advertising backing banking bearing beating betting blessing boarding bombing boxing briefing broadcasting
building burning camping ceiling clothing coding cooking counselling cycling dealing dining drawing drilling drinking
dwelling earning engineering evening farming feeling fighting filing filming financing finding fine-tuning fishing
flooding footing founding fracking funding gaming gardening gathering grazing grounding hacking happening healing
hearing heating helping hiking hiring holding housing hunting icing investing kidnapping killing king landing learning
lending lettering lightning listing living lodging looting manufacturing marketing meaning meeting mining morning
mourning offering opening outing packaging painting parenting parking planning plumbing policing polling posting
pricing printing programing programming prompting publishing racing rating reading recording recycling restructuring
roofing ruling sailing schooling screening seating sentencing setting sewing shipping shooting shopping sibling
sighting singing sitting skiing smoking smuggling spacing speaking spelling spending sporting stabbing staging
stalking standing sterling stocking styling surfing surroundings swimming tailoring teaching testing thing timing
touring tracking trading trafficking training trawling typing understanding upbringing viking voting warming warning
wedding wing wording working wrestling writing yearling
`

/** Adjectives and adverbs: they stand before a noun, never for it. */
const ADJECTIVES = `
able abroad absent absurd abundant accurate active actual acute adequate advanced afraid aggressive aground ahead
alike alive alleged almost alone along already altogether amazing ambitious ample ancient anew angry annual anonymous
another anxious apart apparent appropriate armed around artificial ashamed aside asleep attractive automatic available
aware away awesome awful awhile bad bare barely basic beautiful best better big bigger biggest bipartisan bitter
bizarre blue bold bonkers brave brief bright brilliant broad broken brown brutal busy capable careful central certain
cheap cheaper chilly clean clever clinical colder collective comfortable common competent complete complex
comprehensive conservative considerable consistent constant controversial convenient corrupt costly crazy creative
critical crucial cruel cultural curious current cute daily damp dangerous dark dead deadly dear decent deep deeper
defensive deliberate delicate democratic dense dependent desperate different difficult digital direct dirty disastrous
distant distinct diverse divided divisive domestic down dramatic dry due dull dumb eager earlier early easier easiest
eastern easy economic effective efficient elderly electoral electric electronic eligible emotional empty enormous
entire epic equal essential eternal ethical evident exact excellent exceptional excessive excited exciting exclusive
exotic expensive experimental explicit extensive external extra extraordinary fabulous fair faithful false famed
familiar famous fantastic far fast faster fatal favorite favourite federal feminine fierce financial first flat flawed
flexible fluid formal former fortunate forward forwards frank free frequent fresh friendly full funny furious gentle
genuine glad global golden gorgeous gradual grand grave gray great greater greatest green grey gross guilty half handy
happy hard harder hardly harsh haunted healthy heavy helpful hence here high higher highest historic historical honest
horrible hostile hot hotter huge hungry icy ideal identical idle ignorant ill illegal imminent immune imperfect
important impossible inaugural incredible indeed independent indirect indoors industrial inevitable infamous inherent
inhumane inner innocent innovative insane instead intense interim internal international intimate invisible isolated
joint just keen large larger largest last late later lawful lazy leading legal legendary legitimate less liable
liberal likely limited literal little lively local logical lonely long longer longest loose loud lovely low lower
lowest loyal lucky mad main massive mature maximum maybe meanwhile mediocre mental mere mid middle mild minimal
minimum missing mixed moderate modern modest monthly moral much multiple mutual mysterious naked narrow nasty national
natural nearby nearly neat necessary negative nervous neutral never new newer newest next nice noble noisy nominal
normal northern not notable notorious now nuclear numerous obscure obvious odd offensive offshore often old older
oldest once only optimistic optional oral ordinary organic other outdoor outer outstanding overall overboard overnight
overseas painful pale partial particular passive perfect perhaps permanent personal physical plain pleasant polite
political poor popular positive possible potent powerful practical precious precise pregnant preliminary presidential
pretty previous primary prior private productive profound progressive prominent promising proper proud pure
qualitative quarterly quick quicker quiet quite random rapid rare rather raw ready real realistic rear reasonable
recent reckless red regional regular related relative relevant reliable religious reluctant remarkable remote
responsible rich richer rigid ripe robust rocky romantic rotten rough royal rude rural sacred sad safe safer same
scarce scary scientific seasonal secular seldom senior sensible sensitive separate serious severe sexual shallow sharp
sheer shiny short shorter sick significant silent silly similar simple single slick slight slim slow slower small
smaller smallest smart smooth so sober social soft sole solid some sometimes somewhat somewhere soon sophisticated
sore southern special specific spectacular spiritual stable stark steady steep sterile sticky stiff straight strange
strategic strict striking strong stronger strongest stubborn stupid subtle successful sudden sufficient suitable super
superb superior supreme sure surprised surprising suspicious sustainable sweet swift symbolic sympathetic tall
technical temporary tender terrible terrific then there thereby thick thin thorough though thrilled thus tight tiny
tired today together tomorrow tonight too tough tougher toxic traditional tragic transparent tremendous tricky
tropical true twice typical ugly ultimate unable unanimous unaware uncertain unclear underground unemployed unequal
unexpected unfair unhappy unhealthy unique universal unknown unlawful unlikely unlucky unpopular unprecedented unsafe
unseasonable unstable unusual unwanted upcoming upper upstairs upward upwards urban urgent useful useless usual vague
vain valid valuable vast verbal very viable vibrant vicious violent virtual visible visual vital vivid vocal voluntary
vulnerable warm warmer weak weaker wealthy weekly weird well western wet whole wholesale wicked wide wider widespread
wild willing wise wonderful wooden worldwide worse worst worth worthless worthy wrong yearly yellow yesterday yet
young younger youngest
`

/** Words in -ed and -ly that are neither participles nor adverbs. */
const NEITHER = `
ally anomaly assembly bed belly billy bleed bodyfly breed bully butterfly creed doily emily family feed firefly fly
greed holly homily hundred imbecile italy jelly july kelly kindred lily med melancholy molly monopoly need rally red
reed reply seed shed sicily sled speed steed supply united wed weed
`

const set = (list: string): ReadonlySet<string> => new Set(words(list))

const verbs = set(VERBS)
const mostlyNouns = set(MOSTLY_NOUNS)
const nounsToo: ReadonlySet<string> = new Set([...set(NOUNS_TOO), ...mostlyNouns])
const irregular = set(IRREGULAR)
const thingsInIng = set(THINGS_IN_ING)
const adjectives = set(ADJECTIVES)
const neither = set(NEITHER)

/** What a word can be in a headline. */
export type EnglishClass = 'noun' | 'adjective' | 'verb' | 'verb or noun' | 'participle'

/** The class of a folded English word, by list and by ending; a word on no list is a noun. */
export function englishClass(word: string): EnglishClass {
  const hyphen = word.lastIndexOf('-')
  return hyphen < 0 ? plainClass(word) : compoundClass(word.slice(hyphen + 1))
}

/** "Saudi-led" stands before a noun, "fine-tuning" and "line-up" are nouns: the last part decides. */
function compoundClass(last: string): EnglishClass {
  const own = plainClass(last)
  if (own === 'verb' || own === 'participle') return 'adjective'
  return own === 'verb or noun' ? 'noun' : own
}

function plainClass(word: string): EnglishClass {
  if (adjectives.has(word)) return 'adjective'
  if (nounsToo.has(word)) return 'verb or noun'
  if (verbs.has(word) || irregular.has(word)) return 'verb'
  if (neither.has(word)) return 'noun'
  if (/^re.{4}/.test(word) && isPlainVerb(word.slice(2))) return 'verb'
  if (word.endsWith('ing')) return participleClass(word)
  if (word.endsWith('ed') && word.length > 4) return 'participle'
  if (word.endsWith('ly') && word.length > 4) return 'adjective'
  if (/..(?:ous|less|ful|ible|able)$/.test(word)) return 'adjective'
  if (/..[ts]ive$/.test(word) && !NOUN_IN_IVE.test(word)) return 'adjective'
  if (/...est$/.test(word) && !SUPERLATIVE_LIKE.test(word)) return 'adjective'
  return thirdPersonClass(word)
}

const NOUN_IN_IVE =
  /^(?:executive|detective|initiative|objective|native|representative|incentive|relative|alternative|narrative|perspective|motive|collective|captive|locomotive|fugitive|operative|directive|explosive|offensive|additive|derivative|preservative|cooperative)$/
const SUPERLATIVE_LIKE =
  /(?:forest|quest|interest|harvest|test|guest|chest|priest|arrest|west|digest|tempest|manifest|pest|vest|crest)$/

/** "takes" of "retakes". */
const isPlainVerb = (word: string): boolean => irregular.has(word) || thirdPersonClass(word) === 'verb'

/** True for a word that can be a verb, and after another noun is mostly a noun. */
export function isMostlyNoun(word: string): boolean {
  return mostlyNouns.has(word) || (word.endsWith('s') && mostlyNouns.has(word.slice(0, -1)))
}

function participleClass(word: string): EnglishClass {
  if (thingsInIng.has(word)) return 'noun'
  return word.length > 4 ? 'participle' : 'noun'
}

/** "closes", "cuts", "denies": the base form decides. */
function thirdPersonClass(word: string): EnglishClass {
  if (!word.endsWith('s') || word.endsWith('ss')) return 'noun'
  const bases = [word.slice(0, -1)]
  if (/(?:s|x|z|ch|sh|o)es$/.test(word)) bases.push(word.slice(0, -2))
  if (word.endsWith('ies')) bases.push(`${word.slice(0, -3)}y`)
  if (thingsInIng.has(bases[0]!)) return 'noun'
  if (bases.some((base) => nounsToo.has(base))) return 'verb or noun'
  return bases.some((base) => verbs.has(base)) ? 'verb' : 'noun'
}

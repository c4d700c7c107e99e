/**
 * Countries with their people and capital, the states of the USA, and cities frequent in the news; one place per line.
 * Compiled by hand for Copytaster from general knowledge; the words are folded, as they are compared.
 */
const PLACES = `
afghanistan afghan afghans kabul
alabama
alaska
albania albanian tirana
aleppo
algeria algerian
angola angolan luanda
argentina argentine argentinian
arizona phoenix
arkansas
armenia armenian yerevan
atlanta
australia australian australians
austria austrian vienna
azerbaijan azerbaijani baku
bahrain bahraini
bangladesh bangladeshi dhaka
bavaria bavarian munich
belarus belarusian minsk
belgium belgian brussels
birmingham
bolivia bolivian
bosnia bosnian
botswana
brazil brazilian
brisbane
britain british uk briton britons england english
bulgaria bulgarian
california californian
cambodia cambodian
cameroon cameroonian
canada canadian canadians ottawa
catalonia catalan barcelona
chad chadian
chechnya chechen
chile chilean
china chinese beijing
colombia colombian
colorado denver
congo congolese kinshasa
connecticut
crimea crimean
croatia croatian
cuba cuban havana
cyprus cypriot
czech czechs prague
denmark danish
donetsk
ecuador ecuadorian quito
egypt egyptian egyptians cairo
emirates uae dubai
eritrea eritrean
estonia estonian tallinn
ethiopia ethiopian
fiji fijian
finland finnish
florida miami
france french paris
frankfurt
fukushima
gabon
geneva
georgia georgian tbilisi
germany german germans berlin
ghana ghanaian accra
glasgow edinburgh
greece greek greeks athens
guatemala guatemalan
guinea guinean
haiti haitian
hamburg
hawaii honolulu
honduras honduran
hungary hungarian budapest
iceland icelandic reykjavik
idaho
illinois chicago
india indian indians delhi
indiana indianapolis
indonesia indonesian jakarta
iowa
iran iranian iranians tehran
iraq iraqi iraqis baghdad
ireland irish dublin
israel israeli israelis
istanbul
italy italian italians rome
jamaica jamaican
japan japanese tokyo
jersey newark
jerusalem
jordan jordanian
kansas
karachi
kashmir kashmiri
kazakhstan kazakh
kentucky
kenya kenyan nairobi
kolkata
korea korean koreans
kosovo kosovan pristina
kuwait kuwaiti
kyrgyzstan kyrgyz
lahore
lanka lankan
laos laotian
latvia latvian riga
lebanon lebanese beirut
liberia liberian
libya libyan libyans tripoli
lithuania lithuanian vilnius
liverpool
london
louisiana
luxembourg
macedonia macedonian
madagascar
malawi
malaysia malaysian
maldives
mali malian
malta maltese
manchester
maryland baltimore
massachusetts boston
mauritania
mauritius
melbourne
mexico mexican mexicans
michigan detroit
micronesia micronesian
milan
minnesota minneapolis
mississippi
missouri
moldova moldovan
mongolia mongolian
montana
montenegro
montreal
morocco moroccan
mosul
mozambique
mumbai
myanmar burma burmese
namibia namibian
naples
nebraska
nepal nepalese nepali
netherlands dutch holland
nevada vegas
nicaragua nicaraguan
niger
nigeria nigerian
norway norwegian oslo
ohio cleveland cincinnati
oklahoma
oman omani
oregon portland
osaka
pakistan pakistani pakistanis islamabad
palestine palestinian palestinians gaza
panama panamanian
paraguay paraguayan
pennsylvania philadelphia pittsburgh
peru peruvian
peshawar
philippines philippine filipino manila
poland polish poles warsaw
portugal portuguese lisbon
pyongyang
qatar qatari
romania romanian
russia russian russians moscow kremlin
rwanda rwandan kigali
salvador salvadoran
saudi saudis riyadh
scotland scottish scots
seattle
senegal senegalese dakar
seoul
serbia serbian serb serbs belgrade
shanghai
singapore singaporean
slovakia slovak
slovenia slovenian
somalia somali
spain spanish madrid
sudan sudanese khartoum
sweden swedish stockholm
switzerland swiss
sydney
syria syrian syrians damascus
taiwan taiwanese taipei
tajikistan tajik
tanzania tanzanian
tennessee nashville memphis
texas texan dallas houston austin
thailand thai bangkok
tibet tibetan
togo
toronto
tunisia tunisian
turkey turkish turks ankara
uganda ugandan kampala
ukraine ukrainian ukrainians kiev kyiv
uruguay uruguayan
usa america american americans
utah
uzbekistan uzbek
vancouver
vatican
venezuela venezuelan caracas
vermont
vietnam vietnamese hanoi
virginia
wales welsh
washington
wisconsin milwaukee
wyoming
yemen yemeni
zambia zambian lusaka
zealand
zimbabwe zimbabwean
zurich
`

const GROUPS: readonly (readonly string[])[] = PLACES.trim()
  .split('\n')
  .map((line) => line.split(' '))
const KNOWN: ReadonlySet<string> = new Set(GROUPS.flat())

/** The words of each place, the usual name first. */
export function placeGroups(): readonly (readonly string[])[] {
  return GROUPS
}

/** True when a folded word is a place of the gazetteer or its people. */
export function isPlace(word: string): boolean {
  return KNOWN.has(word)
}

const NAMES: ReadonlyMap<string, string> = new Map(GROUPS.flatMap((group) => group.map((word) => [word, group[0]!])))

/** The usual name of the place for a folded word that is the place or its people; null for any other word. */
export function placeNamed(word: string): string | null {
  return NAMES.get(word) ?? null
}

import type { ConfidenceFigures, SourceProfile } from './profile.ts'

/** The default figures of a profile. */
export const usualFigures: ConfidenceFigures = {
  missing_field: 0.12,
  fallback: 0.15,
  unparsed_date: 0.1,
  spacing: 0.04,
  doubt: 0.05,
  profile: 0,
}

/** The South China Morning Post, as its section pages are printed. */
const scmp: SourceProfile = {
  name: 'scmp',
  display_name: 'South China Morning Post',
  timezone: 'Asia/Hong_Kong',
  date_order: 'dmy',
  date_patterns: [
    '\\d{1,2}\\s+\\w+\\s+\\d{4}\\s*[-\u2013]\\s*\\d{1,2}:\\d{2}\\s*[AP]M',
    '(\\d+|an?)\\s+(second|minute|min|hour|hr|day|week)s?\\s+ago',
  ],
  section_labels: [
    'Business',
    'Companies',
    'Markets',
    'Tech',
    'Big Tech',
    'Tech Trends',
    'China Economy',
    'Global Economy',
    'Banking & Finance',
    'Property',
    'Money',
    'Commodities',
    'Entrepreneurs',
    'Opinion',
    'China',
    'Hong Kong',
    'Asia',
    'World',
    'Economy',
    'Politics',
    'Sport',
    'Lifestyle',
    'China Business',
    'Start-ups',
    'Science & Research',
    'Tech War',
    'Policy',
    'Science',
    'Diplomacy',
    'Military',
    'Law & Crime',
    'Health & Environment',
    'Society',
    'Education',
    'Transport',
    'Culture',
    'This Week in Asia',
  ],
  noise_markers: ['TRENDING TOPICS', 'MOST POPULAR', 'MORE LATEST NEWS', 'MORE COMMENT'],
  sponsored_markers: ['In partnership with:', 'Paid Post:'],
  exclusive_markers: ['Exclusive'],
  opinion_labels: ['Opinion', 'Macroscope', 'As I see it'],
  confidence: usualFigures,
}

/** The first letters of the months in the languages that write day, month and year with spaces. */
const month =
  '(jan|ene|gen|feb|fév|fev|mar|mär|mrt|apr|avr|abr|may|mai|mei|maj|mag|jun|juin|giu|jul|juil|lug|' +
  'aug|aoû|ago|sep|set|oct|okt|ott|out|nov|dec|dez|déc|dic)\\w*\\.?'
const clock = '\\d{1,2}[:.h]\\d{2}(:\\d{2})?(\\s*[ap]\\.?m\\.?)?(\\s*uhr)?'
const thenClock = `(\\s*[-\u2013,|·]?\\s*(at|um|à|a las|alle|às)?\\s*${clock})?`

/** Rules for sites without a profile. */
const generic: SourceProfile = {
  name: 'generic',
  display_name: null,
  timezone: 'UTC',
  date_order: 'dmy',
  date_patterns: [
    '\\d{1,2}\\s+\\w+\\s+\\d{4}\\s*[-\u2013]\\s*\\d{1,2}:\\d{2}\\s*[AP]M',
    `\\d{1,2}(st|nd|rd|th|er|\\.)?\\s+(de\\s+)?${month},?\\s+(de\\s+|del\\s+)?\\d{4}${thenClock}`,
    `${month}\\s+\\d{1,2}(st|nd|rd|th)?,?\\s+\\d{4}${thenClock}`,
    '\\d{4}-\\d{2}-\\d{2}([T ]\\s*\\d{1,2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(\\s*(Z|[+-]\\d{2}:?\\d{2}))?)?',
    `\\d{4}[/.]\\d{1,2}[/.]\\d{1,2}${thenClock}`,
    `\\d{1,2}[/.-]\\d{1,2}[/.-]\\d{4}${thenClock}`,
    '\\d{4}\\s*年\\s*\\d{1,2}\\s*月\\s*\\d{1,2}\\s*日(\\s*[(（].[)）])?' +
      '(\\s*(上午|下午|午前|午後|凌晨|早上|晚上)?\\s*\\d{1,2}\\s*[:：時时點点]\\s*(\\d{1,2}\\s*分?)?)?',
    '(\\d+|an?)\\s+(second|sec|minute|min|hour|hr|day|week)s?\\s+ago',
    '\\d+\\s*(秒鐘|秒钟|秒|分鐘|分钟|分|小時|小时|時間|天|日|週間|週|周)(之)?前',
    '(vor|il y a|hace|há|fa)\\s+(\\d+|une?|einem|einer|una?|uma?)\\s+\\w+',
    '(\\d+|une?|una?|uma?)\\s+(minuti|minuto|ore|ora|giorni|giorno)\\s+fa',
  ],
  section_labels: [],
  noise_markers: [
    'TRENDING',
    'TRENDING NOW',
    'TRENDING TOPICS',
    'MOST POPULAR',
    'MOST READ',
    'ADVERTISEMENT',
    'SPONSORED',
    'MORE LATEST NEWS',
    'MORE COMMENT',
    'LOAD MORE',
    '熱門話題',
    '热门话题',
    '人気記事',
    'アクセスランキング',
    'MEISTGELESEN',
    'LES PLUS LUS',
    'LO MÁS LEÍDO',
  ],
  sponsored_markers: ['In partnership with:', 'Paid Post:', 'Sponsored:', 'Sponsored by:'],
  exclusive_markers: ['Exclusive', '獨家', '独家', 'Exklusiv', 'Exclusif', 'Exclusiva'],
  opinion_labels: [
    'Opinion',
    'Editorial',
    'Commentary',
    'Macroscope',
    'As I see it',
    '評論',
    '评论',
    '社説',
    'Meinung',
  ],
  confidence: { ...usualFigures, profile: 0.15 },
}

/** The profiles that come with the program. */
export const shippedProfiles: ReadonlyMap<string, SourceProfile> = new Map([
  ['scmp', scmp],
  ['generic', generic],
])

/** The profile for sites without one. */
export const genericProfile = generic

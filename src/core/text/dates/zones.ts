import { Temporal } from 'temporal-polyfill'
import type { CivilTime } from './civil-time.ts'
import { epochOf } from './civil-time.ts'

/**
 * Zone abbreviations and their offset from UTC in minutes. Sources: RFC 822 and 5322 for the American ones, the IANA
 * time zone database for the rest. Where one name means several zones the most frequent in feeds is used: IST is India,
 * CST America, BST Britain, AST the Atlantic, WST western Australia.
 */
const minutesByName: Readonly<Record<string, number>> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  zulu: 0,
  wet: 0,
  azost: 0,
  egst: 0,
  uct: 0,
  west: 60,
  cet: 60,
  met: 60,
  mez: 60,
  bst: 60,
  wat: 60,
  wedt: 60,
  mewt: 60,
  cest: 120,
  mest: 120,
  mesz: 120,
  eet: 120,
  cat: 120,
  sast: 120,
  hec: 120,
  cedt: 120,
  eest: 180,
  idt: 180,
  eat: 180,
  msk: 180,
  trt: 180,
  arabia: 180,
  fet: 180,
  eedt: 180,
  мск: 180,
  irst: 210,
  msd: 240,
  samt: 240,
  gst: 240,
  azt: 240,
  amst: 240,
  get: 240,
  mut: 240,
  ret: 240,
  sct: 240,
  irdt: 270,
  aft: 270,
  pkt: 300,
  uzt: 300,
  yekt: 300,
  tmt: 300,
  tjt: 300,
  mvt: 300,
  ist: 330,
  slst: 330,
  npt: 345,
  omst: 360,
  almt: 360,
  bdt: 360,
  btt: 360,
  kgt: 360,
  novt: 420,
  mmt: 390,
  ict: 420,
  wib: 420,
  krat: 420,
  hovt: 420,
  hkt: 480,
  sgt: 480,
  myt: 480,
  awst: 480,
  wst: 480,
  pht: 480,
  phst: 480,
  wita: 480,
  irkt: 480,
  ulat: 480,
  bnt: 480,
  jst: 540,
  kst: 540,
  wit: 540,
  yakt: 540,
  tlt: 540,
  acst: 570,
  aest: 600,
  vlat: 600,
  chst: 600,
  pgt: 600,
  chuut: 600,
  acdt: 630,
  lhst: 630,
  aedt: 660,
  magt: 660,
  sakt: 660,
  srt: 660,
  nct: 660,
  vut: 660,
  lhdt: 660,
  sbt: 660,
  nzst: 720,
  fjt: 720,
  pett: 720,
  gilt: 720,
  mht: 720,
  anat: 720,
  tvt: 720,
  wakt: 720,
  chast: 765,
  nzdt: 780,
  tot: 780,
  tkt: 780,
  phot: 780,
  chadt: 825,
  azot: -60,
  cvt: -60,
  egt: -60,
  fnt: -120,
  pmdt: -120,
  wgst: -120,
  brst: -120,
  brt: -180,
  art: -180,
  adt: -180,
  gft: -180,
  clst: -180,
  uyt: -180,
  rott: -180,
  wgt: -180,
  pyst: -180,
  pmst: -180,
  ndt: -150,
  nst: -210,
  ast: -240,
  clt: -240,
  bot: -240,
  amt: -240,
  gyt: -240,
  pyt: -240,
  vet: -240,
  edt: -240,
  cdt: -300,
  est: -300,
  pet: -300,
  act: -300,
  ect: -300,
  cost: -240,
  cot: -300,
  easst: -300,
  cst: -360,
  mdt: -360,
  galt: -360,
  east: -360,
  mst: -420,
  pdt: -420,
  pst: -480,
  akdt: -480,
  akst: -540,
  hdt: -540,
  gamt: -540,
  hst: -600,
  hast: -600,
  taht: -600,
  ckt: -600,
  mart: -570,
  sst: -660,
  nut: -660,
}

/** Abbreviations whose offset depends on summer time, with their IANA name. */
const placeByName: Readonly<Record<string, string>> = {
  et: 'America/New_York',
  ct: 'America/Chicago',
  mt: 'America/Denver',
  pt: 'America/Los_Angeles',
  at: 'America/Halifax',
  akt: 'America/Anchorage',
  ht: 'Pacific/Honolulu',
  uk: 'Europe/London',
}

const americanZones = new Set('et ct mt pt est edt cst cdt mst mdt pst pdt akst akdt hst'.split(' '))

/** True for the zones of a country that writes the month first. */
export const isAmericanZone = (name: string): boolean => americanZones.has(name)

/** Minutes east of UTC for an abbreviation; null when it is unknown. */
export const zoneMinutes = (name: string): number | null => minutesByName[name] ?? null

/** The IANA name for an abbreviation such as ET, or for a name in lower case; null when it is not a location. */
export function zonePlace(name: string): string | null {
  const place = placeByName[name]
  if (place !== undefined) return place
  return name.includes('/') && isPlace(name) ? name : null
}

function isPlace(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/** The instant at which clocks at a location show this time; a skipped or repeated hour is resolved as in RFC 5545. */
export function instantInPlace(civil: CivilTime, place: string): number {
  const day = new Date(epochOf(civil)).toISOString().slice(0, 23)
  return Temporal.PlainDateTime.from(day).toZonedDateTime(place).epochMilliseconds
}

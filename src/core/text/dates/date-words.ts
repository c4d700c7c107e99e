/** Words without meaning for the date: prepositions, articles, "o'clock", "year". */
export const fillers = new Set(
  (
    'at of the on in il lo gli dal nel am de del d di da do dos e y el la las los le les l a um uhr den der dem kl klo kello klockan ' +
    'ore alle ora o oclock h hrs hr min year г года год р в во о ob u v dne dnia r rok roku godz om uur og ' +
    'ngay thang nam luc hour hours published posted updated date dated pubblicato publie mis jour ' +
    'saat tarihinde pukul jam น เวลา พ.ศ ค.ศ ที่ الساعة في م ב בשעה שעה εκ στις ωρα ano anno annee t'
  ).split(' '),
)

/** Words for a.m. */
export const mornings = new Set('am a.m vorm π.μ πμ ص oo sa утра'.split(' '))
/** Words for p.m. */
export const afternoons = new Set('pm p.m nachm μ.μ μμ م os ch дня вечера'.split(' '))
/** Ordinal suffixes of a day: 14th, 1er. */
export const ordinals = new Set('st nd rd th er eme e re ere o a ga ba ste de nda го е і'.split(' '))
/** Characters that only separate. */
export const separators = new Set([
  ',',
  '.',
  '/',
  '-',
  '(',
  ')',
  '[',
  ']',
  '|',
  '·',
  ';',
  '،',
  '、',
  '"',
  '@',
  '~',
  '\\',
])

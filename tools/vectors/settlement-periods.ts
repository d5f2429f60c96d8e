import type { Period, Sport } from '@palpite/odds'

/**
 * The periods a word can mean, the likeliest first: a market takes the first one it is offered for. `isWhole` says
 * that the word means the match and not a part of it, so that a market's name may still say which part.
 */
export type NamedPeriod = { readonly periods: readonly Period[]; readonly isWhole: boolean }

const whole = (...periods: Period[]): NamedPeriod => ({ periods, isWhole: true })
const part = (period: Period): NamedPeriod => ({ periods: [period], isWhole: false })

/** The whole match if overtime is not mentioned, as in the sport's match markets. */
export const WHOLE_MATCH: NamedPeriod = whole('all', 'full')

const HAS_OVERTIME: readonly Sport[] = ['football', 'basketball', 'american_football', 'baseball']

const words = (all: string): ReadonlySet<string> => new Set(all.split(' '))

const MATCH = words('match game full_game full_match whole_match whole m full_event')
const FULL_TIME = words('ft full full_time fulltime')
const REGULAR = words(
  'ft90 90 90min 90_min 90_mins 90_minutes 90m 90_min_only reg regulation regulation_time regular regular_time ' +
    'rt normal_time nt excl_ot excluding_ot excluding_overtime ft_excl_ot ft_reg',
)
const WITH_OVERTIME = words(
  'ft_ot ft_et ft_aet aet ot_included inc_ot incl_ot including_ot inc_overtime incl_overtime including_overtime ' +
    'with_ot with_overtime full_incl_ot ft_incl_ot all ft_et_pens ft_et_pen including_extra_time incl_et ' +
    'inc_extra_time incl_extra_time including_extra_innings incl_extra_innings inc_extra_innings ' +
    'incl_super_over including_super_over after_extra_time',
)
const HALF1 = words('ht half_time halftime h1 1h 1_h half1 half_1 1st_half first_half fh 1st_h half_first')
const HALF2 = words('h2 2h 2_h half2 half_2 2nd_half second_half sh 2nd_h half_second')
const FIRST_FIVE = words(
  'f5 first5 first_5 first_five first_5_innings first_five_innings 1st_5_innings 1st_five_innings f5_innings ' +
    'f5i 1_5_innings innings_1_5',
)

const ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
}

/** What the parts of each sport are called; one letter or a whole word before or after the number. */
const PARTS: Readonly<Partial<Record<Sport, { readonly name: string; readonly called: string }>>> = {
  basketball: { name: 'quarter', called: 'q|qtr|quarter' },
  american_football: { name: 'quarter', called: 'q|qtr|quarter' },
  tennis: { name: 'set', called: 's|set|p|period' },
  volleyball: { name: 'set', called: 's|set|p|period' },
  badminton: { name: 'set', called: 's|set|g|game|p|period' },
  table_tennis: { name: 'set', called: 's|set|g|game|p|period' },
  baseball: { name: 'inning', called: 'i|inn|inning|innings|p|period' },
  cricket: { name: 'inning', called: 'i|inn|inning|innings' },
  snooker: { name: 'frame', called: 'f|fr|frame|p|period' },
  boxing: { name: 'round', called: 'r|rd|round|p|period' },
  football: { name: 'half', called: 'p|period' },
}

/** The most parts a match has: quarters, sets, innings, frames and rounds beyond it are no period. */
const MAX_PARTS: Readonly<Record<string, number>> = {
  quarter: 4,
  set: 7,
  inning: 9,
  frame: 35,
  round: 15,
  half: 2,
}

const numberedPart = (word: string, sport: Sport): NamedPeriod | undefined => {
  const { name, called } = PARTS[sport] ?? { name: '', called: '' }
  if (name === '') return undefined
  const before = new RegExp(`^(?:${called})_?(\\d{1,2})$`).exec(word)
  const after = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?_?(?:${called})$`).exec(word)
  const spelled = new RegExp(`^([a-z]+)_(?:${called})$`).exec(word)
  const place = Number(before?.[1] ?? after?.[1] ?? ORDINALS[spelled?.[1] ?? ''] ?? 0)
  const max = MAX_PARTS[name] ?? 0
  return place >= 1 && place <= max ? part(`${name}${place}` as Period) : undefined
}

/** The period a word means in this sport; `undefined` for a word that means none, never a guess. */
export const periodNamed = (word: string, sport: Sport): NamedPeriod | undefined => {
  if (MATCH.has(word)) return WHOLE_MATCH
  if (FULL_TIME.has(word)) return whole('full', 'all')
  if (REGULAR.has(word)) return HAS_OVERTIME.includes(sport) ? whole('full') : whole('full', 'all')
  const withOvertime =
    WITH_OVERTIME.has(word) || (word === 'ot' && sport !== 'football') || isExtraTime(word, sport)
  if (withOvertime) return HAS_OVERTIME.includes(sport) ? whole('all') : WHOLE_MATCH
  if (sport === 'baseball' && FIRST_FIVE.has(word)) return part('first5')
  const numbered = numberedPart(word, sport)
  if (numbered) return numbered
  if (HALF1.has(word)) return part('half1')
  if (HALF2.has(word)) return part('half2')
  return sport === 'basketball' || sport === 'american_football' ? feedQuarter(word) : undefined
}

/** In football the one market with extra time is who goes through. */
const isExtraTime = (word: string, sport: Sport): boolean =>
  sport === 'football' && ['et', 'extra_time'].includes(word)

/** The specification's own codes of quarters: 1001 to 1004. */
const feedQuarter = (word: string): NamedPeriod | undefined => {
  const place = /^100([1-4])$/.exec(word)?.[1]
  return place ? part(`quarter${place}` as Period) : undefined
}

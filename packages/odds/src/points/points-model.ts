import type { Counts } from '../counts/counts.ts'
import { discreteNormal, normalBelow } from '../normal.ts'

export type PointsSport = 'basketball' | 'american_football'

/** A match's expectation at its start: the home margin and the total points. */
export type ExpectedPoints = { readonly margin: number; readonly total: number }

export type PointsState = {
  readonly sport: PointsSport
  readonly expected: ExpectedPoints
  /** The remaining share of regular time: 1 before the start, 0 at its end. */
  readonly left: number
  readonly score: { readonly home: number; readonly away: number }
}

type Spread = { readonly margin: number; readonly total: number; readonly overtimeShare: number }

/**
 * Deviations of margin and total from what the market expected, measured on 700 NBA and 979 NFL matches
 * (docs/maths/points.md §1), and overtime as a share of the regular time.
 */
const SPREAD: Record<PointsSport, Spread> = {
  basketball: { margin: 13.17, total: 18.93, overtimeShare: 5 / 48 },
  american_football: { margin: 13.17, total: 13.22, overtimeShare: 10 / 60 },
}

/**
 * The excess frequency of final margins 0, 1, 2 … in American football over a normal, from the seasons 2018–2020
 * (docs/maths/points.md §2). Three and seven are one score.
 */
const KEY_MARGINS = [0.15, 0.89, 0.85, 2.32, 0.83, 0.88, 1.23, 1.84, 1.01, 0.45, 1.18, 0.71, 0.58, 0.58, 1.72]

/** The match's counts: in regular time, and with overtime. */
export type PointsEnds = { readonly full: Counts; readonly all: Counts }

/**
 * Chances of margins and totals from this state: the score so far, and a Brownian motion with the spread's drift for
 * the rest (Stern 1994). A level score goes to overtime, the same motion for a shorter time. Asserts: a share left of
 * 0 to 1. Source: docs/maths/points.md.
 */
export const pointsEnds = ({ sport, expected, left, score }: PointsState): PointsEnds => {
  if (!(left >= 0 && left <= 1)) throw new Error(`the share left must be 0 to 1, got ${left}`)
  const spread = SPREAD[sport]
  const lead = score.home - score.away
  const points = score.home + score.away
  const margin = { mean: lead + expected.margin * left, deviation: spread.margin * Math.sqrt(left) }
  const total = { mean: points + expected.total * left, deviation: spread.total * Math.sqrt(left) }
  const reach = Math.ceil(6 * spread.margin) + 1
  const marginFrom = Math.round(margin.mean) - reach
  const differences = discreteNormal(margin, marginFrom, 2 * reach + 1)
  const max = Math.ceil(total.mean + 6 * spread.total) - points
  const totals = discreteNormal(total, points, Math.max(1, max))
  const full = {
    differences,
    differenceFrom: marginFrom,
    totals,
    totalFrom: points,
    ...sides({ margin, total }, score),
  }
  const all = sport === 'basketball' ? withOvertime(full, expected, spread) : withKeyMargins(full, left)
  return { full, all }
}

type Normal = { readonly mean: number; readonly deviation: number }

/** Each side has half of the total plus or minus half of the margin. */
const sides = (
  { margin, total }: { margin: Normal; total: Normal },
  score: { readonly home: number; readonly away: number },
): Pick<Counts, 'home' | 'homeFrom' | 'away' | 'awayFrom'> => {
  const deviation = Math.hypot(margin.deviation, total.deviation) / 2
  const length = (mean: number, from: number): number =>
    Math.max(1, Math.ceil(mean + 6 * deviation) - from + 1)
  const home = { mean: (total.mean + margin.mean) / 2, deviation }
  const away = { mean: (total.mean - margin.mean) / 2, deviation }
  return {
    home: discreteNormal(home, score.home, length(home.mean, score.home)),
    homeFrom: score.home,
    away: discreteNormal(away, score.away, length(away.mean, score.away)),
    awayFrom: score.away,
  }
}

/**
 * A level regular time continues until decided. Overtime points are the expected ones, split by the expected overtime
 * margin, so both sides sum to the total.
 */
const withOvertime = (full: Counts, expected: ExpectedPoints, { margin, overtimeShare }: Spread): Counts => {
  const level = -full.differenceFrom
  const tied = full.differences[level] ?? 0
  const mean = expected.margin * overtimeShare
  const deviation = margin * Math.sqrt(overtimeShare)
  const extra = discreteNormal({ mean, deviation }, full.differenceFrom, full.differences.length)
  const undecided = 1 - (extra[level] ?? 0)
  const differences = full.differences.map((chance, place) =>
    place === level ? 0 : chance + (tied * (extra[place] ?? 0)) / undecided,
  )
  const total = Math.round(expected.total * overtimeShare)
  const lead = extra.reduce((sum, chance, place) => sum + chance * (place - level), 0) / undecided
  return {
    ...full,
    differences,
    totals: withPoints(full.totals, { tied, points: total }),
    home: withPoints(full.home, { tied, points: (total + lead) / 2 }),
    away: withPoints(full.away, { tied, points: (total - lead) / 2 }),
  }
}

/** The same count with overtime points added to the tied share; fractions are spread over neighbours. */
const withPoints = (
  chances: Float64Array,
  { tied, points }: { readonly tied: number; readonly points: number },
): Float64Array => {
  const min = Math.max(0, Math.floor(points))
  const part = Math.min(1, Math.max(0, points - min))
  const at = (place: number): number => chances[place] ?? 0
  return Float64Array.from(
    { length: chances.length + min + 1 },
    (_, place) => at(place) * (1 - tied) + tied * (at(place - min) * (1 - part) + at(place - min - 1) * part),
  )
}

/** Adds weight to margins that scores of three and seven make likely; less with little time left. */
const withKeyMargins = (full: Counts, left: number): Counts => {
  const weighed = full.differences.map((chance, place) => {
    const margin = Math.abs(place + full.differenceFrom)
    return chance * (KEY_MARGINS[margin] ?? 1) ** left
  })
  const whole = weighed.reduce((sum, chance) => sum + chance, 0)
  return { ...full, differences: weighed.map((chance) => chance / whole) }
}

/** The chance that home leads at the end, overtime included; a draw counts half. */
export const homePointsChance = (state: PointsState): number => {
  const { differences, differenceFrom } = pointsEnds(state).all
  return differences.reduce((sum, chance, place) => {
    const margin = place + differenceFrom
    return sum + (margin > 0 ? chance : margin === 0 ? chance / 2 : 0)
  }, 0)
}

/** Stern's closed form for the same: Φ((lead + μ·τ) / (σ·√τ)). A fast check of the grid. */
export const sternChance = (
  sport: PointsSport,
  lead: number,
  { margin }: ExpectedPoints,
  left: number,
): number => normalBelow((lead + margin * left) / (SPREAD[sport].margin * Math.sqrt(left)))

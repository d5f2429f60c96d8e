/**
 * The time profile of goals, corners and cards, measured on 1,941 matches. 18 bins of five minutes; the last bin of
 * each half includes stoppage time. Event data: Pappalardo, Massucco (2019), Soccer match event dataset, figshare, CC
 * BY 4.0 (collected by Wyscout).
 */
export type TimeProfile = {
  readonly half1: readonly number[]
  readonly half2: readonly number[]
}

const profile = (shares: readonly number[]): TimeProfile => ({
  half1: shares.slice(0, 9),
  half2: shares.slice(9),
})

export const GOAL_PROFILE = profile([
  0.0383, 0.041, 0.0437, 0.0493, 0.0529, 0.051, 0.0485, 0.0458, 0.064, 0.0494, 0.0609, 0.0563, 0.0563, 0.0544,
  0.0623, 0.0575, 0.0529, 0.1154,
])

export const CORNER_PROFILE = profile([
  0.0404, 0.0517, 0.049, 0.0522, 0.0521, 0.0541, 0.0531, 0.0532, 0.0682, 0.0458, 0.0596, 0.0554, 0.0552,
  0.0539, 0.0546, 0.0503, 0.0524, 0.0989,
])

export const CARD_PROFILE = profile([
  0.0131, 0.0189, 0.0284, 0.0287, 0.0391, 0.0455, 0.0505, 0.0524, 0.0745, 0.0407, 0.0573, 0.0641, 0.0675,
  0.0595, 0.0608, 0.0656, 0.0709, 0.1626,
])

/** Means per match of the same data: home, away. */
export const FOOTBALL_MEANS = {
  goals: { home: 1.5142, away: 1.1741 },
  corners: { home: 5.489, away: 4.445 },
  yellowCards: { home: 1.799, away: 2.026 },
  redCards: { home: 0.0855, away: 0.0891 },
} as const

/** A half's average minutes including stoppage time. */
const MEAN_LENGTH_MINUTES = { half1: 46.33, half2: 48.72 } as const

/** Beyond the average stoppage time about a minute always remains. */
const MIN_LEFT_MINUTES = 1

const BIN_MINUTES = 5
const LAST_BIN_STARTS = 40

/**
 * The share of a half's events still to come after this many of its minutes (0 at its kick-off). Falls from the half's
 * whole share to a small rest, never zero while it runs.
 */
const leftInHalf = (bins: readonly number[], minutes: number, length: number): number => {
  const lastLength = length - LAST_BIN_STARTS
  const last = bins.at(-1) ?? 0
  if (minutes >= LAST_BIN_STARTS) {
    const left = Math.max(length - minutes, MIN_LEFT_MINUTES)
    return (last * Math.min(left, lastLength)) / lastLength
  }
  const bin = Math.floor(minutes / BIN_MINUTES)
  const partLeft = 1 - (minutes - bin * BIN_MINUTES) / BIN_MINUTES
  return bins.slice(bin + 1).reduce((sum, share) => sum + share, 0) + partLeft * (bins[bin] ?? 0)
}

/** A match's clock. `minute` counts from kick-off as displayed: 47 in `half1` is stoppage time. */
export type FootballClock = {
  readonly phase: 'before' | 'half1' | 'break' | 'half2'
  readonly minute: number
}

/**
 * Share of the whole match's events still to come in each half. Before kick-off the two sum to 1.
 * Source: docs/maths/football.md §4.
 */
export const remainingShares = (
  clock: FootballClock,
  spread: TimeProfile,
): { half1: number; half2: number } => {
  const sum = (bins: readonly number[]): number => bins.reduce((all, share) => all + share, 0)
  const whole = sum(spread.half1) + sum(spread.half2)
  if (clock.phase === 'before') return { half1: sum(spread.half1) / whole, half2: sum(spread.half2) / whole }
  if (clock.phase === 'break') return { half1: 0, half2: sum(spread.half2) / whole }
  const minute = Math.max(0, clock.minute)
  if (clock.phase === 'half1') {
    return {
      half1: leftInHalf(spread.half1, minute, MEAN_LENGTH_MINUTES.half1) / whole,
      half2: sum(spread.half2) / whole,
    }
  }
  const played = Math.max(0, minute - 45)
  return { half1: 0, half2: leftInHalf(spread.half2, played, MEAN_LENGTH_MINUTES.half2) / whole }
}

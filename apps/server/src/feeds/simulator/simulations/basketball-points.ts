import type { ExpectedPoints } from '@palpite/odds/models'
import { drawNormal, type Roll } from '../draws.ts'

/** The points of both sides. */
export type SidePoints = { readonly home: number; readonly away: number }

/**
 * Standard deviations of a match's margin and total, as its prices assume them. They are part of the drawings below: a
 * change would play matches under way again, with other points. It needs a drawing of its own.
 */
const DEVIATION = { margin: 13.17, total: 18.93 } as const

/**
 * Both sides' points in this share of a basketball match, in the drawing of release 1.0.0: whole quarters at once. Its
 * baskets are then spread over the quarter, so a side behind catches up more often than the prices say.
 */
export function normalPoints(share: number, model: ExpectedPoints, roll: Roll): SidePoints {
  const margin = drawNormal(model.margin * share, DEVIATION.margin * Math.sqrt(share), roll)
  const total = drawNormal(model.total * share, DEVIATION.total * Math.sqrt(share), roll)
  const whole = (points: number) => Math.max(0, Math.round(points))
  return { home: whole((total + margin) / 2), away: whole((total - margin) / 2) }
}

/**
 * Draws both sides' points of one possession each, of so many pairs of possessions in a match. Each pair is independent
 * of all others, and has its share of the match's means and variances. A side scores 0 to 3 points; with some chance
 * both sides follow the same number, which gives margin and total their different variances.
 */
export function possessionPoints(model: ExpectedPoints, pairs: number): (roll: Roll) => SidePoints {
  const variance = (DEVIATION.total ** 2 + DEVIATION.margin ** 2) / 4 / pairs
  const covariance = (DEVIATION.total ** 2 - DEVIATION.margin ** 2) / 4 / pairs
  const home = pointChances((model.total + model.margin) / 2 / pairs, variance)
  const away = pointChances((model.total - model.margin) / 2 / pairs, variance)
  const together = Math.min(1, covariance / Math.max(covariance, jointCovariance(home, away)))
  return (roll) => {
    const isTogether = roll() < together
    const one = roll()
    const other = roll()
    return { home: pointsAt(home, one), away: pointsAt(away, isTogether ? one : other) }
  }
}

/**
 * Where the chance of three points lies between its least (0) and largest (1) possible value: so 22 % of
 * baskets are threes, as in the NBA.
 */
const THREES = 0.3

/** Chances of 0, 1, 2 and 3 points with this mean and, as nearly as they allow, this variance. */
function pointChances(expected: number, variance: number): number[] {
  const mean = Math.min(3, Math.max(0, expected))
  const below = Math.min(2, Math.floor(mean))
  const least = (2 * below + 1) * mean - below * (below + 1)
  const square = Math.min(3 * mean, Math.max(least, variance + mean ** 2))
  const pairs = (square - mean) / 2
  const from = Math.max(0, (2 * pairs - mean) / 3)
  const three = from + THREES * (Math.min(pairs / 3, 1 - mean + pairs) - from)
  const two = pairs - 3 * three
  return [1 - mean + pairs - three, mean - 2 * pairs + 3 * three, two, three]
}

/** The covariance of both sides' points if both follow the same number. */
function jointCovariance(home: readonly number[], away: readonly number[]): number {
  const atLeast = (chances: readonly number[], points: number) =>
    chances.slice(points).reduce((sum, chance) => sum + chance, 0)
  const counts = [1, 2, 3]
  const mean = (chances: readonly number[]) =>
    counts.reduce((sum, points) => sum + atLeast(chances, points), 0)
  const product = counts.reduce(
    (sum, one) =>
      sum + counts.reduce((all, other) => all + Math.min(atLeast(home, one), atLeast(away, other)), 0),
    0,
  )
  return product - mean(home) * mean(away)
}

/** The points at this number of 0 to 1, least first. */
function pointsAt(chances: readonly number[], number: number): number {
  let left = number
  for (let points = 0; points < 3; points += 1) if ((left -= chances[points] ?? 0) < 0) return points
  return 3
}

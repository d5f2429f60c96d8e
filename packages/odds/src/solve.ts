/** As near as doubles come; fits of whole matches are asked for less, since each step plays one out. */
const FINEST = 1e-15

/**
 * Where a monotone function crosses zero between two points, by bisection: slower than Newton, never lost.
 * Asserts: the function has different signs at the two ends (or is zero at one).
 */
export const crossing = (
  rise: (x: number) => number,
  from: number,
  to: number,
  tolerance = FINEST,
): number => {
  let low = from
  let high = to
  const atLow = rise(low)
  if (atLow === 0) return low
  const atHigh = rise(high)
  if (atHigh === 0) return high
  if (Math.sign(atLow) === Math.sign(atHigh)) throw new Error(`no crossing between ${from} and ${to}`)
  for (let step = 0; step < 200 && high - low > tolerance * Math.max(1, Math.abs(low)); step += 1) {
    const middle = (low + high) / 2
    if (Math.sign(rise(middle)) === Math.sign(atLow)) low = middle
    else high = middle
  }
  return (low + high) / 2
}

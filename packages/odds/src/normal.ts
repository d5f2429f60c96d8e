/** Beyond this the chance equals 0 or 1 in double precision. */
const FAR = 8.5
const LOG_OF_ROOT_TWO_PI = Math.log(2 * Math.PI) / 2

/**
 * Chance that a standard normal number is below x, to about 1e-15: ½ + φ(x)·(x + x³/3 + x⁵/(3·5) + …), a series of
 * terms of one sign, so nothing cancels.
 */
export const normalBelow = (x: number): number => {
  if (Math.abs(x) > FAR) return x > 0 ? 1 : 0
  let term = x
  let sum = x
  for (let odd = 3; Math.abs(term) > 1e-17 * Math.abs(sum); odd += 2) {
    term *= (x * x) / odd
    sum += term
  }
  return Math.min(1, Math.max(0, 0.5 + sum * Math.exp(-0.5 * x * x - LOG_OF_ROOT_TWO_PI)))
}

/**
 * Chances of whole numbers `from` … `from + length - 1` under a normal distribution: each number takes the interval
 * within a half of it, the ends their tails. With zero deviation the nearest number takes all.
 */
export const discreteNormal = (
  { mean, deviation }: { readonly mean: number; readonly deviation: number },
  from: number,
  length: number,
): Float64Array => {
  const chances = new Float64Array(length)
  let below = 0
  for (let place = 0; place < length; place += 1) {
    const edge = from + place + 0.5
    const upTo =
      place === length - 1
        ? 1
        : deviation > 1e-9
          ? normalBelow((edge - mean) / deviation)
          : edge > mean
            ? 1
            : 0
    chances[place] = Math.max(0, upTo - below)
    below = upTo
  }
  return chances
}

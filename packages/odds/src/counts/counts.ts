/**
 * Distributions of two sides' counts: sum, difference (home minus away), and each side. Every list starts at its
 * `…From` number. All totals, handicaps and results are computed from these.
 */
export type Counts = {
  readonly totals: Float64Array
  readonly totalFrom: number
  readonly differences: Float64Array
  readonly differenceFrom: number
  readonly home: Float64Array
  readonly homeFrom: number
  readonly away: Float64Array
  readonly awayFrom: number
}

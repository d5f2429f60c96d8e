/**
 * Chances of what two sides count: together, apart (home less away), and each. Every list starts at its `…From`
 * number. All markets on totals, handicaps and results are read off these.
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

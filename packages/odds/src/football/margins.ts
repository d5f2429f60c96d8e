/** Margins by kind of market, in hundredths of a percent over a book of 1. Defaults are measured margins. */
export type FootballMargins = {
  readonly matchResult: number
  readonly totals: number
  /** Markets with many outcomes: scores, half-time/full-time, exact goals. */
  readonly scores: number
}

export const DEFAULT_MARGINS: FootballMargins = { matchResult: 600, totals: 450, scores: 1500 }

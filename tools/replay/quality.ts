/** A forecast: each outcome's chance, and the actual outcome. */
export type Forecast = { readonly chances: readonly number[]; readonly happened: number }

/** The quality of forecasts against the outcomes' earlier frequencies. */
export type Quality = {
  readonly what: string
  readonly forecasts: number
  readonly logLoss: number
  readonly baseLogLoss: number
  /** The mean distance between chances and frequencies, weighted by count. */
  readonly calibrationError: number
  readonly bins: readonly Bin[]
}

/** Chances between two tenths: their mean, and the actual frequency. */
export type Bin = { readonly said: number; readonly seen: number; readonly count: number }

const BINS = 10
const MIN = 1e-6

/** Minus the mean logarithm of the actual outcome's chance: lower is better. */
export const logLoss = (forecasts: readonly Forecast[]): number =>
  -forecasts.reduce(
    (sum, { chances, happened }) => sum + Math.log(Math.max(chances[happened] ?? 0, MIN)),
    0,
  ) / forecasts.length

/** All chances by tenths, with how often they came true. */
const calibration = (forecasts: readonly Forecast[]): Bin[] => {
  const sums = Array.from({ length: BINS }, () => ({ said: 0, seen: 0, count: 0 }))
  for (const { chances, happened } of forecasts) {
    for (const [outcome, chance] of chances.entries()) {
      const bin = sums[Math.min(BINS - 1, Math.floor(chance * BINS))]
      if (!bin) continue
      bin.said += chance
      bin.seen += outcome === happened ? 1 : 0
      bin.count += 1
    }
  }
  return sums
    .filter(({ count }) => count > 0)
    .map(({ said, seen, count }) => ({ said: said / count, seen: seen / count, count }))
}

/** Forecasts measured against the frequencies of earlier matches. */
export const qualityOf = (what: string, forecasts: readonly Forecast[], base: readonly number[]): Quality => {
  const bins = calibration(forecasts)
  const all = bins.reduce((sum, { count }) => sum + count, 0)
  return {
    what,
    forecasts: forecasts.length,
    logLoss: logLoss(forecasts),
    baseLogLoss: logLoss(forecasts.map(({ happened }) => ({ chances: base, happened }))),
    calibrationError:
      bins.reduce((sum, { said, seen, count }) => sum + Math.abs(said - seen) * count, 0) / all,
    bins,
  }
}

/** The frequency of each outcome. */
export const frequencies = (happened: readonly number[], outcomes: number): number[] =>
  Array.from(
    { length: outcomes },
    (_, outcome) => happened.filter((one) => one === outcome).length / happened.length,
  )

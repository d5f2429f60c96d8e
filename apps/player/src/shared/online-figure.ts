import type { Calls } from '@palpite/contract'

type Online = Calls['GET /api/app/games/online']['data']

/**
 * The displayed number of players online: a multiple of their count plus a bounded random number. `random` is in [0,
 * 1).
 */
export const onlineFigure = (
  { players, factor, randomBelow }: Pick<Online, 'players' | 'factor' | 'randomBelow'>,
  random: number,
): number => factor * players + Math.floor(random * randomBelow)

const units = [
  { from: 1e6, sign: 'M' },
  { from: 1e3, sign: 'K' },
] as const

/** A number in K or M with one truncated decimal: 12,345 is "12.3K". Below a thousand unchanged. */
export const shortFigure = (figure: number, decimalMark: string): string => {
  const unit = units.find(({ from }) => figure >= from)
  if (!unit) return String(Math.floor(figure))
  const tenths = Math.floor((figure * 10) / unit.from)
  const rest = tenths % 10
  return `${Math.floor(tenths / 10)}${rest === 0 ? '' : `${decimalMark}${rest}`}${unit.sign}`
}

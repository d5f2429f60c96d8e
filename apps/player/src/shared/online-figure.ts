import type { Calls } from '@palpite/contract'

type Online = Calls['GET /api/app/games/online']['data']

/** The figure shown of the players online: so many times their count and a number below a bound. `random` is at least 0 and below 1. */
export const onlineFigure = (
  { players, factor, randomBelow }: Pick<Online, 'players' | 'factor' | 'randomBelow'>,
  random: number,
): number => factor * players + Math.floor(random * randomBelow)

const units = [
  { from: 1e6, sign: 'M' },
  { from: 1e3, sign: 'K' },
] as const

/** A figure in K or M, with one decimal that is cut, not rounded: 12,345 is "12.3K". Below a thousand it is itself. */
export const shortFigure = (figure: number, decimalMark: string): string => {
  const unit = units.find(({ from }) => figure >= from)
  if (!unit) return String(Math.floor(figure))
  const tenths = Math.floor((figure * 10) / unit.from)
  const rest = tenths % 10
  return `${Math.floor(tenths / 10)}${rest === 0 ? '' : `${decimalMark}${rest}`}${unit.sign}`
}

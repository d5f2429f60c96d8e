import { gridCounts, overChance, scoreGrid } from '@palpite/odds/football'
import { list, number, object, strays, verdict, type Check, type Json } from './case.ts'

const CHANCE = 1e-6

/** One score grid and the markets read off it. */
export const checkGrid = (id: string, one: Json): Check => {
  const grid = scoreGrid({
    home: number(one['mu_home']) ?? 0,
    away: number(one['mu_away']) ?? 0,
    rho: number(one['rho']) ?? 0,
  })
  const counts = gridCounts(grid)
  const sum = (from: number, to: number) => {
    let all = 0
    for (let margin = from; margin <= to; margin += 1) all += counts.difference(margin)
    return all
  }
  const results = [sum(1, grid.size), sum(0, 0), sum(-grid.size, -1)]
  return verdict(id, [
    ...list(one['p1x2']).map((chance, place) => strays(`1x2 ${place}`, chance, results[place], CHANCE)),
    ...Object.entries(object(one['totals'])).map(([line, expected]) => {
      const { over, under } = object(expected)
      const share = (number(over) ?? 0) / ((number(over) ?? 0) + (number(under) ?? 0))
      return strays(`over ${line}`, share, overChance(counts, Number(line) * 4), CHANCE)
    }),
  ])
}

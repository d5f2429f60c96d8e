import type { MarketRef } from '@palpite/odds'
import {
  bothScoreChance,
  builderChance,
  gridCounts,
  handicapShares,
  lineShares,
  resultChances,
  scoreChance,
  scoreGrid,
  type BuilderLeg,
  type ScoreGrid,
  type Shares,
} from '@palpite/odds/football'
import { list, number, object, strays, verdict, type Check, type Json } from './case.ts'

const CHANCE = 1e-6

/** One score grid and the markets read off it. */
export const checkGrid = (id: string, one: Json): Check => {
  const grid = scoreGrid({
    home: number(one['mu_home']) ?? 0,
    away: number(one['mu_away']) ?? 0,
    rho: number(one['rho']) ?? 0,
  })
  const builder = object(one['bet_builder'])
  const unknown = Object.keys(builder).find((name) => !BUILDERS[name] && !name.startsWith('naive'))
  if (unknown !== undefined) return { verdict: 'skipped', id, what: `bet builder ${unknown}` }
  return verdict(id, [
    ...checkResults(grid, one),
    ...checkLines(grid, one),
    ...Object.entries(object(one['correct_score'])).map(([score, chance]) => {
      const [home = 0, away = 0] = score.split('-').map(Number)
      return strays(`score ${score}`, chance, scoreChance(grid, home, away), CHANCE)
    }),
    ...Object.entries(builder).map(([name, chance]) => checkBuilder({ name, chance, grid })),
  ])
}

const checkResults = (grid: ScoreGrid, one: Json): (string | undefined)[] => {
  const counts = gridCounts(grid)
  const { home, draw, away } = resultChances(counts)
  const [dc, dnb] = [object(one['dc']), object(one['dnb'])]
  return [
    ...list(one['p1x2']).map((chance, place) =>
      strays(`1x2 ${place}`, chance, [home, draw, away][place], CHANCE),
    ),
    strays('both score', one['btts_yes'], bothScoreChance(grid, counts), CHANCE),
    strays('home or draw', dc['x1'], home + draw, CHANCE),
    strays('draw or away', dc['x2'], draw + away, CHANCE),
    strays('home or away', dc['h12'], home + away, CHANCE),
    strays('draw no bet home', dnb['home'], home / (home + away), CHANCE),
    strays('draw no bet away', dnb['away'], away / (home + away), CHANCE),
  ]
}

const checkLines = (grid: ScoreGrid, one: Json): (string | undefined)[] => {
  const counts = gridCounts(grid)
  const totals = Object.entries(object(one['totals'])).flatMap(([line, expected]) => {
    const got = lineShares(counts.totals, counts.totalFrom, Number(line) * 4)
    const { over, push, under } = object(expected)
    return compareShares(`total ${line}`, [over, push, under], got)
  })
  const handicaps = Object.entries(object(one['asian_home'])).flatMap(([line, expected]) => {
    const got = handicapShares(counts, Number(line) * 4)
    const { win, push, lose } = object(expected)
    return compareShares(`handicap ${line}`, [win, push, lose], got)
  })
  return [...totals, ...handicaps]
}

const compareShares = (what: string, expected: readonly unknown[], got: Shares): (string | undefined)[] =>
  [got.won, got.refunded, got.lost].map((share, place) =>
    strays(`${what} ${place}`, expected[place], share, CHANCE),
  )

const leg = (type: string, outcome: string, line?: number): BuilderLeg => {
  const market: MarketRef = { type: `football.${type}`, period: 'full' }
  return { market: line === undefined ? market : { ...market, lineQuarters: line * 4 }, outcome }
}

const home = leg('1x2', 'home')
const over = (line: number) => leg('total', 'over', line)
const under = (line: number) => leg('total', 'under', line)

/** The files' names of combinations. */
const BUILDERS: Readonly<Record<string, readonly BuilderLeg[]>> = {
  home_and_over25: [home, over(2.5)],
  home_and_under25: [home, under(2.5)],
  draw_and_btts: [leg('1x2', 'draw'), leg('both_score', 'yes')],
  away_and_btts: [leg('1x2', 'away'), leg('both_score', 'yes')],
  btts_and_over25: [leg('both_score', 'yes'), over(2.5)],
  home_and_btts_no: [home, leg('both_score', 'no')],
  x1_and_under35: [leg('double_chance', 'home_draw'), under(3.5)],
  home_minus1_5_and_over35: [leg('asian_handicap', 'home', -1.5), over(3.5)],
}

type Builder = { readonly name: string; readonly chance: unknown; readonly grid: ScoreGrid }

const checkBuilder = ({ name, chance, grid }: Builder): string | undefined => {
  const legs = BUILDERS[name]
  if (legs) {
    const got = builderChance(legs, { goals: grid })
    return strays(name, chance, typeof got === 'number' ? got : undefined, CHANCE)
  }
  const counts = gridCounts(grid)
  const naive = resultChances(counts).home * lineShares(counts.totals, counts.totalFrom, 10).won
  return strays(name, chance, naive, CHANCE)
}

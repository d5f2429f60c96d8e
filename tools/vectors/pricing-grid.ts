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
} from '@palpite/odds/football'
import { list, number, object, deviates, verdict, type Check, type Json } from './case.ts'
import { fieldsOf, unreadOf } from './fields.ts'

const CHANCE = 1e-6

/** One score grid and the markets read off it. */
export const checkGrid = (id: string, one: Json): Check => {
  const [home, away] = [number(one['mu_home']), number(one['mu_away'])]
  if (home === undefined || away === undefined)
    return { verdict: 'failed', id, why: 'the means cannot be read' }
  const whole = scoreGrid({ home, away, rho: number(one['rho']) ?? 0 })
  const grid = cutTo(whole, number(one['max_goals']))
  const builder = object(one['bet_builder'])
  const unknown = Object.keys(builder).find((name) => !BUILDERS[name] && !name.startsWith('naive'))
  if (unknown !== undefined) return { verdict: 'skipped', id, what: `bet builder ${unknown}` }
  const fields = fieldsOf(one)
  for (const name of READ) fields.used.add(name)
  const wrongs = [
    ...checkResults(grid, one),
    ...checkLines(grid, one),
    ...Object.entries(object(one['correct_score'])).map(([score, chance]) => {
      const [home = 0, away = 0] = score.split('-').map(Number)
      return deviates(`score ${score}`, chance, scoreChance(grid, home, away), CHANCE)
    }),
    ...Object.entries(builder).map(([name, chance]) => checkBuilder({ name, chance, grid })),
  ]
  return verdict(
    id,
    [GROUPS.every((name) => one[name] === undefined) ? 'nothing is expected' : undefined, ...wrongs],
    unreadOf('the case', fields),
  )
}

const GROUPS = [
  'p1x2',
  'btts_yes',
  'btts_no',
  'dc',
  'dnb',
  'totals',
  'asian_home',
  'correct_score',
  'bet_builder',
]
const READ = ['mu_home', 'mu_away', 'rho', 'max_goals', 'fair_odds_note', ...GROUPS]

/** A file's grid ends at this many goals a side and is made to sum to one; so is ours, for the comparison. */
const cutTo = (grid: ScoreGrid, max: number | undefined): ScoreGrid => {
  if (max === undefined || max + 1 >= grid.size) return grid
  const size = max + 1
  const kept = Float64Array.from({ length: size * size }, (_, place) => {
    return grid.cells[Math.floor(place / size) * grid.size + (place % size)] ?? 0
  })
  const sum = kept.reduce((all, chance) => all + chance, 0)
  return { ...grid, size, cells: kept.map((chance) => chance / sum) }
}

const checkResults = (grid: ScoreGrid, one: Json): (string | undefined)[] => {
  const counts = gridCounts(grid)
  const { home, draw, away } = resultChances(counts)
  const both = bothScoreChance(grid, counts)
  const results = [home, draw, away]
  const wanted = one['p1x2'] === undefined ? results : list(one['p1x2'])
  return [
    wanted.length === results.length ? undefined : `1x2: expected ${wanted.length} chances`,
    ...results.map((chance, place) => deviates(`1x2 ${place}`, wanted[place], chance, CHANCE)),
    ...checkNamed('both score', object({ yes: one['btts_yes'], no: one['btts_no'] }), {
      yes: both,
      no: 1 - both,
    }),
    ...checkNamed('double chance', object(one['dc']), { x1: home + draw, x2: draw + away, h12: home + away }),
    ...checkNamed('draw no bet', object(one['dnb']), {
      home: home / (home + away),
      away: away / (home + away),
    }),
  ]
}

/** The chances of a group by name; an unknown name has none. */
const checkNamed = (
  what: string,
  expected: Json,
  got: Readonly<Record<string, number>>,
): (string | undefined)[] =>
  Object.entries(expected)
    .filter(([, chance]) => chance !== undefined)
    .map(([name, chance]) => deviates(`${what} ${name}`, chance, got[name], CHANCE))

const checkLines = (grid: ScoreGrid, one: Json): (string | undefined)[] => {
  const counts = gridCounts(grid)
  const totals = Object.entries(object(one['totals'])).flatMap(([line, expected]) => {
    const got = lineShares(counts.totals, counts.totalFrom, Number(line) * 4)
    return checkNamed(`total ${line}`, object(expected), {
      over: got.won,
      push: got.refunded,
      under: got.lost,
    })
  })
  const handicaps = Object.entries(object(one['asian_home'])).flatMap(([line, expected]) => {
    const got = handicapShares(counts, Number(line) * 4)
    return checkNamed(`handicap ${line}`, object(expected), {
      win: got.won,
      push: got.refunded,
      lose: got.lost,
    })
  })
  return [...totals, ...handicaps]
}

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
  if (legs) return deviates(name, chance, builderChance(legs, { goals: { full: grid } }), CHANCE)
  const counts = gridCounts(grid)
  const naive = resultChances(counts).home * lineShares(counts.totals, counts.totalFrom, 10).won
  return deviates(name, chance, naive, CHANCE)
}

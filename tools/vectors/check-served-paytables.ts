import { choices } from '@palpite/contract'
import {
  type HmacSha256,
  placeMines,
  placeRows,
  ROW_DIFFICULTIES,
  type RowDifficulty,
  ROWS,
} from '@palpite/games'
import { adapters } from '../../apps/server/src/games/adapters/games.ts'
import { nodeHmac } from '../../apps/server/src/games/seeds/seeds.ts'
import {
  attemptAll,
  deviates,
  differs,
  list,
  number,
  object,
  text,
  verdict,
  type Check,
  type Json,
} from './case.ts'
import { isPaidByMultiplier } from './served.ts'

const STAKE_CENTS = 1000
const MINES_TILES = 25
const SLOTS = 15
const DIGITS = 10
/** Some pair of seeds: what a safe tile pays is the same in every round. */
const SEEDS = { serverSeed: 'palpite', clientSeed: 'jogador', nonce: 7 }
/** As if the stream of a round began with zeros: the lowest roll, and the highest result of limbo. */
const zeros: HmacSha256 = () => new Uint8Array(32)

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)
const skipped = (id: string): Check => ({
  verdict: 'skipped',
  id,
  what: `pay table ${id}, which is not served`,
})

/**
 * The value of a stake after each of these tiles, as the adapter shows it; the round ends with the last or is cashed
 * out.
 */
function climbed(game: 'mines' | 'rowDouble', choice: Json, tiles: readonly number[]): number[] {
  const adapter = adapters[game]
  if (adapter.kind !== 'paced') throw new Error(`${game} is played in steps`)
  let round = adapter.begin(nodeHmac, SEEDS, { stakeCents: STAKE_CENTS, choice })
  return tiles.map((tile) => {
    const stepped = adapter.step(round, tile)
    if (!stepped.ok) throw new Error(`${game} refuses tile ${tile}: ${stepped.refusal.code}`)
    round = stepped.round
    const taken = adapter.step(round, null)
    const ended = adapter.outcomeOf(taken.ok ? taken.round : round)
    if (ended.status !== 'won' || !isPaidByMultiplier(ended))
      throw new Error(`${game} pays otherwise than its multiplier after tile ${tile}`)
    return ended.multiplierE4 / 10_000
  })
}

const checkMines = (name: string, table: Json): Check[] =>
  Object.entries(table).map(([mines, row]) => {
    const mineCount = Number(mines)
    const laid = placeMines(nodeHmac, SEEDS, mineCount)
    const safe = upTo(MINES_TILES).filter((tile) => !laid.includes(tile))
    return verdict(`${name} ${mines}`, [
      differs('row served', list(row).map(number), climbed('mines', { mineCount }, safe)),
    ])
  })

const checkRows = (name: string, table: Json): Check[] =>
  Object.entries(table).map(([difficulty, row]) => {
    if (!Object.hasOwn(ROW_DIFFICULTIES, difficulty)) return skipped(`${name} ${difficulty}`)
    const safe = placeRows(nodeHmac, SEEDS, difficulty as RowDifficulty).map(([tile = -1]) => tile)
    return verdict(`${name} ${difficulty}`, [
      differs('row served', list(row).map(number), climbed('rowDouble', { difficulty }, safe.slice(0, ROWS))),
    ])
  })

/** What a bet on a draw is paid, in times the stake; 0 when it loses. */
function paidBy(game: 'double' | 'luckyColor', choice: Json, drawn: number): number {
  const adapter = adapters[game]
  if (adapter.kind !== 'shared') throw new Error(`${game} is drawn for many`)
  const resolved = adapter.resolve(drawn, { stakeCents: STAKE_CENTS, choice })
  if (!isPaidByMultiplier(resolved)) throw new Error(`${game} pays otherwise than its multiplier on ${drawn}`)
  return resolved.multiplierE4 / 10_000
}

const COLOURS = ['white', 'red', 'black'] as const

function checkDouble(name: string, table: Json): Check[] {
  const layout = object(table['layout'])
  const winning = (colour: string) => upTo(SLOTS).filter((slot) => paidBy('double', { colour }, slot) > 0)
  const pays = object(table['blaze'])
  return [
    verdict(`${name} layout`, [
      differs('slots', table['slots'], COLOURS.flatMap(winning).length),
      ...COLOURS.map((colour) =>
        differs(`slots of ${colour}`, list(layout[colour]).map(number), winning(colour)),
      ),
    ]),
    verdict(
      `${name} blaze`,
      COLOURS.flatMap((colour) => [
        deviates(
          colour,
          pays[colour],
          Math.max(...upTo(SLOTS).map((slot) => paidBy('double', { colour }, slot))),
          1e-9,
        ),
        deviates(`return of ${colour}`, pays['rtp'], adapters.double.returnToPlayer({ colour }), 1e-9),
      ]),
    ),
    ...Object.keys(table)
      .filter((key) => !['slots', 'layout', 'stripOrder', 'blaze'].includes(key))
      .map((key) => skipped(`${name} ${key}`)),
  ]
}

/** The pick that each pay of a table belongs to, with a digit if it depends on one. */
const LUCKY: Readonly<Record<string, readonly [pick: string, digit: number]>> = {
  green: ['green', 1],
  green_on_5: ['green', 5],
  red: ['red', 2],
  red_on_0: ['red', 0],
  violet: ['violet', 5],
  number: ['7', 7],
  big: ['big', 9],
  small: ['small', 4],
}

function checkLucky(name: string, table: Json): Check[] {
  const choiceOf = (pick: string) => ({ room: '30', pick })
  const winning = (pick: string) =>
    upTo(DIGITS).filter((digit) => paidBy('luckyColor', choiceOf(pick), digit) > 0)
  const pays = object(table['uniform96'])
  const dual = { green: 5, red: 0 } as const
  return [
    verdict(`${name} digits`, [
      ...(['green', 'red'] as const).map((colour) =>
        differs(
          `digits of ${colour}`,
          [...list(table[colour]).map(number), dual[colour]].toSorted((a = 0, b = 0) => a - b),
          winning(colour),
        ),
      ),
      differs('digits of violet', list(table['violet']).map(number), winning('violet')),
    ]),
    verdict(
      `${name} uniform96`,
      Object.entries(LUCKY).flatMap(([pay, [pick, digit]]) => [
        deviates(pay, pays[pay], paidBy('luckyColor', choiceOf(pick), digit), 1e-9),
        deviates(`return of ${pick}`, pays['rtp'], adapters.luckyColor.returnToPlayer(choiceOf(pick)), 1e-9),
      ]),
    ),
    ...Object.keys(table)
      .filter((key) => !['digits', 'green', 'red', 'violet', 'uniform96'].includes(key))
      .map((key) => skipped(`${name} ${key}`)),
  ]
}

/** What a win at this choice is paid, in times the stake. */
function wonAt(game: 'dice' | 'limbo', choice: Json): number {
  const adapter = adapters[game]
  if (adapter.kind !== 'instant') throw new Error(`${game} is played at once`)
  const played = adapter.play(zeros, SEEDS, { stakeCents: STAKE_CENTS, choice }, adapter.rulesVersion)
  if (played.status !== 'won' || !isPaidByMultiplier(played))
    throw new Error(`${game} pays otherwise than its multiplier`)
  return played.multiplierE4 / 10_000
}

const hundredths = (value: unknown): number => Math.round((number(value) ?? Number.NaN) * 100)
/** The number of a formula in words: "99/target". */
const overOne = (value: unknown): number => Number(/^\s*([\d.]+)\s*\//.exec(text(value) ?? '')?.[1])

/** Whether this can be chosen: by the schema of the call, and by the rules of the game. */
const isTaken = (game: 'dice' | 'limbo', choice: Json): boolean =>
  choices[game].safeParse(choice).success && adapters[game].refuseChoice(choice) === undefined

function checkDice(name: string, table: Json): Check[] {
  const under = (targetHundredths: number) => ({ direction: 'under', targetHundredths })
  const [min, max] = [hundredths(table['winChanceMin']), hundredths(table['winChanceMax'])]
  const percents = [1, 7, 33, 50, 97]
  return [
    verdict(`${name} table`, [
      differs(
        'chances taken',
        [false, true, true, false],
        [min - 1, min, max, max + 1].map((at) => isTaken('dice', under(at))),
      ),
      deviates('greatest multiplier', table['maxMultiplier'], wonAt('dice', under(min)), 1e-9),
      ...percents.map((percent) =>
        deviates(
          `at ${percent} %`,
          overOne(table['multiplier']) / percent,
          wonAt('dice', under(percent * 100)),
          0.00005,
        ),
      ),
    ]),
  ]
}

function checkLimbo(name: string, table: Json): Check[] {
  const at = (targetHundredths: number) => ({ targetHundredths })
  const [min = Number.NaN, max = Number.NaN] = list(table['target']).map(hundredths)
  const targets = [101, 200, 500, 10_000]
  return [
    verdict(`${name} table`, [
      differs(
        'targets taken',
        [false, true, true, false],
        [min - 1, min, max, max + 1].map((target) => isTaken('limbo', at(target))),
      ),
      ...targets.map((target) =>
        deviates(`pays ${target / 100}`, target / 100, wonAt('limbo', at(target)), 1e-9),
      ),
      // The return of a target over the target is its chance; few steps are left at high ones.
      ...targets.map((target) =>
        deviates(
          `chance in percent of ${target / 100}`,
          overOne(table['winChancePercent']) / (target / 100),
          (adapters.limbo.returnToPlayer(at(target)) * 10_000) / target,
          0.01,
        ),
      ),
    ]),
  ]
}

/** The tables of a file that the house plays by; others pay another return, and are skipped by name. */
const TABLES: Readonly<Record<string, (name: string, table: Json) => Check[]>> = {
  mines_rtp99: checkMines,
  tower_rtp98: checkRows,
  double: checkDouble,
  luckyColor: checkLucky,
  dice: checkDice,
  limbo: checkLimbo,
}

/**
 * The pay tables of a file against what the adapters of the running server pay: rounds are begun, stepped through and
 * settled, and what they pay is compared, never the formula. Tables that the house does not play by are skipped by name.
 */
export const checkServedPayTables = (file: unknown): Check[] =>
  Object.entries(object(file))
    .filter(([name]) => name !== 'about')
    .flatMap(([name, table]) => {
      const check = Object.hasOwn(TABLES, name) ? TABLES[name] : undefined
      return check ? attemptAll(name, () => check(name, object(table))) : [skipped(name)]
    })

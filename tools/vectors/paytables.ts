import {
  checkDiceBet,
  checkLimboTarget,
  diceMultiplier,
  DOUBLE_PAYS,
  DOUBLE_SLOTS,
  DOUBLE_STRIP,
  doubleColour,
  doubleReturnToPlayer,
  isRowDifficulty,
  minesMultiplier,
  rowMultiplier,
  type DoublePays,
} from '@palpite/games'
import { toNumber } from '@palpite/money/fraction'
import { differs, list, number, object, strays, text, verdict, type Check, type Json } from './case.ts'
import { checkLucky } from './paytables-lucky.ts'

/** Pay tables: every multiplier of every game, at the return in the table's name, and the returns they lead to. */
export const checkPayTables = (file: unknown): Check[] =>
  Object.entries(object(file))
    .filter(([name]) => name !== 'about')
    .flatMap(([name, table]) => checkTable(name, object(table)))

const checkTable = (name: string, table: Json): Check[] => {
  const [, game, percent] = /^(mines|tower)_rtp(\d+)$/.exec(name) ?? []
  if (game === 'mines') return checkMines(name, table, Number(percent))
  if (game === 'tower') return checkTower(name, table, Number(percent))
  const known = TABLES[name]
  return known ? known(table) : [{ verdict: 'skipped', id: name, what: `pay table ${name}` }]
}

const checkMines = (name: string, table: Json, percent: number): Check[] =>
  Object.entries(table).map(([mines, row]) => {
    const got = list(row).map((_, place) => minesMultiplier(Number(mines), place + 1, percent) / 100)
    return verdict(`${name} ${mines}`, [differs('row', row, got)])
  })

const checkTower = (name: string, table: Json, percent: number): Check[] =>
  Object.entries(table).map(([difficulty, row]) => {
    if (!isRowDifficulty(difficulty))
      return { verdict: 'skipped', id: name, what: `difficulty ${difficulty}` }
    const got = list(row).map((_, place) => rowMultiplier(difficulty, place + 1, percent) / 100)
    return verdict(`${name} ${difficulty}`, [differs('row', row, got)])
  })

const hundredths = (value: unknown): number => Math.round((number(value) ?? 0) * 100)

const checkDoublePays = (name: string, table: Json): Check => {
  const pays: DoublePays = {
    white: hundredths(table['white']),
    red: hundredths(table['red']),
    black: hundredths(table['black']),
  }
  const returns = [...list(table['rtp']), table['rtp']].filter((value) => number(value) !== undefined)
  const [white, colours = white] = returns
  return verdict(`double ${name}`, [
    strays('white return', white, toNumber(doubleReturnToPlayer('white', pays)), 1e-9),
    strays('red return', colours, toNumber(doubleReturnToPlayer('red', pays)), 1e-9),
    strays('black return', colours, toNumber(doubleReturnToPlayer('black', pays)), 1e-9),
    name === 'blaze' ? differs('the house pays', DOUBLE_PAYS, pays) : undefined,
  ])
}

const checkDouble = (table: Json): Check[] => [
  verdict('double layout', [
    differs('slots', table['slots'], DOUBLE_SLOTS),
    differs('strip', table['stripOrder'], DOUBLE_STRIP),
    ...Object.entries(object(table['layout'])).flatMap(([colour, slots]) =>
      list(slots).map((slot) => differs(`slot ${text(slot)}`, colour, doubleColour(number(slot) ?? -1))),
    ),
  ]),
  ...Object.entries(table)
    .filter(([, pays]) => object(pays)['white'] !== undefined && object(pays)['rtp'] !== undefined)
    .map(([name, pays]) => checkDoublePays(name, object(pays))),
]

const under = (chancePercent: unknown) => ({
  side: 'under' as const,
  targetHundredths: hundredths(chancePercent),
})

const checkDice = (table: Json): Check[] => {
  const [least, most] = [under(table['winChanceMin']), under(table['winChanceMax'])]
  return [
    verdict('dice bounds', [
      differs('greatest multiplier', table['maxMultiplier'], diceMultiplier(least) / 10_000),
      differs('least chance', undefined, checkDiceBet(least)),
      differs('greatest chance', undefined, checkDiceBet(most)),
      differs(
        'below',
        'chance_too_small',
        checkDiceBet({ ...least, targetHundredths: least.targetHundredths - 1 }),
      ),
      differs(
        'above',
        'chance_too_great',
        checkDiceBet({ ...most, targetHundredths: most.targetHundredths + 1 }),
      ),
    ]),
  ]
}

const checkLimbo = (table: Json): Check[] => {
  const [least = 0, most = 0] = list(table['target']).map(hundredths)
  return [
    verdict('limbo bounds', [
      differs('least', undefined, checkLimboTarget(least)),
      differs('greatest', undefined, checkLimboTarget(most)),
      differs('below', 'target_too_low', checkLimboTarget(least - 1)),
      differs('above', 'target_too_high', checkLimboTarget(most + 1)),
    ]),
  ]
}

const TABLES: Readonly<Record<string, (table: Json) => Check[]>> = {
  double: checkDouble,
  luckyColor: checkLucky,
  dice: checkDice,
  limbo: checkLimbo,
}

import {
  doubleColour,
  doubleReturnToPlayer,
  DOUBLE_PAYS,
  DOUBLE_SLOTS,
  DOUBLE_STRIP,
  type DoubleColour,
  type DoublePays,
} from '@palpite/games'
import { toNumber } from '@palpite/money/fraction'
import {
  attemptAll,
  differs,
  list,
  number,
  object,
  deviates,
  verdict,
  type Check,
  type Json,
} from './case.ts'
import { compareFields } from './fields.ts'
import { checkMines, checkRows } from './paytables-climbs.ts'
import { checkLucky } from './paytables-lucky.ts'
import type { Table } from './paytables-table.ts'
import { checkCrash, checkDice, checkLimbo, checkSlot } from './paytables-instant.ts'
import { plainWord } from './settlement-results.ts'

const ABOUT = ['about', 'note', 'notes', 'source', 'meta']

/** Pay tables: every multiplier of every game, at the return in the table's name, and the returns they lead to. */
export const checkPayTables = (file: unknown): Check[] =>
  Object.entries(object(file))
    .filter(([name]) => !ABOUT.includes(name))
    .flatMap(([name, table]) => checkTable(name, table))

/** "mines_rtp99", "mines_rtp_96.5", "rowDouble_rtp98": a game and the return of its table in percent. */
const RETURNED = /^(.*?)_?(?:rtp_?)(\d+(?:[._]\d+)?)$/i

const checkTable = (name: string, written: unknown): Check[] => {
  const table = object(written)
  const [, named = name, percent] = RETURNED.exec(name) ?? []
  const game = Object.hasOwn(GAMES, plainWord(named)) ? GAMES[plainWord(named)] : undefined
  const isClimb = game === checkMines || game === checkRows
  if (!game || (percent !== undefined && !isClimb))
    return [{ verdict: 'skipped', id: name, what: `pay table ${name}` }]
  if (Object.keys(table).length === 0) return [{ verdict: 'failed', id: name, why: 'there is no table' }]
  return attemptAll(name, () => game({ name, table, percent: percent?.replace('_', '.') }))
}

const hundredths = (value: unknown): number => Math.round((number(value) ?? 0) * 100)

const COLOURS: readonly DoubleColour[] = ['white', 'red', 'black']

const checkDoublePays = (name: string, table: Json): Check => {
  const pays: DoublePays = {
    white: hundredths(table['white']),
    red: hundredths(table['red']),
    black: hundredths(table['black']),
  }
  const returned = (colour: DoubleColour): number => toNumber(doubleReturnToPlayer(colour, pays))
  const isOurs = name === 'blaze'
  const { wrongs, unread } = compareFields('a pay table', table, {
    ...Object.fromEntries(
      COLOURS.map((colour) => [
        colour,
        (value: unknown) =>
          deviates(`${name} ${colour}`, value, (isOurs ? DOUBLE_PAYS : pays)[colour] / 100, 1e-9),
      ]),
    ),
    rtp: (value) => checkReturns(value, returned),
  })
  const missing = COLOURS.find((colour) => number(table[colour]) === undefined)
  return verdict(`double ${name}`, [missing && `${missing} pays nothing that can be read`, ...wrongs], unread)
}

/** One return for all colours, one for white and one for both others, or one for each by name. */
const checkReturns = (rtp: unknown, returned: (colour: DoubleColour) => number): string | undefined => {
  const listed: readonly unknown[] = Array.isArray(rtp) ? rtp : [rtp]
  const [white, colours = white, last = colours] = listed
  const named = object(rtp)
  const isNamed = Object.keys(named).length > 0
  const unknown = Object.keys(named).find((colour) => !COLOURS.some((one) => one === colour))
  const asked = isNamed
    ? Object.entries(named).flatMap(([colour, value]) =>
        COLOURS.filter((one) => one === colour).map((one) => [one, value] as const),
      )
    : ([
        ['white', white],
        ['red', colours],
        ['black', last],
      ] as const)
  if (unknown !== undefined || (Array.isArray(rtp) && rtp.length > 3))
    return `rtp: ${unknown ?? 'too many returns'}`
  return asked
    .map(([colour, value]) => deviates(`${colour} return`, value, returned(colour), 1e-9))
    .find((one) => one !== undefined)
}

const checkLayout = (layout: unknown): string | undefined => {
  const slots = Object.entries(object(layout)).flatMap(([colour, places]) =>
    list(places).map((place) => ({ colour, slot: number(place) ?? -1 })),
  )
  const wrong = slots.find(({ colour, slot }) => !isSlot(slot) || doubleColour(slot) !== colour)
  if (wrong) return `slot ${wrong.slot} is not ${wrong.colour}`
  return differs('slots of the layout', new Set(slots.map(({ slot }) => slot)).size, DOUBLE_SLOTS)
}

const isSlot = (slot: number): boolean => Number.isSafeInteger(slot) && slot >= 0 && slot < DOUBLE_SLOTS

const checkDouble = ({ table }: Table): Check[] => {
  const isPays = (pays: unknown): boolean =>
    object(pays)['white'] !== undefined && !Array.isArray(object(pays)['white'])
  const tables = Object.entries(table).filter(([name, pays]) => name !== 'layout' && isPays(pays))
  const rest = Object.fromEntries(
    Object.entries(table).filter(([name]) => !tables.some(([one]) => one === name)),
  )
  const { wrongs, unread } = compareFields('double', rest, {
    slots: (value) => differs('slots', value, DOUBLE_SLOTS),
    stripOrder: (value) => differs('strip', value, DOUBLE_STRIP),
    layout: checkLayout,
  })
  return [
    verdict('double layout', wrongs, unread),
    ...tables.map(([name, pays]) => checkDoublePays(name, object(pays))),
  ]
}

const GAMES: Readonly<Record<string, (table: Table) => Check[]>> = {
  mines: checkMines,
  tower: checkRows,
  dragon_tower: checkRows,
  dragontower: checkRows,
  rowdouble: checkRows,
  row_double: checkRows,
  double: checkDouble,
  luckycolor: checkLucky,
  lucky_color: checkLucky,
  luckycolour: checkLucky,
  lucky_colour: checkLucky,
  dice: checkDice,
  limbo: checkLimbo,
  crash: checkCrash,
  slot: checkSlot,
}

import {
  isRowDifficulty,
  minesMultiplier,
  minesReturnToPlayer,
  MINES_TILES,
  rowMultiplier,
  rowReturnToPlayer,
  ROWS,
  ROW_DIFFICULTIES,
} from '@palpite/games'
import { fraction, halfUpToCents } from '@palpite/money'
import { divide, type Fraction } from '@palpite/money/fraction'
import { differs, list, number, verdict, type Check } from './case.ts'
import type { Table } from './paytables-table.ts'
import { readFraction } from './settlement-expectation.ts'

/** One step of a climb as the product pays it, and its return: their quotient is the chance of getting there. */
type Step = { readonly multiplier: (percent?: number) => number; readonly returned: Fraction }

/**
 * What a step pays at this return in percent. The product's own table for whole percents; for others the return over the
 * product's exact chance, to the nearest hundredth like its own.
 */
const paysAt = (percent: Fraction, { multiplier, returned }: Step): number => {
  if (percent.d === 1n) return multiplier(Number(percent.n)) / 100
  const chance = divide(returned, fraction(multiplier(), 100))
  return halfUpToCents(divide(percent, chance)) / 100
}

/** The return of a table, from its name and from what it says itself; the house's own if neither does. */
const percentOf = ({ name, table, percent }: Table, own: number): Fraction => {
  const named = readFraction(percent)
  const said = number(table['rtp'])
  const inside =
    said === undefined
      ? undefined
      : readFraction(said <= 1 ? String(Number((said * 100).toPrecision(12))) : said)
  const found = named ?? inside ?? fraction(own)
  if (inside && (inside.n !== found.n || inside.d !== found.d))
    throw new Error(`${name}: rtp is another one inside`)
  if (found.n <= 0n || found.n > found.d * 100n) throw new Error(`${name}: no such return`)
  return found
}

const rowsOf = ({ table }: Table): [string, unknown][] =>
  Object.entries(table).filter(([key]) => !['rtp', 'note', 'about'].includes(key))

const OUR_MINES = 99
const OUR_ROWS = 98

/** Every mine count's row: all its steps, none left out. */
export const checkMines = (table: Table): Check[] => {
  const percent = percentOf(table, OUR_MINES)
  return rowsOf(table).map(([mines, row]) => {
    const id = `${table.name} ${mines}`
    const count = Number(mines)
    if (!Number.isSafeInteger(count) || count < 1 || count >= MINES_TILES)
      return { verdict: 'skipped', id, what: `mines ${mines}` }
    const got = Array.from({ length: MINES_TILES - count }, (_, place) =>
      paysAt(percent, {
        multiplier: (whole) => minesMultiplier(count, place + 1, whole),
        returned: minesReturnToPlayer(count, place + 1),
      }),
    )
    return verdict(id, [differs('row', list(row).map(number), got)])
  })
}

/** Every difficulty's row: all nine steps. */
export const checkRows = (table: Table): Check[] => {
  const percent = percentOf(table, OUR_ROWS)
  return rowsOf(table).map(([difficulty, row]) => {
    const id = `${table.name} ${difficulty}`
    if (!isRowDifficulty(difficulty))
      return {
        verdict: 'skipped',
        id,
        what: `difficulty ${difficulty} of ${Object.keys(ROW_DIFFICULTIES).length}`,
      }
    const got = Array.from({ length: ROWS }, (_, place) =>
      paysAt(percent, {
        multiplier: (whole) => rowMultiplier(difficulty, place + 1, whole),
        returned: rowReturnToPlayer(difficulty, place + 1),
      }),
    )
    return verdict(id, [differs('row', list(row).map(number), got)])
  })
}

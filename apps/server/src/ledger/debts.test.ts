import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestHouse } from '../../../../tools/test/house.ts'
import type { House } from '../platform/house.ts'
import { collectDebts, move, openBook, owedCents, post, proveLedger, readPurses, repayDebt } from './index.ts'

let house: House
let close: () => Promise<void>
beforeAll(async () => {
  ;({ house, close } = await openTestHouse())
})
afterAll(() => close())

let moves = 0
const nextKey = () => `debt-test:${(moves += 1)}`

let players = 500
/** A player with so much cash who owes so much. */
async function newPlayer(cashCents: number, owed: number): Promise<number> {
  const playerId = (players += 1)
  await house.db.begin(async (tx) => {
    const book = await openBook(tx, [playerId], ['cash', 'bonus', 'debt'])
    const [cash, debt] = [{ playerId, kind: 'cash' } as const, { playerId, kind: 'debt' } as const]
    if (cashCents > 0) move(book, { key: nextKey(), from: 'opening', to: cash, cents: cashCents })
    if (owed > 0) move(book, { key: nextKey(), from: debt, to: 'pix_in', cents: owed })
    await post(tx, book)
  })
  return playerId
}

async function standing(playerId: number) {
  const owed = await house.db.begin(async (tx) => owedCents(await openBook(tx, [playerId]), playerId))
  return { owed, cash: (await readPurses(house.db, [playerId])).get(playerId)?.cashCents }
}

/** What `repayDebt` answers, and what is owed and there after it. */
async function repaid(playerId: number) {
  const key = nextKey()
  const cents = await house.db.begin(async (tx) => {
    const book = await openBook(tx, [playerId])
    const answer = repayDebt(book, { playerId, key })
    await post(tx, book)
    return answer
  })
  return { cents, ...(await standing(playerId)) }
}

describe('a debt', () => {
  test.each([
    { cash: 1000, owed: 300, after: { cents: 300, owed: 0, cash: 700 }, what: 'whole where there is enough' },
    { cash: 100, owed: 300, after: { cents: 100, owed: 200, cash: 0 }, what: 'in part where there is less' },
    {
      cash: 0,
      owed: 300,
      after: { cents: 0, owed: 300, cash: 0 },
      what: 'not at all where there is nothing',
    },
    { cash: 1000, owed: 0, after: { cents: 0, owed: 0, cash: 1000 }, what: 'when nothing is owed: not' },
  ])('is paid $what', async ({ cash, owed, after }) => {
    expect(await repaid(await newPlayer(cash, owed))).toEqual(after)
    expect(await proveLedger(house.db, [])).toEqual([])
  })

  test('is collected from whoever has come to cash by another way, once', async () => {
    const [able, poor, free] = [await newPlayer(1000, 300), await newPlayer(0, 300), await newPlayer(1000, 0)]
    const counts = await Promise.all(Array.from({ length: 20 }, () => collectDebts(house)))
    expect(Math.max(...counts)).toBeGreaterThan(0)
    expect(await Promise.all([able, poor, free].map(standing))).toEqual([
      { owed: 0, cash: 700 },
      { owed: 300, cash: 0 },
      { owed: 0, cash: 1000 },
    ])
    expect(await collectDebts(house)).toBe(0)
    expect(await proveLedger(house.db, [])).toEqual([])
  })

  test('of somebody who never had one is nothing, and opens no account', async () => {
    const playerId = (players += 1)
    expect(await repaid(playerId)).toEqual({ cents: 0, owed: 0, cash: 0 })
    const kinds = await house.db<{ kind: string }[]>`
      select kind from ledger_account where player_id = ${playerId} order by kind`
    expect(kinds.map(({ kind }) => kind)).toEqual(['bonus', 'cash'])
  })
})

import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { newPlayer } from '../cashier/testing/players.ts'
import { requestFor } from '../sportsbook/testing/harness.ts'
import { beginDays } from './make-reports.ts'
import { partsOf } from './read-records.ts'
import {
  makeAll,
  openTestHouse,
  partsOf as partsOfFile,
  standing,
  type TestHouse,
  valuesOf,
} from './testing/test-house.ts'

let house: TestHouse | undefined
afterEach(() => house?.harness.close())

const move = { key: 'bet:7:1:return', other: 'sportsbook', account: 'cash', amountCents: 1500 }
const of = (returnCents: number, refundCents: number) => new Map([['7/1', { returnCents, refundCents }]])

test.each([
  { what: 'only a prize', returned: of(1500, 0), reported: [['PREMIO', 1500]] },
  { what: 'only a stake', returned: of(1500, 1500), reported: [['DEVOLUCAO', 1500]] },
  { what: 'both', returned: of(1500, 500), reported: [['DEVOLUCAO', 500], ['PREMIO', 1000]] }, // prettier-ignore
  { what: 'another settlement of the bet', returned: new Map(), reported: [['PREMIO', 1500]] },
] as const)('a return that is $what is reported so', ({ returned, reported }) => {
  expect(partsOf(move, returned).map(({ movement, cents }) => [movement, cents])).toEqual(reported)
})

test('a return, however split between two accounts, is reported in full, and so is the returned stake', () => {
  const amounts = fc.tuple(fc.nat(1_000_000), fc.nat(1_000_000), fc.nat(1_000))
  fc.assert(
    fc.property(amounts, ([cashCents, bonusCents, thousandths]) => {
      const returnCents = cashCents + bonusCents
      const refundCents = Math.floor((returnCents * thousandths) / 1000)
      const reported = [
        { account: 'cash', amountCents: cashCents },
        { account: 'bonus', amountCents: bonusCents },
      ].flatMap((one) => partsOf({ ...move, ...one }, of(returnCents, refundCents)))
      const sum = (movement?: string) =>
        reported
          .filter((one) => movement === undefined || one.movement === movement)
          .reduce((all, { cents }) => all + cents, 0)
      expect([sum(), sum('DEVOLUCAO')]).toEqual([returnCents, refundCents])
    }),
  )
})

test('a half-void bet is reported as returned stake and prize, and parts stay within their size', async () => {
  house = await openTestHouse()
  const { sportsbook, deps } = house
  const { playerId } = await newPlayer(deps)
  await house.payIn(playerId, 10_000)
  const match = await house.match()
  // Over and under 2.25 goals, with two goals: half of each stake comes back, and half of the under is won.
  for (const code of ['over', 'under']) {
    const outcomeId = match.outcomes[code]
    const [row] = await deps.db<{ price: number }[]>`
      select price_milli as price from sportsbook_outcome where id = ${outcomeId ?? 0}`
    const request = requestFor(playerId, outcomeId, { priceMilli: row?.price ?? 0 })
    expect(await sportsbook.placeBet(request)).toMatchObject({ ok: true })
  }
  await house.end(match.key, 2, 0)
  await house.closeDay()
  await beginDays(deps.db)
  await makeAll({ ...house.reports, maxRecords: 2 })
  expect(await standing(house)).toMatchObject({ status: 'made', reason: null })
  const parts = await partsOfFile(house, 'apostas')
  const reported = parts.flatMap((xml) => {
    const cents = valuesOf(xml, 'aposta', 'valor')
    return valuesOf(xml, 'aposta', 'movimento').map((movement, at) => `${movement} ${cents[at]}`)
  })
  const prizes = reported.filter((one) => one.startsWith('PREMIO'))
  expect(reported.filter((one) => !one.startsWith('PREMIO')).toSorted()).toEqual([
    'APOSTA 10.00',
    'APOSTA 10.00',
    'DEVOLUCAO 5.00',
    'DEVOLUCAO 5.00',
  ])
  expect(prizes).toHaveLength(1)
  for (const xml of parts) expect(valuesOf(xml, 'aposta', 'valor').length).toBeLessThanOrEqual(2)
})

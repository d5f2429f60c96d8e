import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lifetimeTurnover, lockAccounts, turnoverOf } from '../../ledger/index.ts'
import { wageringSettings } from '../../wagering/index.ts'
import { openBettors, addMatch, type Harness, offersAt, openHarness, play } from '../testing/harness.ts'
import { countBetTurnover, counts } from './count-turnover.ts'
import type { BetChange } from './rules.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const winner = { type: 'football.1x2', period: 'full', lineQuarters: null, side: null } as const

const turnover = async (playerId: number) =>
  (await lifetimeTurnover(harness.deps.db, [playerId])).get(playerId)

test.each([
  { priceMilli: 1240, earns: 0 },
  { priceMilli: 1250, earns: 1000 },
])('of R$ 10 at odds of $priceMilli thousandths $earns cents earn rewards', async ({ priceMilli, earns }) => {
  const { outcomes, key } = await addMatch(harness, undefined, offersAt(priceMilli))
  const playerId = await harness.newPlayer(1000)
  await openBettors(harness).placed(playerId, outcomes['home'])
  expect(await turnover(playerId)).toMatchObject({ settledCents: 0, unrewardedCents: 0 })
  await harness.receive([play(key, -1, 0, 1)])
  await harness.sportsbook.settle()
  expect(await turnover(playerId)).toMatchObject({ settledCents: 1000, unrewardedCents: 1000 - earns })
})

test('a bet that was void, reopened, lost, and void and lost once more counts, once', async () => {
  const { outcomes, key } = await addMatch(harness, undefined, offersAt(2000))
  const playerId = await harness.newPlayer(1000)
  await openBettors(harness).placed(playerId, outcomes['home'])
  const window = { key, markets: [winner], from: null, until: null }
  const settledAfter = async (...messages: Parameters<Harness['receive']>[0]) => {
    await harness.receive(messages)
    await harness.sportsbook.settle()
    return (await turnover(playerId))?.settledCents
  }
  const [cancel, rollback] = [
    { ...window, kind: 'bet_cancel' as const, reason: 'the prices were wrong' },
    { ...window, kind: 'rollback_cancel' as const },
  ]
  expect(await settledAfter(cancel)).toBe(0)
  expect(await settledAfter(rollback)).toBe(0)
  expect(await settledAfter(play(key, -1, 0, 1))).toBe(1000)
  expect(await settledAfter(cancel)).toBe(1000)
  expect(await settledAfter(rollback)).toBe(1000)
})

type Leg = BetChange['bet']['legs'][number]
const lostLeg = { isBanker: false, won: 0, refunded: 0, parts: 1 }
const singleOfTen = {
  id: 1,
  freeBetId: null,
  stakeCents: 1000,
  placedAt: new Date('2026-06-01'),
  isEachWay: false,
  boost: null,
  folds: [1],
}

test('a stake earns once, by its first settlement, however often and in whichever order its result is corrected', async () => {
  const playerId = await harness.newPlayer(1000)
  const of = (result: number, leg: Partial<Leg>) => ({
    leg,
    after: { result, returnCents: 0, boostCents: 0, insuredCents: 0 },
  })
  const states = [
    { leg: {}, after: undefined },
    of(10, { won: 1 }),
    of(20, {}),
    of(21, { won: 0, refunded: 1, parts: 2 }),
    of(90, { refunded: 1 }),
  ]
  await harness.deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId])
    const sums = () => ({ ...turnoverOf(batch, playerId) })
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...states), { maxLength: 12 }),
        fc.constantFrom(1240, 1250),
        fc.integer({ min: 0, max: 1000 }),
        (ends, priceMilli, cashCents) => {
          const atFirst = sums()
          let [before, settledTimes, earns] = [states[0]?.after, 0, 0]
          const countedIds = new Set<number>()
          let hasCounted = false
          for (const { leg, after } of ends) {
            if (after?.result === before?.result) continue
            const legs = [{ ...lostLeg, priceMilli, ...leg }]
            const bet = { ...singleOfTen, playerId, cashCents, settledTimes, legs }
            const [was, change] = [sums(), { bet, insurableCents: 0, before, after }]
            countBetTurnover(batch, [change as unknown as BetChange], {
              wagering: wageringSettings,
              opposedIds: new Set(),
              countedIds,
            })
            if (sums().settledCents > was.settledCents) {
              const atRisk = after?.result === 21 ? Math.floor(cashCents / 2) : cashCents
              earns += priceMilli < 1250 ? 0 : atRisk
            }
            settledTimes += 1
            // As stored: what a correction reversed.
            if (counts(before)) countedIds.add(singleOfTen.id)
            hasCounted ||= counts(after)
            before = after
          }
          const [settled, unrewarded] = (['settledCents', 'unrewardedCents'] as const).map(
            (sum) => sums()[sum] - atFirst[sum],
          )
          expect(settled).toBe(hasCounted ? 1000 : 0)
          expect((settled ?? 0) - (unrewarded ?? 0)).toBe(earns)
        },
      ),
    )
  })
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueOperator, openOperators } from '../../identity/index.ts'
import { plainPasswords } from '../../identity/testing/identity-harness.ts'
import { present } from '../../platform/errors.ts'
import { settleMarket } from '../../sportsbook/index.ts'
import { openHarness, type Harness, nextRequest } from '../../sportsbook/testing/harness.ts'
import { eventAttributes, openUof, uofMarket } from '../testing/uof.ts'

let harness: Harness
let uof: ReturnType<typeof openUof>
/** A second server: its own queue on the same database. */
let other: ReturnType<typeof openUof>
beforeAll(async () => {
  harness = await openHarness()
  uof = openUof(harness)
  other = openUof(harness)
})
afterAll(async () => {
  await uof.stop()
  await other.stop()
  await harness.close()
})

const RESULT = uofMarket(1, { 1: '2.0', 2: '3.4', 3: '3.8' })
const outcomes = (results: readonly number[]) =>
  results.map((result, at) => `<outcome id="${at + 1}" result="${result}"/>`).join('')
const HOME = [1, 0, 0]
const AWAY = [0, 0, 1]
const DRAW = [0, 1, 0]

type Sent = { at: number; product?: number; certainty?: 1 | 2; requestId?: number }
const settlement = (id: string, results: readonly number[], { certainty = 2, requestId, ...sent }: Sent) =>
  `<bet_settlement certainty="${certainty}" ${requestId ? `request_id="${requestId}"` : ''} ${eventAttributes(id, sent)}><outcomes><market id="1">${outcomes(results)}</market></outcomes></bet_settlement>`
const rollback = (id: string, sent: Sent) =>
  `<rollback_bet_settlement ${eventAttributes(id, sent)}><market id="1"/></rollback_bet_settlement>`
const cancel = (id: string, sent: Sent, window = '') =>
  `<bet_cancel ${window} ${eventAttributes(id, sent)}><market id="1"/></bet_cancel>`
const cancelRollback = (id: string, sent: Sent, window = '') =>
  `<rollback_bet_cancel ${window} ${eventAttributes(id, sent)}><market id="1"/></rollback_bet_cancel>`

/** A match with a bet of R$ 10 on each side, at 2.00 and 3.80, and the time from which its results are sent. */
async function openMatch() {
  const id = await uof.newEvent()
  await uof.odds(id, RESULT)
  const bets = [await uof.placeOn(id, 'football.1x2', 'home'), await uof.placeOn(id, 'football.1x2', 'away')]
  expect(bets.map(({ code }) => code)).toEqual(['placed', 'placed'])
  return {
    id,
    at: Date.now() - 60_000,
    /** The balances of the two players once everything decided is settled. */
    cash: async () => {
      await harness.sportsbook.settle()
      return Promise.all(bets.map(({ playerId }) => harness.cash(playerId)))
    },
  }
}

const OPEN = [9000, 9000]
const HOME_WON = [11_000, 9000]
const AWAY_WON = [9000, 12_800]
const VOID = [10_000, 10_000]

test('a settlement delivered again after its rollback pays nobody, and the corrected one pays once', async () => {
  const { id, at, cash } = await openMatch()
  const first = settlement(id, HOME, { at })
  await uof.receiveText(first)
  expect(await cash()).toEqual(HOME_WON)
  await uof.receiveText(rollback(id, { at: at + 10 }))
  expect(await cash()).toEqual(OPEN)
  // Delivered again, by a recovery, and by another producer that sent it a little later.
  await uof.receiveText(first)
  await uof.receiveText(settlement(id, HOME, { at, requestId: 7 }))
  await uof.receiveText(settlement(id, HOME, { at: at + 5, product: 3 }))
  expect(await cash()).toEqual(OPEN)
  expect(await uof.refusedOf(id)).toEqual(['out_of_order', 'out_of_order', 'out_of_order'])
  const corrected = settlement(id, AWAY, { at: at + 20 })
  await uof.receiveText(corrected)
  expect(await cash()).toEqual(AWAY_WON)
  // All of it again, as a recovery sends it: nothing moves, and nobody has to decide.
  for (const text of [first, rollback(id, { at: at + 10 }), corrected]) await uof.receiveText(text)
  expect(await cash()).toEqual(AWAY_WON)
  expect(await uof.refusedOf(id)).not.toContain('settlement_differs')
  expect(await harness.verify()).toEqual([])
})

test('a rollback that arrives before its settlement keeps it from paying', async () => {
  const { id, at, cash } = await openMatch()
  await uof.receiveText(rollback(id, { at: at + 10 }))
  await uof.receiveText(settlement(id, HOME, { at, certainty: 1 }))
  await uof.receiveText(settlement(id, HOME, { at: at + 1 }))
  expect(await cash()).toEqual(OPEN)
  await uof.receiveText(settlement(id, AWAY, { at: at + 20 }))
  expect(await cash()).toEqual(AWAY_WON)
  expect(await harness.verify()).toEqual([])
})

test('a corrected settlement that overtakes its rollback is paid as soon as the rollback is there', async () => {
  const { id, at, cash } = await openMatch()
  const all = [
    settlement(id, HOME, { at }),
    settlement(id, AWAY, { at: at + 20 }),
    rollback(id, { at: at + 10 }),
  ]
  await uof.receiveText(all[0] ?? '')
  await uof.receiveText(all[1] ?? '')
  expect(await cash()).toEqual(HOME_WON)
  expect(await uof.refusedOf(id)).toEqual(['settlement_differs'])
  await uof.receiveText(all[2] ?? '')
  expect(await cash()).toEqual(AWAY_WON)
  for (const text of all) await uof.receiveText(text)
  expect(await cash()).toEqual(AWAY_WON)
  // A newer rollback opens the market again: what overtook the first one is not applied twice.
  await uof.receiveText(rollback(id, { at: at + 30 }))
  expect(await cash()).toEqual(OPEN)
  expect(await harness.verify()).toEqual([])
})

test('a corrected settlement that overtakes a rollback sent after it pays nobody', async () => {
  const { id, at, cash } = await openMatch()
  await uof.receiveText(settlement(id, HOME, { at }))
  await uof.receiveText(settlement(id, AWAY, { at: at + 20 }))
  await uof.receiveText(rollback(id, { at: at + 30 }))
  expect(await cash()).toEqual(OPEN)
  await uof.receiveText(settlement(id, AWAY, { at: at + 40 }))
  expect(await cash()).toEqual(AWAY_WON)
  expect(await harness.verify()).toEqual([])
})

test('of several settlements that overtake the rollback the newest is paid', async () => {
  const { id, at, cash } = await openMatch()
  await uof.receiveText(settlement(id, HOME, { at }))
  await uof.receiveText(settlement(id, AWAY, { at: at + 40 }))
  await uof.receiveText(settlement(id, DRAW, { at: at + 20 }))
  await uof.receiveText(rollback(id, { at: at + 10 }))
  expect(await cash()).toEqual(AWAY_WON)
  await uof.receiveText(rollback(id, { at: at + 30 }))
  expect(await cash()).toEqual(AWAY_WON)
  expect(await harness.verify()).toEqual([])
})

test('an older confirmed result raises an alarm where it contradicts the one that stands and no rollback took it back', async () => {
  const { id, at, cash } = await openMatch()
  const older = settlement(id, HOME, { at })
  await uof.receiveText(settlement(id, AWAY, { at: at + 20 }))
  await uof.receiveText(older)
  expect(await cash()).toEqual(AWAY_WON)
  const [alarm] = await harness.deps.db<{ reason: string; detail: string }[]>`
    select reason, detail from sportsbook_feed_refused where feed_key = ${id}`
  expect(alarm?.reason).toBe('settlement_differs')
  expect(alarm?.detail).toMatch(/ stands as .*away won, the feed says home won, .*, sent before$/)
  // The rollback says that it was corrected: from now on it is old.
  await uof.receiveText(rollback(id, { at: at + 10 }))
  await uof.receiveText(settlement(id, HOME, { at, requestId: 7 }))
  expect(await uof.refusedOf(id)).toEqual(['settlement_differs', 'out_of_order', 'out_of_order'])
  expect(await cash()).toEqual(AWAY_WON)
  expect(await harness.verify()).toEqual([])
})

test('a result seen live is not replaced by an older one, and is by an older confirmed one', async () => {
  const { id, at, cash } = await openMatch()
  const older = settlement(id, HOME, { at, certainty: 1 })
  await uof.receiveText(older)
  await uof.receiveText(settlement(id, AWAY, { at: at + 10, certainty: 1 }))
  expect(await cash()).toEqual(AWAY_WON)
  await uof.receiveText(older)
  expect(await cash()).toEqual(AWAY_WON)
  await uof.receiveText(settlement(id, HOME, { at: at + 5 }))
  expect(await cash()).toEqual(HOME_WON)
  expect(await harness.verify()).toEqual([])
})

/** Two independent operators reopen the market of a match. */
async function reopenByOperators(id: string): Promise<void> {
  const { db } = harness.deps
  const [market] = await db<{ id: number }[]>`
    select market.id from sportsbook_market market
      join sportsbook_fixture fixture on fixture.id = market.fixture_id and fixture.feed_key = ${id}`
  const operators = openOperators(harness.deps, { passwords: plainPasswords })
  for (const email of ['one@house.example', 'two@house.example']) {
    const issued = await issueOperator(operators, email, { all: false })
    if ('refused' in issued) throw new Error(issued.refused)
    const request = {
      requestId: nextRequest(),
      operatorId: issued.operatorId,
      marketId: present(market, 'a market').id,
      results: null,
      reason: 'the league looks into it',
    }
    expect(await db.begin((tx) => settleMarket(tx, request))).toMatchObject({ ok: true })
  }
}

test('a confirmed result that operators reopened is not paid by the same message again', async () => {
  const { id, at, cash } = await openMatch()
  await uof.receiveText(settlement(id, HOME, { at }))
  expect(await cash()).toEqual(HOME_WON)
  await reopenByOperators(id)
  await uof.receiveText(settlement(id, HOME, { at, requestId: 7 }))
  expect(await cash()).toEqual(OPEN)
  await uof.receiveText(settlement(id, AWAY, { at: at + 1 }))
  expect(await cash()).toEqual(AWAY_WON)
  expect(await harness.verify()).toEqual([])
})

test('a result from the future is refused: it would make every later one an old one', async () => {
  const { id, at, cash } = await openMatch()
  await uof.receiveText(settlement(id, HOME, { at: Date.now() + 3_600_000 }))
  await uof.receiveText(settlement(id, AWAY, { at }))
  expect(await cash()).toEqual(AWAY_WON)
  expect(await uof.refusedOf(id)).toEqual(['operator_needed'])
})

test('a cancellation delivered again after its rollback voids nobody, and a newer one does', async () => {
  const { id, at, cash } = await openMatch()
  const first = cancel(id, { at })
  await uof.receiveText(first)
  expect(await cash()).toEqual(VOID)
  await uof.receiveText(cancelRollback(id, { at: at + 10 }))
  await uof.receiveText(settlement(id, HOME, { at: at + 10 }))
  expect(await cash()).toEqual(HOME_WON)
  await uof.receiveText(first)
  await uof.receiveText(cancel(id, { at: at + 5, product: 3 }))
  expect(await cash()).toEqual(HOME_WON)
  expect(await uof.refusedOf(id)).toEqual(['out_of_order', 'out_of_order'])
  await uof.receiveText(cancel(id, { at: at + 20 }))
  expect(await cash()).toEqual(VOID)
  // The rollback is older than this cancellation.
  await uof.receiveText(cancelRollback(id, { at: at + 10, product: 3 }))
  expect(await cash()).toEqual(VOID)
  expect(await harness.verify()).toEqual([])
})

test('a rollback that arrives before its cancellation keeps it from voiding, in its window and only there', async () => {
  const { id, at, cash } = await openMatch()
  const [early, whole] = [
    `start_time="${Date.now() - 7_200_000}" end_time="${Date.now() - 3_600_000}"`,
    `start_time="${Date.now() - 3_600_000}"`,
  ]
  await uof.receiveText(cancelRollback(id, { at: at + 10 }, whole))
  await uof.receiveText(settlement(id, HOME, { at }))
  await uof.receiveText(cancel(id, { at }, whole))
  expect(await cash()).toEqual(HOME_WON)
  const windows = async () => {
    const rows = await harness.deps.db<{ count: number }[]>`
      select count(*)::integer as count from sportsbook_cancellation cancelled
        join sportsbook_market market on market.id = cancelled.market_id
        join sportsbook_fixture fixture on fixture.id = market.fixture_id and fixture.feed_key = ${id}
       where cancelled.rolled_back_at is null`
    return rows[0]?.count
  }
  expect(await windows()).toBe(0)
  await uof.receiveText(cancel(id, { at }, early))
  expect(await windows()).toBe(1)
  // Without a window a rollback is of all of them.
  await uof.receiveText(cancelRollback(id, { at: at + 20 }))
  expect(await windows()).toBe(0)
  await uof.receiveText(cancel(id, { at: at + 15 }, early))
  expect(await windows()).toBe(0)
  expect(await harness.verify()).toEqual([])
})

test('two servers that receive everything at once, in any order, end alike', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
      async (one, another) => {
        const { id, at, cash } = await openMatch()
        const texts = [
          settlement(id, AWAY, { at, certainty: 1 }),
          settlement(id, HOME, { at: at + 1 }),
          rollback(id, { at: at + 2 }),
          settlement(id, AWAY, { at: at + 3 }),
        ]
        const feed = async (server: typeof uof, order: readonly number[]) => {
          for (const place of order) await server.receiveText(texts[place] ?? '')
        }
        await Promise.all([feed(uof, one), feed(other, another)])
        expect(await cash()).toEqual(AWAY_WON)
      },
    ),
    { numRuns: 8 },
  )
  expect(await harness.verify()).toEqual([])
})

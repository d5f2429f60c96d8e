import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { lockAccounts, move as moveMoney, post, readOwed } from '../../ledger/index.ts'
import { present } from '../../platform/errors.ts'
import { statement } from '../../platform/testing/damage.ts'
import {
  openBettors,
  addMatch,
  nextRequest,
  offersAt,
  openHarness,
  play,
  type Harness,
} from '../testing/harness.ts'
import { applyFeedMessages } from '../updates/apply-feed-messages.ts'
import { sportsbookSettings } from '../settings.ts'
import { selectRulesOf } from './queries.ts'
import { setCashOutRule, watchCashOutRules } from './watch-rules.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 0 })
})
afterAll(() => harness.close())

const atOnce = { betDelayMs: 0, sportBetDelaysMs: {}, marketBetDelaysMs: {} }

async function bet() {
  const match = await addMatch(harness)
  const playerId = await harness.newPlayer(1000)
  const betId = await openBettors(harness).placed(playerId, match.outcomes['home'])
  const move = (priceMilli: number) =>
    harness.receive([{ kind: 'odds', key: match.key, offers: offersAt(priceMilli) }])
  return { playerId, betId, move }
}

/** How many statements of this database wait for a lock. */
async function waiting(): Promise<number | undefined> {
  const [all] = await harness.deps.db<{ count: number }[]>`
    select count(*) as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`
  return all?.count
}

test.each([
  { what: 'held', lateMs: 300_000 },
  { what: 'void', lateMs: 60_000 },
])(
  'a bet is not sold after a late goal, by which it is $what, though its sale began before the report',
  async ({ lateMs }) => {
    const { key, outcomes } = await addMatch(harness)
    const odds = { kind: 'odds', key, offers: offersAt(1900) } as const
    await harness.receive([play(key, 1, 0, 0), odds])
    const playerId = await harness.newPlayer(1000)
    const betId = await openBettors(harness).placed(playerId, outcomes['home'])
    const [offer] = await harness.sportsbook.cashOuts.offers(playerId, [betId])
    const quoteId = present(offer, 'an offer before the report').quoteId
    const request = { playerId, requestId: nextRequest(), quoteId, unitCents: undefined, minShareBps: 0 }
    const { selling } = await harness.deps.db.begin(async (tx) => {
      const goal = { ...play(key, 1, 1, 0), seenAt: new Date(Date.now() - lateMs) }
      await applyFeedMessages(tx, 'importer', [goal, { ...odds, offers: offersAt(1200) }])
      const accepted = harness.sportsbook.cashOuts.accept(request)
      await expect.poll(waiting).toBe(1)
      return { selling: accepted }
    })
    expect(await selling).toMatchObject({ ok: false, refusal: { code: 'cash_out_suspended' } })
    expect(await harness.verify()).toEqual([])
  },
)

/** The events of a topic. */
const reportedOf = async (topic: string) =>
  (
    await harness.deps.db<{ events: object[] }[]>`
      select events::json from platform_outbox where topic = ${topic}`
  ).flatMap(({ events }) => events)

test('a bet is cashed out at its trigger, or for more if that was jumped over, and its player notified, once', async () => {
  const { playerId, betId, move } = await bet()
  const rule = { playerId, betId, kind: 'sell', levelCents: 1000 } as const
  expect(await setCashOutRule(harness.deps, atOnce, rule)).toMatchObject({ ok: true })
  expect(await harness.sportsbook.watchRules()).toBe(0)
  await move(1500)
  const sold = await Promise.all([harness.sportsbook.watchRules(), harness.sportsbook.watchRules()])
  expect(Math.max(...sold)).toBe(1)
  expect(await harness.cash(playerId)).toBe(1124)
  expect(await reportedOf('cashout.sold')).toMatchObject([
    { playerId, betId, levelCents: 1000, paidCents: 1124 },
  ])
  expect(await harness.verify()).toEqual([])
})

test('a cash-out first repays a debt of its player, and says how much', async () => {
  const { playerId, betId, move } = await bet()
  await setCashOutRule(harness.deps, atOnce, { playerId, betId, kind: 'sell', levelCents: 1000 })
  await harness.deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId], ['cash', 'debt'])
    const from = { playerId, kind: 'debt' } as const
    moveMoney(batch, { key: `owed:${playerId}`, from, to: 'opening', cents: 1000 })
    await post(tx, batch)
  })
  await move(1500)
  expect(await harness.sportsbook.watchRules()).toBe(1)
  expect(await harness.cash(playerId)).toBe(124)
  expect((await readOwed(harness.deps.db, [playerId])).get(playerId) ?? 0).toBe(0)
  const reported = (await reportedOf('cashout.sold')).at(-1)
  expect(reported).toMatchObject({ betId, paidCents: 1124, repaidCents: 1000 })
  expect(await harness.verify()).toEqual([])
})

test('a trigger belongs to its bet’s player, and can be removed', async () => {
  const { playerId, betId, move } = await bet()
  const rule = { playerId, betId, kind: 'sell', levelCents: 1000 } as const
  const foreign = await setCashOutRule(harness.deps, atOnce, { ...rule, playerId: playerId + 1 })
  expect(foreign).toMatchObject({ ok: false, refusal: { code: 'bet_not_open' } })
  await setCashOutRule(harness.deps, atOnce, rule)
  await setCashOutRule(harness.deps, atOnce, { ...rule, levelCents: undefined })
  await move(1500)
  expect(await harness.sportsbook.watchRules()).toBe(0)
})

test('a notify trigger notifies once, and the bet stays open', async () => {
  const { playerId, betId, move } = await bet()
  await setCashOutRule(harness.deps, atOnce, { playerId, betId, kind: 'notify', levelCents: 1000 })
  await move(1500)
  await harness.sportsbook.watchRules()
  await harness.sportsbook.watchRules()
  expect(await reportedOf('cashout.reached')).toMatchObject([{ betId, levelCents: 1000, offerCents: 1124 }])
  expect(await harness.cash(playerId)).toBe(0)
})

test('a trigger on a bet worth more cashes out no sooner than a cash-out would', async () => {
  const { playerId, betId } = await bet()
  const delays = { ...atOnce, betDelayMs: 3000, sportBetDelaysMs: { cricket: 600_000 } }
  await setCashOutRule(harness.deps, delays, { playerId, betId, kind: 'sell', levelCents: 1 })
  expect(await harness.sportsbook.watchRules()).toBe(0)
  await setCashOutRule(harness.deps, atOnce, { playerId, betId, kind: 'sell', levelCents: 1 })
  expect(await harness.sportsbook.watchRules()).toBe(1)
})

test('processes every trigger when a page ends between two triggers of one bet', async () => {
  const { playerId, betId } = await bet()
  await setCashOutRule(harness.deps, atOnce, { playerId, betId, kind: 'notify', levelCents: 100_000 })
  await setCashOutRule(harness.deps, atOnce, { playerId, betId, kind: 'sell', levelCents: 1 })
  expect(await watchCashOutRules(harness.deps, sportsbookSettings, 1)).toBe(1)
})

test('a bet that cannot be valued delays no other, on any page', async () => {
  const bad = await bet()
  const good = await bet()
  for (const { playerId, betId } of [bad, good]) {
    await setCashOutRule(harness.deps, atOnce, { playerId, betId, kind: 'sell', levelCents: 1 })
  }
  const refused = `alter table sportsbook_cash_out add constraint not_to_be_sold check (bet_id <> ${bad.betId})`
  await ownerOf(harness.deps.db)(statement(refused))
  expect(await watchCashOutRules(harness.deps, sportsbookSettings, 2)).toBe(1)
  expect(await harness.cash(good.playerId)).toBeGreaterThan(0)
  expect(await harness.deps.metrics.text()).toMatch(/sportsbook_failed_cash_out_rules_total 1/)
  expect(await harness.verify()).toEqual([])
})

test('in play a trigger is changed or removed after the delay, and the previous one applies until then', async () => {
  const match = await addMatch(harness)
  const playerId = await harness.newPlayer(3000)
  const betId = await openBettors(harness).placed(playerId, match.outcomes['home'])
  const set = async (levelCents?: number, delayMs = 60_000) => {
    const delays = { ...atOnce, betDelayMs: delayMs }
    const answer = await setCashOutRule(harness.deps, delays, { playerId, betId, kind: 'sell', levelCents })
    return answer.ok || answer.refusal.code
  }
  const past = () => harness.deps.db`
    update sportsbook_cash_out_rule
       set counts_from = counts_from - interval '2 minutes', next_from = next_from - interval '2 minutes'
     where bet_id = ${betId}`
  const shown = async () =>
    (await selectRulesOf(harness.deps.db, playerId, [betId])).map((one) => one.levelCents)
  // Before the match a trigger is removed at once.
  expect([await set(1), await set(), await set(1, 0), await set(2000, 0)]).toEqual([true, true, true, true])
  await harness.receive([play(match.key, 1, 0, 0), { kind: 'odds', key: match.key, offers: offersAt(2000) }])
  await harness.deps.db`update sportsbook_feed set alive_at = now()`
  expect([await set(1500), await set(), await shown()]).toEqual([true, 'level_waits', [1500]])
  expect(await harness.sportsbook.watchRules()).toBe(0)
  await past()
  expect([await set(), await set(1), await shown()]).toEqual([true, 'level_waits', []])
  await past()
  expect([await set(1), await set(9000), await shown()]).toEqual([true, 'level_waits', [1]])
  expect(await harness.sportsbook.watchRules()).toBe(0)
  await past()
  // Removed at the last moment, it still applies until the removal counts.
  expect([await set(), await shown()]).toEqual([true, []])
  expect(await harness.sportsbook.watchRules()).toBe(1)
  expect(await harness.verify()).toEqual([])
})

test('a trigger set by a previous-version server counts, whatever change was pending', async () => {
  const { playerId, betId } = await bet()
  const { db } = harness.deps
  await setCashOutRule(harness.deps, atOnce, { playerId, betId, kind: 'sell', levelCents: 1 })
  await db`
    update sportsbook_cash_out_rule
       set next_from = clock_timestamp(), level_cents = 100000, counts_from = clock_timestamp() + interval '1 ms'
     where bet_id = ${betId}`
  const shown = await selectRulesOf(db, playerId, [betId])
  expect(shown.map((one) => one.levelCents)).toEqual([100_000])
  await db`update sportsbook_cash_out_rule set next_level_cents = 1 where bet_id = ${betId}`
  expect(await harness.sportsbook.watchRules()).toBe(0)
  await db`update sportsbook_cash_out_rule set next_level_cents = null, level_cents = 1 where bet_id = ${betId}`
  expect(await harness.sportsbook.watchRules()).toBe(1)
})

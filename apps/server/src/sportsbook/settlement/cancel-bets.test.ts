import { LOST, WON } from '@palpite/odds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../../../tools/test/until.ts'
import { policyOf } from '../../protection/index.ts'
import { wageringSettings } from '../../wagering/index.ts'
import { selectOpenFreeBets } from '../betting/promotion-queries.ts'
import { FIXTURE_LOCKS } from '../catalogue/queries.ts'
import { sportsbookSettings } from '../settings.ts'
import {
  addMatch,
  type Bettors,
  type Harness,
  openBettors,
  openHarness,
  parlayFor,
  play,
  playWith,
  requestFor,
} from '../testing/harness.ts'
import { applyFeedMessages } from '../updates/apply-feed-messages.ts'
import type { FeedMessage } from '../updates/messages.ts'
import { cancelBetsOfImpeded } from './cancel-bets.ts'
import { checkFeeds } from './check-feeds.ts'
import { readUnsettled } from './current-bet-queries.ts'
import { claimTasks } from './queries.ts'
import { settleBets } from './settle-bets.ts'

const REFUNDED = { status: 'settled', result: 90, returnCents: 1000 }

let harness: Harness
let bettors: Bettors
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 0 })
  bettors = openBettors(harness)
})
afterAll(() => harness.close())

/** The last answer of the national register about this player. */
const answered = (playerId: number, reason: 'self_excluded' | null) => harness.deps.db`
  insert into protection_register_answer (player_id, reason, impeded_since, asked_at)
  values (${playerId}, ${reason}, case when ${reason}::text is not null then now() end, now())
  on conflict (player_id) do update
     set reason = excluded.reason, impeded_since = excluded.impeded_since, asked_at = excluded.asked_at`

const cancel = (...playerIds: number[]) => cancelBetsOfImpeded(harness.deps, playerIds)
const settle = () => harness.sportsbook.settle()
const parlay = async (playerId: number, outcomeIds: readonly (number | undefined)[]): Promise<number> => {
  const answer = await harness.sportsbook.placeBet(parlayFor(playerId, outcomeIds))
  if (!answer.ok) throw new Error(answer.refusal.code)
  return Number(answer.value.betId)
}

test('X2 open bets of an impeded player are refunded in full, by any number of servers, and no later result changes that', async () => {
  const [first, second] = [await addMatch(harness), await addMatch(harness)]
  const [named, other] = [await harness.newPlayer(5000), await harness.newPlayer(5000)]
  const single = await bettors.placed(named, second.outcomes['home'])
  const double = await parlay(named, [first.outcomes['home'], second.outcomes['draw']])
  const kept = await bettors.placed(other, second.outcomes['home'])
  await harness.receive([play(first.key, -1, 1, 0)])
  await settle()
  await answered(named, 'self_excluded')
  await Promise.all([cancel(named, other), cancel(named, other)])
  await settle()
  expect(await bettors.betState(single)).toEqual(REFUNDED)
  expect(await bettors.betState(double)).toEqual(REFUNDED)
  expect(await harness.cash(named)).toBe(5000)
  expect(await cancel(named, other)).toBe(0)
  await answered(named, null)
  await harness.receive([play(second.key, -1, 2, 0)])
  await settle()
  await harness.receive([play(first.key, -1, 0, 3)])
  await settle()
  expect(await bettors.betState(single)).toEqual(REFUNDED)
  expect(await bettors.betState(double)).toEqual(REFUNDED)
  expect(await bettors.betState(kept)).toMatchObject({ status: 'settled', returnCents: 2000 })
  expect(await harness.cash(named)).toBe(5000)
  expect(await harness.verify()).toEqual([])
  await expect(
    harness.deps.db`update sportsbook_bet set cancelled_at = null where id = ${single}`,
  ).rejects.toThrow('stays cancelled')
})

test('X2 bets whose result is known are settled as decided, won or lost', async () => {
  const [over, open] = [await addMatch(harness), await addMatch(harness)]
  const playerId = await harness.newPlayer(5000)
  const won = await bettors.placed(playerId, over.outcomes['home'])
  const lost = await parlay(playerId, [over.outcomes['away'], open.outcomes['home']])
  await answered(playerId, 'self_excluded')
  await harness.receive([play(over.key, -1, 1, 0)]) // reported, and not worked out yet
  expect(await cancel(playerId)).toBe(0)
  await settle()
  expect(await cancel(playerId)).toBe(0)
  expect(await bettors.betState(won)).toMatchObject({ status: 'settled', returnCents: 2000 })
  expect(await bettors.betState(lost)).toMatchObject({ status: 'settled', returnCents: 0 })
  expect(await harness.verify()).toEqual([])
})

test('X2 a free bet that is cancelled comes back as a free bet, and pays nothing', async () => {
  const { outcomes } = await addMatch(harness)
  const playerId = await harness.newPlayer(500)
  const freeBetId = '7'.padStart(32, '0')
  await harness.deps.db`
    insert into sportsbook_free_bet (id, request_id, player_id, stake_cents, min_price_milli, kinds, ends_at, policy_version)
    values (${freeBetId}, 'gift-of-a-test-0001', ${playerId}, 1000, 1500, '["single"]', now() + interval '1 day', 'spec')`
  const placed = await harness.sportsbook.placeBet({ ...requestFor(playerId, outcomes['home']), freeBetId })
  if (!placed.ok) throw new Error(placed.refusal.code)
  await answered(playerId, 'self_excluded')
  expect(await cancel(playerId)).toBe(1)
  await settle()
  const betId = Number(placed.value.betId)
  expect(await bettors.betState(betId)).toEqual({ status: 'settled', result: 90, returnCents: 0 })
  expect(await selectOpenFreeBets(harness.deps.db, playerId)).toHaveLength(1)
  expect(await harness.cash(playerId)).toBe(500)
  expect(await harness.verify()).toEqual([])
})

test('X2 a player whom the register frees before the cancellation keeps the bets; until refunded a cancelled one is not sold', async () => {
  const { outcomes } = await addMatch(harness)
  const [freed, named] = [await harness.newPlayer(5000), await harness.newPlayer(5000)]
  const kept = await bettors.placed(freed, outcomes['home'])
  const gone = await bettors.placed(named, outcomes['home'])
  await answered(freed, 'self_excluded')
  await answered(freed, null)
  await answered(named, 'self_excluded')
  expect(await harness.sportsbook.cashOuts.offers(named, [gone])).toHaveLength(1)
  expect(await cancel(freed, named)).toBe(1)
  expect(await harness.sportsbook.cashOuts.offers(named, [gone])).toEqual([])
  await settle()
  expect(await bettors.betState(kept)).toMatchObject({ status: 'open' })
  expect(await bettors.betState(gone)).toEqual(REFUNDED)
})

/** The result of a match from its feed, won by the home team, and its withdrawal. */
const market = { type: 'football.1x2', period: 'full', lineQuarters: null, side: null } as const
const homeWins = (key: string): FeedMessage => ({
  kind: 'settlement',
  key,
  certainty: 'confirmed',
  markets: [
    {
      market,
      outcomes: ['home', 'draw', 'away'].map((code) => ({ code, resolution: code === 'home' ? WON : LOST })),
    },
  ],
})
const rolledBack = (key: string): FeedMessage => ({ kind: 'rollback_settlement', key, markets: [market] })

test('X2 a bet that was paid before the register named its player is not refunded while its result is rolled back', async () => {
  const { outcomes, key } = await addMatch(harness)
  const playerId = await harness.newPlayer(1000)
  const betId = await bettors.placed(playerId, outcomes['home'])
  await harness.receive([homeWins(key)])
  await settle()
  await answered(playerId, 'self_excluded')
  await harness.receive([rolledBack(key)])
  await settle()
  expect(await bettors.betState(betId)).toMatchObject({ status: 'open' })
  expect(await cancel(playerId)).toBe(0)
  await harness.receive([homeWins(key)])
  await settle()
  expect(await bettors.betState(betId)).toMatchObject({ status: 'settled', returnCents: 2000 })
  expect(await harness.cash(playerId)).toBe(2000)
  expect(await harness.verify()).toEqual([])
})

test('X2 a bet whose match is over waits for its score or for operators, and is settled as they say', async () => {
  const [over, proposed] = [await addMatch(harness), await addMatch(harness)]
  const playerId = await harness.newPlayer(3000)
  const scoreless = await bettors.placed(playerId, over.outcomes['home'])
  const unconfirmed = await bettors.placed(playerId, proposed.outcomes['home'])
  await answered(playerId, 'self_excluded')
  await harness.receive([playWith(over.key, -1, { score: null, halfTime: null })])
  await harness.deps.db`
    insert into sportsbook_market_proposal (market_id, why, results)
    select market_id, 'incomplete', '[]' from sportsbook_outcome where id = ${proposed.outcomes['home'] ?? 0}`
  await settle()
  expect(await cancel(playerId)).toBe(0)
  await harness.receive([play(over.key, -1, 1, 0), homeWins(proposed.key)])
  await settle()
  for (const betId of [scoreless, unconfirmed])
    expect(await bettors.betState(betId)).toMatchObject({ status: 'settled', returnCents: 2000 })
  expect(await harness.verify()).toEqual([])
})

test('X2 the cancellation waits for a feed that ends the match, and settles what it says', async () => {
  const { outcomes, key } = await addMatch(harness)
  const playerId = await harness.newPlayer(1000)
  const betId = await bettors.placed(playerId, outcomes['home'])
  await answered(playerId, 'self_excluded')
  const { db } = harness.deps
  const waiting = () => db`
    select from pg_locks
     where locktype = 'advisory' and classid = ${FIXTURE_LOCKS} and not granted
       and database = (select oid from pg_database where datname = current_database())`
  const cancelled = await db.begin(async (tx) => {
    await applyFeedMessages(tx, 'importer', [play(key, -1, 1, 0)])
    const cancelling = cancel(playerId)
    await until('the cancellation waits for the match', async () => (await waiting()).length > 0)
    return { cancelling }
  })
  expect(await cancelled.cancelling).toBe(0)
  await settle()
  expect(await bettors.betState(betId)).toMatchObject({ status: 'settled', returnCents: 2000 })
})

test('X2 a list that was read before a cancellation settles nothing of it', async () => {
  const { outcomes, key, fixtureId } = await addMatch(harness)
  const playerId = await harness.newPlayer(1000)
  const betId = await bettors.placed(playerId, outcomes['home'])
  await harness.receive([homeWins(key)])
  const { deps } = harness
  await checkFeeds(deps, await claimTasks(deps.db, 100, 0))
  const stale = await readUnsettled(deps.db, new Map([[betId, fixtureId]]))
  await harness.receive([rolledBack(key)])
  await answered(playerId, 'self_excluded')
  expect(await cancel(playerId)).toBe(1)
  const { terms } = policyOf(deps.config)
  const freeBets = { terms, bonusTimes: sportsbookSettings.freeBetTimes }
  const settling = { ...deps, wagering: wageringSettings, freeBets }
  expect(await settleBets(settling, stale)).toEqual({ changed: 0, passedOver: 1 })
  await settle()
  expect(await bettors.betState(betId)).toEqual(REFUNDED)
  expect(await harness.verify()).toEqual([])
})

test('X2 cancelled and settled at once, each bet is refunded or paid, once', async () => {
  const { outcomes, key } = await addMatch(harness)
  const playerIds = await Promise.all(Array.from({ length: 12 }, () => harness.newPlayer(1000)))
  const betIds = await Promise.all(playerIds.map((playerId) => bettors.placed(playerId, outcomes['home'])))
  for (const playerId of playerIds) await answered(playerId, 'self_excluded')
  const ended = harness.receive([play(key, -1, 1, 0)])
  await Promise.all([cancel(...playerIds.slice(0, 6)), ended, settle(), cancel(...playerIds), settle()])
  await settle()
  for (const [at, betId] of betIds.entries()) {
    const [bet] = await harness.deps.db<{ isCancelled: boolean }[]>`
      select cancelled_at is not null as "isCancelled" from sportsbook_bet where id = ${betId}`
    const paid = bet?.isCancelled ? REFUNDED : { status: 'settled', result: 10, returnCents: 2000 }
    expect(await bettors.betState(betId)).toEqual(paid)
    expect(await harness.cash(playerIds[at] ?? 0)).toBe(paid.returnCents)
  }
  expect(await harness.verify()).toEqual([])
})

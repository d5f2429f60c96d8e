import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { lockAccounts } from '../../ledger/index.ts'
import { present } from '../../platform/errors.ts'
import type { Tx } from '../../platform/db/index.ts'
import { policyOf } from '../../protection/index.ts'
import { FIXTURE_LOCKS } from '../catalogue/queries.ts'
import { openSportsbook } from '../index.ts'
import { wageringSettings } from '../../wagering/index.ts'
import { openExposureHeadroom } from '../risk/exposure-headroom.ts'
import { sportsbookSettings } from '../settings.ts'
import { sportOf } from '../sports/table.ts'
import {
  requestFor as bet,
  codeOf,
  addMatch,
  addPricedMatch,
  offersAt,
  openHarness,
  play,
  type Harness,
} from '../testing/harness.ts'
import { findBuilder } from './builders.ts'
import { placeBets } from './place-bets.ts'
import { lockFixturesExclusive } from './queries.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 100 })
})
afterAll(() => harness.close())

/** How many statements of this database wait for a lock. */
async function waiting(): Promise<number | undefined> {
  const [all] = await harness.deps.db<{ count: number }[]>`
    select count(*) as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`
  return all?.count
}

describe('a bet that waits for its match’s feed', () => {
  /** Requests a bet while a feed holds the match's lock, and lets the feed write before the bet continues. */
  async function betDuring(outcomeId: number, write: (tx: Tx, fixtureId: number) => Promise<unknown>) {
    const playerId = await harness.newPlayer(10_000)
    const { db } = harness.deps
    await db.begin((tx) => lockAccounts(tx, [playerId])) // creates a new player's accounts
    const needs = {
      policy: policyOf(harness.deps.config),
      settings: sportsbookSettings,
      wagering: wageringSettings,
      headroom: openExposureHeadroom(harness.deps.db, sportsbookSettings.roomsAgeMs),
    }
    const { requested } = await db.begin(async (tx) => {
      const [fixture] = await tx<{ id: number }[]>`
        select market.fixture_id as id
          from sportsbook_outcome outcome
          join sportsbook_market market on market.id = outcome.market_id
         where outcome.id = ${outcomeId}`
      await tx`select pg_advisory_xact_lock(${FIXTURE_LOCKS}::integer, ${fixture?.id ?? 0}::integer) is null`
      const placing = placeBets(harness.deps, needs, [{ ...bet(playerId, outcomeId), hasWaited: true }])
      await expect.poll(waiting).toBe(1)
      await write(tx, fixture?.id ?? 0)
      return { requested: placing }
    })
    return { answers: (await requested).map(codeOf), cash: await harness.cash(playerId) }
  }

  test('is decided by the state the feed left', async () => {
    const { outcomes } = await addMatch(harness)
    const postponed = await betDuring(
      outcomes['home'] ?? 0,
      (tx, id) =>
        tx`update sportsbook_fixture set match_status = -10, version = version + 1 where id = ${id}`,
    )
    expect(postponed).toEqual({ answers: ['market_closed'], cash: 10_000 })
  })

  test('is accepted in play if a silent feed has come back meanwhile', async () => {
    const { outcomes, key } = await addMatch(harness, -60_000)
    await harness.receive([play(key, 1, 0, 0)])
    await harness.deps.db`
      update sportsbook_feed set alive_at = now() - interval '1 hour' where name = 'importer'`
    const heard = await betDuring(
      outcomes['home'] ?? 0,
      (tx) => tx`update sportsbook_feed set alive_at = clock_timestamp() where name = 'importer'`,
    )
    expect(heard).toEqual({ answers: ['placed'], cash: 9000 })
  })
})

test('an outcome created while its bet waits for its player is accepted', async () => {
  const { outcomes } = await addMatch(harness)
  const [early, other] = [await harness.newPlayer(1000), await harness.newPlayer(1000)]
  const { db } = harness.deps
  const [next] = await db<{ id: number }[]>`select last_value + 1 as id from sportsbook_outcome_id_seq`
  const outcomeId = present(next, 'the next outcome').id
  const { answers, made } = await db.begin(async (tx) => {
    await lockAccounts(tx, [early, other])
    const requests = [bet(early, outcomeId), bet(other, outcomes['home'])]
    const placing = Promise.all(requests.map((request) => harness.sportsbook.placeBet(request)))
    await expect.poll(waiting).toBeGreaterThan(0)
    return { answers: placing, made: await addMatch(harness) }
  })
  expect(Object.values(made.outcomes)).toContain(outcomeId)
  expect((await answers).map(codeOf)).toEqual(['placed', 'placed'])
})

test('a market opened in play takes bets before the matches in play are read again', async () => {
  const cached = await openHarness({ catalogueAgeMs: 3_600_000, betDelayMs: 1 })
  const { outcomes, key, fixtureId } = await addMatch(cached)
  await cached.receive([play(key, 1, 0, 0)])
  const playerId = await cached.newPlayer(5000)
  const place = async (outcomeId: number | undefined) =>
    codeOf(await cached.sportsbook.placeBet(bet(playerId, outcomeId, { accept: 'any' })))
  expect(await place(outcomes['home'])).toBe('placed')
  const line = { type: 'football.total', period: 'full', lineQuarters: 14, side: null } as const
  const codes = ['over', 'under'].map((code) => ({ code, priceMilli: 1900 }))
  await cached.receive([{ kind: 'odds', key, offers: [...offersAt(2000), { ...line, outcomes: codes }] }])
  const [opened] = await cached.deps.db<{ id: number }[]>`
    select outcome.id
      from sportsbook_market market join sportsbook_outcome outcome on outcome.market_id = market.id
     where market.fixture_id = ${fixtureId} and market.line_quarters = 14 and outcome.outcome_code = 'over'`
  expect(await place(opened?.id)).toBe('placed')
  await cached.close()
})

test('prices a bet builder’s match before locking it for the bet, and not again while locked', async () => {
  const { fixtureId, outcomes } = await addPricedMatch(harness)
  const outcomeIds = [outcomes['1x2 home'] ?? 0, outcomes['total over 2.5'] ?? 0]
  const playerId = await harness.newPlayer(1000)
  const { db } = harness.deps
  const built = await findBuilder(db, sportsbookSettings, { playerId, outcomeIds })
  if (!built.ok) throw new Error(built.refusal.code)
  await db.begin((tx) => lockAccounts(tx, [playerId])) // creates a new player's accounts
  // Goal expectations of no other test: nothing cached applies.
  await db`
    update sportsbook_fixture set model = jsonb_set(model, '{home}', '1.61'), version = version + 1
     where id = ${fixtureId}`
  const workedOut = vi.spyOn(sportOf('football'), 'jointGrids')
  const { placing } = await db.begin(async (tx) => {
    await lockFixturesExclusive(tx, outcomeIds)
    const leg = { outcomeId: built.value, selections: outcomeIds, priceMilli: 3000, isBanker: false }
    const sent = harness.sportsbook.placeBet({ ...bet(playerId, built.value), accept: 'any', legs: [leg] })
    await expect.poll(waiting).toBe(1)
    expect(workedOut).toHaveBeenCalledTimes(1)
    return { placing: sent }
  })
  expect(codeOf(await placing)).toBe('placed')
  expect(workedOut).toHaveBeenCalledTimes(1)
  workedOut.mockRestore()
})

describe('200 at once', () => {
  test('the same request acts once and answers the same 200 times', async () => {
    const { outcomes } = await addMatch(harness)
    const playerId = await harness.newPlayer(100_000)
    const request = bet(playerId, outcomes['home'])
    const answers = await Promise.all(Array.from({ length: 200 }, () => harness.sportsbook.placeBet(request)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await harness.cash(playerId)).toBe(99_000)
    expect(await harness.verify()).toEqual([])
  })

  test('different bets succeed exactly as often as the player can pay', async () => {
    const { outcomes } = await addMatch(harness)
    const playerId = await harness.newPlayer(73_500)
    const requests = Array.from({ length: 200 }, () => bet(playerId, outcomes['away'], { priceMilli: 4000 }))
    const codes = (await Promise.all(requests.map((request) => harness.sportsbook.placeBet(request)))).map(
      codeOf,
    )
    expect(codes.filter((code) => code === 'placed').length).toBe(73)
    expect(codes.filter((code) => code === 'insufficient_funds').length).toBe(127)
    expect(await harness.cash(playerId)).toBe(500)
    expect(await harness.verify()).toEqual([])
  })

  test('two servers that get the same request place it once', async () => {
    const { outcomes } = await addMatch(harness)
    const playerId = await harness.newPlayer(5000)
    const policy = policyOf(harness.deps.config)
    const other = openSportsbook(harness.deps, { policy })
    const request = bet(playerId, outcomes['home'])
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => (at % 2 ? other : harness.sportsbook).placeBet(request)),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await harness.cash(playerId)).toBe(4000)
  })
})

test('in a storm of prices and stops every bet has a price that was offered, and none comes after a stop', async () => {
  const { outcomes, key } = await addMatch(harness)
  const playerId = await harness.newPlayer(1_000_000)
  const outcomeId = outcomes['home'] ?? 0
  const published = new Map([[1, 2000]])
  const clock = async () => {
    const [now] = await harness.deps.db<{ at: Date }[]>`select clock_timestamp() as at`
    return present(now, 'the time of the database').at
  }
  const stops: { from: Date; until: Date }[] = []
  let isOver = false
  const storm = async () => {
    for (let beat = 1; beat <= 60; beat += 1) {
      const priceMilli = 2000 + beat * 10
      published.set(beat + 1, priceMilli)
      await harness.receive([{ kind: 'odds', key, offers: offersAt(priceMilli) }])
      if (beat % 5 !== 0) continue
      await harness.receive([{ kind: 'bet_stop', key }])
      const from = await clock()
      await sleep(5)
      stops.push({ from, until: await clock() })
    }
    await harness.receive([{ kind: 'bet_stop', key }])
    isOver = true
  }
  const gamble = async (accept: 'exact' | 'better' | 'any') => {
    const answers: string[] = []
    while (!isOver) {
      const wished = 2000 + answers.length * 10
      answers.push(
        codeOf(await harness.sportsbook.placeBet(bet(playerId, outcomeId, { accept, priceMilli: wished }))),
      )
    }
    return answers
  }
  const [, ...gambled] = await Promise.all([storm(), gamble('exact'), gamble('better'), gamble('any')])
  expect(codeOf(await harness.sportsbook.placeBet(bet(playerId, outcomeId, { accept: 'any' })))).toBe(
    'market_closed',
  )
  const legs = await harness.deps.db<
    { price: number; version: number; accept: string; requested: number; placedAt: Date }[]
  >`
    select leg.price_milli as price, leg.price_version as version, bet.accept,
           leg.requested_price_milli as requested, bet.placed_at as "placedAt"
      from sportsbook_leg leg join sportsbook_bet bet on bet.id = leg.bet_id
     where leg.outcome_id = ${outcomeId}`
  expect(legs.length).toBe(gambled.flat().filter((code) => code === 'placed').length)
  expect(legs.length).toBeGreaterThan(10)
  const wrong = legs.filter(
    ({ price, version, accept, requested, placedAt }) =>
      price !== published.get(version) ||
      (accept === 'exact' && price !== requested) ||
      (accept === 'better' && price < requested) ||
      stops.some(({ from, until }) => placedAt > from && placedAt < until),
  )
  expect(stops).toHaveLength(12)
  expect(wrong).toEqual([])
  expect(await harness.verify()).toEqual([])
})

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBook } from '../../ledger/index.ts'
import { present } from '../../platform/assert.ts'
import type { Tx } from '../../platform/db/index.ts'
import { policyOf } from '../../protection/index.ts'
import { openSportsbook } from '../index.ts'
import { askFor as bet, codeOf } from '../testing/trial-asks.ts'
import { addMatch, offersAt, openTrial, play, type Trial } from '../testing/trial.ts'

let trial: Trial
beforeAll(async () => {
  trial = await openTrial({ betDelayMs: 100 })
})
afterAll(() => trial.close())

/** How many statements of this database wait for a lock. */
async function waiting(): Promise<number | undefined> {
  const [all] = await trial.house.db<{ count: number }[]>`
    select count(*) as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`
  return all?.count
}

describe('a bet that waits for the feed of its match', () => {
  /** Asks a bet while somebody holds the match as feeds do, and lets that one write before it goes on. */
  async function betDuring(outcomeId: number, write: (tx: Tx, fixtureId: number) => Promise<unknown>) {
    const playerId = await trial.newPlayer(10_000)
    // Refused, but then the player has all accounts: a book that opens one reads everything a second time.
    await trial.book.placeBet(bet(playerId, outcomeId, { stakeCents: 1 }))
    const { db } = trial.house
    const { asked } = await db.begin(async (tx) => {
      const [fixture] = await tx<{ id: number }[]>`
        select fixture.id
          from sportsbook_outcome outcome
          join sportsbook_market market on market.id = outcome.market_id
          join sportsbook_fixture fixture on fixture.id = market.fixture_id
         where outcome.id = ${outcomeId}
           for update of fixture`
      const placing = trial.book.placeBet(bet(playerId, outcomeId))
      await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
      await write(tx, fixture?.id ?? 0)
      return { asked: placing }
    })
    return { answer: codeOf(await asked), cash: await trial.cash(playerId) }
  }

  test('is decided by how that one left the match', async () => {
    const { outcomes } = await addMatch(trial)
    const postponed = await betDuring(
      outcomes['home'] ?? 0,
      (tx, id) => tx`update sportsbook_fixture set match_time = -10, version = version + 1 where id = ${id}`,
    )
    expect(postponed).toEqual({ answer: 'market_closed', cash: 10_000 })
  })

  test('is taken in play when a silent feed has come back meanwhile', async () => {
    const { outcomes, key } = await addMatch(trial, -60_000)
    await trial.hear([play(key, 1, 0, 0)])
    await trial.house.db`
      update sportsbook_feed set alive_at = now() - interval '1 hour' where name = 'importer'`
    const heard = await betDuring(
      outcomes['home'] ?? 0,
      (tx) => tx`update sportsbook_feed set alive_at = clock_timestamp() where name = 'importer'`,
    )
    expect(heard).toEqual({ answer: 'placed', cash: 9000 })
  })
})

test('an outcome that comes into being while its bet waits was not there, and the others of the list are placed', async () => {
  const { outcomes } = await addMatch(trial)
  const [early, other] = [await trial.newPlayer(1000), await trial.newPlayer(1000)]
  const { db } = trial.house
  const [next] = await db<{ id: number }[]>`select last_value + 1 as id from sportsbook_outcome_id_seq`
  const outcomeId = present(next, 'the next outcome').id
  const { answers, made } = await db.begin(async (tx) => {
    await openBook(tx, [early, other])
    const asks = [bet(early, outcomeId), bet(other, outcomes['home'])]
    const placing = Promise.all(asks.map((ask) => trial.book.placeBet(ask)))
    await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0)
    return { answers: placing, made: await addMatch(trial) }
  })
  expect(Object.values(made.outcomes)).toContain(outcomeId)
  expect((await answers).map(codeOf)).toEqual(['not_found', 'placed'])
})

describe('200 at once', () => {
  test('the same request acts once and answers the same 200 times', async () => {
    const { outcomes } = await addMatch(trial)
    const playerId = await trial.newPlayer(100_000)
    const ask = bet(playerId, outcomes['home'])
    const answers = await Promise.all(Array.from({ length: 200 }, () => trial.book.placeBet(ask)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await trial.cash(playerId)).toBe(99_000)
    expect(await trial.prove()).toEqual([])
  })

  test('different bets succeed exactly as often as the player can pay', async () => {
    const { outcomes } = await addMatch(trial)
    const playerId = await trial.newPlayer(73_500)
    const asks = Array.from({ length: 200 }, () => bet(playerId, outcomes['away'], { priceMilli: 4000 }))
    const codes = (await Promise.all(asks.map((ask) => trial.book.placeBet(ask)))).map(codeOf)
    expect(codes.filter((code) => code === 'placed').length).toBe(73)
    expect(codes.filter((code) => code === 'insufficient_funds').length).toBe(127)
    expect(await trial.cash(playerId)).toBe(500)
    expect(await trial.prove()).toEqual([])
  })

  test('two servers that are sent the same request place it once', async () => {
    const { outcomes } = await addMatch(trial)
    const playerId = await trial.newPlayer(5000)
    const policy = policyOf(trial.house.config)
    const other = openSportsbook(trial.house, { policy, standings: () => Promise.resolve(new Map()) })
    const ask = bet(playerId, outcomes['home'])
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => (at % 2 ? other : trial.book).placeBet(ask)),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await trial.cash(playerId)).toBe(4000)
  })
})

test('in a storm of prices and stops every bet has a price that stood, and none comes after a stop', async () => {
  const { outcomes, key } = await addMatch(trial)
  const playerId = await trial.newPlayer(1_000_000)
  const outcomeId = outcomes['home'] ?? 0
  const published = new Map([[1, 2000]])
  const clock = async () => {
    const [now] = await trial.house.db<{ at: Date }[]>`select clock_timestamp() as at`
    return present(now, 'the time of the database').at
  }
  const stops: { from: Date; until: Date }[] = []
  let isOver = false
  const storm = async () => {
    for (let beat = 1; beat <= 60; beat += 1) {
      const priceMilli = 2000 + beat * 10
      published.set(beat + 1, priceMilli)
      await trial.hear([{ kind: 'odds', key, offers: offersAt(priceMilli) }])
      if (beat % 5 !== 0) continue
      await trial.hear([{ kind: 'bet_stop', key }])
      const from = await clock()
      await sleep(5)
      stops.push({ from, until: await clock() })
    }
    await trial.hear([{ kind: 'bet_stop', key }])
    isOver = true
  }
  const gamble = async (accept: 'exact' | 'better' | 'any') => {
    const answers: string[] = []
    while (!isOver) {
      const wished = 2000 + answers.length * 10
      answers.push(
        codeOf(await trial.book.placeBet(bet(playerId, outcomeId, { accept, priceMilli: wished }))),
      )
    }
    return answers
  }
  const [, ...gambled] = await Promise.all([storm(), gamble('exact'), gamble('better'), gamble('any')])
  expect(codeOf(await trial.book.placeBet(bet(playerId, outcomeId, { accept: 'any' })))).toBe('market_closed')
  const legs = await trial.house.db<
    { price: number; version: number; accept: string; asked: number; placedAt: Date }[]
  >`
    select leg.price_milli as price, leg.price_version as version, bet.accept,
           bet.asked_price_milli as asked, bet.placed_at as "placedAt"
      from sportsbook_leg leg join sportsbook_bet bet on bet.id = leg.bet_id
     where leg.outcome_id = ${outcomeId}`
  expect(legs.length).toBe(gambled.flat().filter((code) => code === 'placed').length)
  expect(legs.length).toBeGreaterThan(10)
  const wrong = legs.filter(
    ({ price, version, accept, asked, placedAt }) =>
      price !== published.get(version) ||
      (accept === 'exact' && price !== asked) ||
      (accept === 'better' && price < asked) ||
      stops.some(({ from, until }) => placedAt > from && placedAt < until),
  )
  expect(stops).toHaveLength(12)
  expect(wrong).toEqual([])
  expect(await trial.prove()).toEqual([])
})

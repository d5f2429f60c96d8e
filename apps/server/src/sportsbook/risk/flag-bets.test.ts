import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMatch, offersAt, openHarness, plainOffers, type Harness, requestFor } from '../testing/harness.ts'
import { sportsbookSettings } from '../settings.ts'
import { flagBets } from './flag-bets.ts'
import { readReviewFlags, decideReviewFlag } from './review-flag-queries.ts'
import { groupRelated } from './review-flag-rules.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 0 })
})
afterAll(() => harness.close())

const rules = {
  bigLossCents: 100_000,
  marks: { ...sportsbookSettings.marks, minLossCents: 1000, edgeBps: 200, times: 2 },
}

async function place(playerId: number, outcomeId: number | undefined, stakeCents: number): Promise<number> {
  const placed = await harness.sportsbook.placeBet(
    requestFor(playerId, outcomeId, { stakeCents, accept: 'any' }),
  )
  if (!placed.ok) throw new Error(placed.refusal.code)
  const [row] = await harness.deps.db<{ id: number }[]>`
    select max(id) as id from sportsbook_bet where player_id = ${playerId}`
  return row?.id ?? 0
}
const look = (betIds: number[]) =>
  harness.deps.db.begin((tx) => flagBets(harness.deps, tx, { betIds, rules }))
const flagsOf = async (...playerIds: number[]) => {
  const filter = { beforeId: Number.MAX_SAFE_INTEGER, max: 100, kind: null, status: null }
  const rows = await readReviewFlags(harness.deps.db, filter)
  return rows.filter(({ playerId }) => playerIds.includes(playerId))
}
const counted = async (kind: string) =>
  Number(
    new RegExp(`bet_marks_total\\{kind="${kind}"\\} (\\d+)`).exec(await harness.deps.metrics.text())?.[1] ??
      0,
  )

/** Two players with one address. */
async function pair(): Promise<[number, number]> {
  const players: [number, number] = [await harness.newPlayer(1_000_000), await harness.newPlayer(1_000_000)]
  await harness.deps.db`
    insert into identity_player (id, email, password_hash, invitation_code, registered_ip, registered_in_app)
      overriding system value
    select id, id || '@players.example', '', 'R' || id, '203.0.113.7', false from unnest(${players}::bigint[]) as row (id)`
  return players
}

describe('a bet is marked for review', () => {
  test('if much may be lost on it, once, counted, with the possible loss', async () => {
    const { outcomes } = await addMatch(harness)
    const playerId = await harness.newPlayer(1_000_000)
    const before = await counted('big')
    const betIds = [
      await place(playerId, outcomes['home'], 100_000),
      await place(playerId, outcomes['away'], 1500),
    ]
    await look(betIds)
    await look(betIds)
    expect(await flagsOf(playerId)).toMatchObject([
      { betId: betIds[0], kind: 'big', status: 'open', evidence: { lossCents: 100_000 }, marksOfPlayer: 1 },
    ])
    expect(await counted('big')).toBe(before + 1)
  })

  test('if related accounts bet on the same outcome, and on both sides', async () => {
    const { outcomes } = await addMatch(harness)
    const [one, other] = await pair()
    const stranger = await harness.newPlayer(1_000_000)
    await look([await place(stranger, outcomes['home'], 60_000)])
    await look([await place(one, outcomes['home'], 60_000)])
    expect(await flagsOf(one, other, stranger)).toEqual([])
    await look([await place(other, outcomes['home'], 60_000)])
    expect(await flagsOf(one, other, stranger)).toMatchObject([
      {
        playerId: other,
        kind: 'correlated',
        evidence: { playerIds: [one, other], relations: ['address'], bets: 2, lossCents: 120_000 },
      },
    ])
    await look([await place(one, outcomes['away'], 2000), await place(stranger, outcomes['draw'], 2000)])
    const opposed = (await flagsOf(one, other, stranger)).filter(({ kind }) => kind === 'opposed')
    expect(opposed).toMatchObject([
      {
        playerId: one,
        evidence: { playerIds: [one, other], outcomeIds: [outcomes['home'], outcomes['away']] },
      },
    ])
  })

  test('bets of one player on several markets of a match that win together are flagged for review', async () => {
    const handicap = {
      type: 'football.asian_handicap',
      period: 'full' as const,
      lineQuarters: -4,
      side: null,
      outcomes: [
        { code: 'home', priceMilli: 2000 },
        { code: 'away', priceMilli: 1800 },
      ],
    }
    const { outcomes } = await addMatch(harness, undefined, [...plainOffers, handicap])
    const [together, apart] = [await harness.newPlayer(1_000_000), await harness.newPlayer(1_000_000)]
    // As much in total, but the first of these and the others do not win together.
    const hedged = [
      await place(apart, outcomes['home'], 99_000),
      await place(apart, outcomes['away'], 10_000),
      await place(apart, outcomes['away:-4'], 60_000),
    ]
    await look(hedged)
    // At 2.00, 2.00 and 1.90, each with a possible loss just below the single-bet threshold.
    await look([await place(together, outcomes['home'], 60_000)])
    await look([await place(together, outcomes['home:-4'], 30_000)])
    expect(await flagsOf(together, apart)).toEqual([])
    const last = await place(together, outcomes['over'], 40_000)
    await look([last])
    const ids = ['home', 'home:-4', 'over'].map((code) => outcomes[code] ?? 0).toSorted((a, b) => a - b)
    expect(await flagsOf(together, apart)).toMatchObject([
      {
        playerId: together,
        betId: last,
        kind: 'correlated',
        evidence: { playerIds: [together], outcomeIds: ids, bets: 3, lossCents: 126_000 },
      },
    ])
  })

  test('for a price above its value, by our prices or another feed’s, once it happens to a player often', async () => {
    const playerId = await harness.newPlayer(1_000_000)
    const first = await addMatch(harness)
    const early = await place(playerId, first.outcomes['home'], 5000)
    await harness.receive([{ kind: 'odds', key: first.key, offers: offersAt(1500) }])
    await look([early])
    expect(await flagsOf(playerId)).toEqual([])
    const second = await addMatch(harness)
    // The same match by another feed, with the home team as the favourite.
    await harness.deps.db`
      with fixture as (
        insert into sportsbook_fixture (feed, feed_key, competition_id, starts_at, season)
        select 'uof', 'other', competition_id, starts_at, season from sportsbook_fixture where id = ${second.fixtureId}
        returning id
      ), sides as (
        insert into sportsbook_fixture_participant (fixture_id, place, participant_id)
        select fixture.id, side.place, side.participant_id
          from fixture, sportsbook_fixture_participant side where side.fixture_id = ${second.fixtureId}
      ), market as (
        insert into sportsbook_market (fixture_id, type, period, status)
        select id, 'football.1x2', 'full', 'open' from fixture returning id
      )
      insert into sportsbook_outcome (market_id, outcome_code, price_milli)
      select market.id, row.code, row.price
        from market, (values ('home', 1500), ('draw', 4000), ('away', 9000)) as row (code, price)`
    await look([await place(playerId, second.outcomes['home'], 5000)])
    const flags = await flagsOf(playerId)
    expect(flags).toMatchObject([
      { kind: 'value', status: 'open', evidence: { feed: 'uof', priceMilli: 2000 }, marksOfPlayer: 2 },
      { kind: 'value', status: 'open', evidence: { feed: 'importer', priceMilli: 2000 } },
    ])
    expect(Math.min(...flags.map(({ movedBps }) => movedBps ?? 0))).toBeGreaterThanOrEqual(200)
  })
})

test('a review flag is reviewed and closed with a reason, and stays closed', async () => {
  const { outcomes } = await addMatch(harness)
  const playerId = await harness.newPlayer(1_000_000)
  await look([await place(playerId, outcomes['home'], 100_000)])
  const id = (await flagsOf(playerId))[0]?.id ?? 0
  const review = (status: 'seen' | 'closed') =>
    harness.deps.db.begin((tx) =>
      decideReviewFlag(tx, { id, status, reason: 'a known customer', operatorId: 1 }),
    )
  expect(await review('seen')).toHaveLength(1)
  expect(await review('closed')).toHaveLength(1)
  expect(await review('seen')).toHaveLength(0)
  expect(await flagsOf(playerId)).toMatchObject([
    { status: 'closed', reason: 'a known customer', reviewedBy: 1 },
  ])
})

test('accounts are grouped also through a third one, and a single account has no group', () => {
  const traits = [
    { playerId: 1, kind: 'device', value: 'a' },
    { playerId: 2, kind: 'device', value: 'a' },
    { playerId: 2, kind: 'address', value: 'b' },
    { playerId: 3, kind: 'address', value: 'b' },
    { playerId: 4, kind: 'address', value: 'a' },
  ]
  expect(groupRelated([1, 2, 3, 4], traits)).toEqual([
    { playerIds: [1, 2, 3], relations: ['address', 'device'] },
    { playerIds: [4], relations: [] },
  ])
})

import { LOST, VOID, WON } from '@palpite/odds'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { present } from '../../platform/assert.ts'
import { type FeedMessage, type PlayMessage, withOdds } from '../feeds/index.ts'
import { sportsbookSettings } from '../settings.ts'
import {
  addMatch,
  addPricedMatch,
  nextRequest,
  openHarness,
  plainOffers,
  play,
  type Harness,
} from '../testing/harness.ts'
import { parlayFor } from '../testing/requests.ts'
import { sampleFixture } from '../testing/sample-fixture.ts'
import { samples } from '../testing/sport-samples.ts'
import { findBuilder } from './builders.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 0 })
})
afterAll(() => harness.close())

const names = ['1x2 home', '1x2 draw', 'total over 2.5', 'both_score yes', 'double_chance home_draw']
const pick = fc.constantFrom(...names)
const stakeCents = fc.integer({ min: 100, max: 5000 })

const field = fc.constantFrom('racing' as const, 'outright' as const)

const step = fc.oneof(
  fc.record({ kind: fc.constant('single' as const), picks: fc.tuple(pick), stakeCents }),
  fc.record({ kind: fc.constant('builder' as const), picks: fc.tuple(pick, pick), stakeCents }),
  fc.record({ kind: fc.constant('parlay' as const), picks: fc.tuple(pick, pick), stakeCents }),
  fc.record({ kind: fc.constant('any builder' as const), picks: fc.tuple(fc.nat(), fc.nat()), stakeCents }),
  fc.record({ kind: fc.constant('free' as const), picks: fc.tuple(pick), isParlay: fc.boolean() }),
  fc.record({ kind: fc.constant('winner' as const), on: field, isEachWay: fc.boolean(), stakeCents }),
  fc.record({ kind: fc.constant('finish' as const), on: field, first: fc.integer({ min: 1, max: 5 }) }),
  fc.record({
    kind: fc.constant('system' as const),
    picks: fc.tuple(pick),
    folds: fc.constantFrom([2], [1, 2], [2, 3], [1, 2, 3]),
    hasBanker: fc.boolean(),
    stakeCents,
  }),
  fc.record({
    kind: fc.constant('result' as const),
    certainty: fc.constantFrom('provisional' as const, 'confirmed' as const),
    winner: fc.constantFrom('home', 'draw', 'away', 'none'),
  }),
  fc.record({ kind: fc.constantFrom('rollback' as const, 'cancel' as const, 'restore' as const) }),
  fc.record({ kind: fc.constant('sell' as const), share: fc.constantFrom(0.5, 1) }),
  fc.record({ kind: fc.constant('end' as const), home: fc.nat(3), away: fc.nat(3) }),
)

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

type Said = Extract<Step, { kind: 'result' | 'rollback' | 'cancel' | 'restore' }>

const isSaid = (one: Step): one is Said => ['result', 'rollback', 'cancel', 'restore'].includes(one.kind)

/** What the feed says of the result of a match. */
const saidOf = (key: string, said: Said): FeedMessage[] => {
  const { outcomes, ...market } = present(plainOffers[0], 'the offer of a result')
  const markets = [market]
  switch (said.kind) {
    case 'result':
      return [
        {
          kind: 'settlement',
          key,
          certainty: said.certainty,
          markets: [
            {
              market,
              outcomes: outcomes.map(({ code }) => ({
                code,
                resolution: said.winner === 'none' ? VOID : code === said.winner ? WON : LOST,
              })),
            },
          ],
        },
      ]
    case 'rollback':
      return [{ kind: 'rollback_settlement', key, markets }]
    case 'cancel':
      return [{ kind: 'bet_cancel', key, markets, from: null, until: null, reason: 'a wrong price' }]
    case 'restore':
      return [{ kind: 'rollback_cancel', key, markets, from: null, until: null }]
  }
}

/** Each kind of bet once, a part of the last one sold, and all of them settled. */
const everyKind: Step[] = [
  { kind: 'free', picks: ['1x2 home'], isParlay: true },
  { kind: 'winner', on: 'racing', isEachWay: true, stakeCents: 1000 },
  { kind: 'winner', on: 'racing', isEachWay: false, stakeCents: 1000 },
  { kind: 'winner', on: 'outright', isEachWay: true, stakeCents: 1000 },
  { kind: 'winner', on: 'outright', isEachWay: false, stakeCents: 1000 },
  { kind: 'builder', picks: ['1x2 home', 'total over 2.5'], stakeCents: 1000 },
  { kind: 'parlay', picks: ['1x2 home', 'both_score yes'], stakeCents: 1000 },
  { kind: 'system', picks: ['1x2 home'], folds: [1, 2, 3], hasBanker: false, stakeCents: 1000 },
  { kind: 'system', picks: ['1x2 home'], folds: [2], hasBanker: true, stakeCents: 1000 },
  { kind: 'result', certainty: 'provisional', winner: 'home' },
  { kind: 'result', certainty: 'confirmed', winner: 'draw' },
  { kind: 'rollback' },
  { kind: 'result', certainty: 'confirmed', winner: 'none' },
  { kind: 'cancel' },
  { kind: 'restore' },
  { kind: 'single', picks: ['1x2 draw'], stakeCents: 1000 },
  { kind: 'sell', share: 0.5 },
  { kind: 'finish', on: 'racing', first: 1 },
  { kind: 'end', home: 2, away: 1 },
  { kind: 'finish', on: 'outright', first: 5 },
]

test('whatever is bet, sold, settled and corrected, the liabilities are those of the open bets, and no offer is above what a bet may return', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 18 }), async (steps) => {
      const match = await addPricedMatch(harness)
      const other = await addMatch(harness)
      const third = await addMatch(harness)
      const playerId = await harness.newPlayer(1_000_000)
      const fields = { racing: await addField('racing'), outright: await addField('outright') }
      const all = await builderOutcomes(match.fixtureId)
      const outcome = (name: string) => present(match.outcomes[name], `an outcome ${name}`)
      const place = async (ids: readonly (number | undefined)[], unitStakeCents: number) =>
        harness.sportsbook.placeBet(parlayFor(playerId, ids, { unitStakeCents }))
      for (const one of steps) {
        if (one.kind === 'end') {
          await harness.hear([play(match.key, -1, one.home, one.away)])
          await harness.sportsbook.settle()
        } else if (isSaid(one)) {
          await harness.hear(saidOf(other.key, one))
          await harness.sportsbook.settle()
        } else if (one.kind === 'system') {
          const ids = [other.outcomes['home'], outcome(one.picks[0]), third.outcomes['away']]
          const request = parlayFor(playerId, ids, { unitStakeCents: one.stakeCents, folds: one.folds })
          const legs = request.legs.map((leg, at) => ({ ...leg, isBanker: one.hasBanker && at === 0 }))
          await harness.sportsbook.placeBet({ ...request, legs })
        } else if (one.kind === 'sell') await sell(playerId, one.share)
        else if (one.kind === 'winner') await backWinner(playerId, fields[one.on], one)
        else if (one.kind === 'finish') {
          await harness.hear([fields[one.on].end(one.first)])
          await harness.sportsbook.settle()
        } else if (one.kind === 'free') {
          const ids = [outcome(one.picks[0]), ...(one.isParlay ? [other.outcomes['home']] : [])]
          const freeBetId = await giveFreeBet(playerId)
          await harness.sportsbook.placeBet(parlayFor(playerId, ids, { freeBetId }))
        } else if (one.kind === 'any builder') {
          const outcomeIds = one.picks.map((at) => all[at % all.length] ?? 0)
          const built = await findBuilder(harness.deps.db, sportsbookSettings, { playerId: 1, outcomeIds })
          if (built.ok) await place([built.value], one.stakeCents)
        } else if (one.kind === 'single') await place(one.picks.map(outcome), one.stakeCents)
        else {
          const built = await findBuilder(harness.deps.db, sportsbookSettings, {
            playerId: 1,
            outcomeIds: one.picks.map(outcome),
          })
          const legs = built.ok ? [built.value] : [outcome(one.picks[0])]
          await place(one.kind === 'parlay' ? [...legs, other.outcomes['home']] : legs, one.stakeCents)
        }
        expect(await harness.verify()).toEqual([])
      }
    }),
    { numRuns: 12, examples: [[everyKind]] },
  )
  // None of the kinds was refused throughout.
  const [taken] = await harness.deps.db<object[]>`
    select bool_or(is_each_way) as "eachWay", bool_or(free_bet_id is not null) as free,
           bool_or(market.type = 'outright.winner') as outright, bool_or(market.type = 'racing.win') as racing,
           bool_or(market.selections is not null) as builder, bool_or(folds = '[2]') as parlay,
           bool_or(folds in ('[1, 2, 3]', '[1,2,3]')) as system, bool_or(is_banker) as banker,
           bool_or(sold_unit_cents > 0) as sold
      from sportsbook_bet bet join sportsbook_leg leg on leg.bet_id = bet.id
      join sportsbook_outcome outcome on outcome.id = leg.outcome_id
      join sportsbook_market market on market.id = outcome.market_id`
  expect(taken).toEqual({
    eachWay: true,
    free: true,
    outright: true,
    racing: true,
    builder: true,
    parlay: true,
    system: true,
    banker: true,
    sold: true,
  })
})

/** Sells a part of the newest open bet of this player, where it has an offer. */
async function sell(playerId: number, share: number): Promise<void> {
  const [bet] = await harness.deps.db<{ id: number; unit: number; potential: number }[]>`
    select id, unit_stake_cents - sold_unit_cents as unit, potential_return_cents as potential
      from sportsbook_bet where player_id = ${playerId} and status = 'open' order by id desc limit 1`
  const [offer] = bet ? await harness.sportsbook.cashOuts.offers(playerId, [bet.id]) : []
  if (!bet || !offer) return
  expect(offer.offerCents).toBeLessThanOrEqual(bet.potential)
  await harness.sportsbook.cashOuts.take({
    playerId,
    requestId: nextRequest(),
    quoteId: offer.quoteId,
    unitCents: share === 1 ? undefined : Math.ceil(bet.unit * share),
    minShareBps: 0,
  })
}

/** Every outcome on offer of a match: of its whole, its halves, its corners and its cards. */
const builderOutcomes = async (fixtureId: number): Promise<number[]> =>
  (
    await harness.deps.db<{ id: number }[]>`
      select outcome.id from sportsbook_outcome outcome join sportsbook_market market on market.id = outcome.market_id
       where market.fixture_id = ${fixtureId} and market.selections is null order by outcome.id`
  ).map(({ id }) => id)

let given = 0

async function giveFreeBet(playerId: number): Promise<string> {
  const id = String((given += 1)).padStart(32, '0')
  await harness.deps.db`
    insert into sportsbook_free_bet (id, request_id, player_id, stake_cents, min_price_milli, kinds, ends_at, policy_version)
    values (${id}, ${`gift-${id}`}, ${playerId}, 1000, 1010, ${JSON.stringify(['single', 'parlay'])}::text::jsonb,
            now() + interval '1 day', 'spec')`
  return id
}

type Field = Awaited<ReturnType<typeof addField>>

let fields = 0

/** A race, or who wins a league: five of which one wins, and some are placed. */
async function addField(sport: 'racing' | 'outright') {
  const key = `field:${(fields += 1)}`
  const participants = ['Alfa', 'Beta', 'Gama', 'Delta', 'Ômega'].map((name) => ({ name: `${name} ${key}` }))
  const own = { key, title: `Campo ${key}`, competition: `Copa ${key}`, participants }
  const message =
    sport === 'racing'
      ? sampleFixture('racing', own)
      : sampleFixture('football', {
          ...own,
          isOutright: true,
          model: { chances: [0.3, 0.25, 0.2, 0.15, 0.1] },
        })
  const ids = await harness.hear(withOdds(message, sportsbookSettings))
  const end = (first: number): PlayMessage => {
    const finishes = [first, (first % 5) + 1, ((first + 1) % 5) + 1].map((runner, at) => ({
      runner,
      place: at + 1,
    }))
    const raced = samples.racing.end
    return {
      kind: 'play',
      key,
      matchStatus: -1,
      clock: null,
      state:
        raced.family === 'race' && sport === 'racing'
          ? { ...raced, finishes }
          : { family: 'outright', finishes },
    }
  }
  return { fixtureId: present(ids.get(key), 'the field'), end }
}

/** Backs the first of a field to win, or to win and to be placed. */
async function backWinner(
  playerId: number,
  { fixtureId }: Field,
  { isEachWay, stakeCents: unitStakeCents }: { isEachWay: boolean; stakeCents: number },
): Promise<void> {
  const rows = await harness.deps.db<{ id: number; type: string }[]>`
    select outcome.id, market.type from sportsbook_outcome outcome
      join sportsbook_market market on market.id = outcome.market_id
     where market.fixture_id = ${fixtureId} and outcome.outcome_code = '1'
       and market.type in ('racing.win', 'outright.winner', 'racing.each_way', 'outright.each_way')
     order by market.type desc`
  const legs = isEachWay ? rows : rows.slice(0, 1)
  const ids = legs.map(({ id }) => id)
  await harness.sportsbook.placeBet(parlayFor(playerId, ids, { unitStakeCents, folds: [1], isEachWay }))
}

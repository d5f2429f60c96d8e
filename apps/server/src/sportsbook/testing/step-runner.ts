import type { Resolution } from '@palpite/odds'
import { assert, present } from '../../platform/errors.ts'
import type { PlaceBet } from '../betting/bet-request.ts'
import { findBuilder } from '../betting/builders.ts'
import { setCashOutRule } from '../cash-out/watch-rules.ts'
import { type FeedMessage, withOdds } from '../updates/messages.ts'
import { sportsbookSettings } from '../settings.ts'
import type { MarketKey } from '../sports/adapter.ts'
import { type BookStep, MATCHES, type StepOf } from './book-steps.ts'
import {
  addMatch,
  addPricedMatch,
  type Harness,
  nextRequest,
  plainOffers,
  play,
  parlayFor,
} from './harness.ts'
import { sampleFixture, samples } from './sport-samples.ts'

/** Live bets and levels are decided at once. */
export const withoutDelays = { betDelayMs: 0, sportBetDelaysMs: {}, marketBetDelaysMs: {} }

const databaseTime = async ({ deps: { db } }: Harness): Promise<Date> =>
  present((await db<{ now: Date }[]>`select clock_timestamp() as now`)[0], 'the time').now

export type Market = MarketKey & { outcomes: { id: number; code: string }[] }
type Fixture = { fixtureId: number; key: string; markets: Market[]; end: (first: number) => FeedMessage }
type Cancelled = Extract<FeedMessage, { kind: 'bet_cancel' }>

type Ground = Awaited<ReturnType<typeof openGround>>
type Steps<K extends BookStep['kind']> = { [Kind in K]: (one: StepOf<Kind>) => Promise<unknown> }

/** Fixtures, a player who bets on them, and the data of the steps. */
async function openGround(harness: Harness) {
  const { deps, sportsbook } = harness
  const matches = [await addPricedMatch(harness)]
  while (matches.length < MATCHES) matches.push(await addMatch(harness))
  const fixtures: Fixture[] = [
    ...(await Promise.all(
      matches.map(async ({ fixtureId, key }) => {
        const end = () => play(key, -1, 0, 0)
        return { fixtureId, key, markets: await marketsOf(harness, fixtureId), end }
      }),
    )),
    await addField(harness, 'racing'),
    await addField(harness, 'outright'),
  ]
  const playerId = await harness.newPlayer(10_000_000)
  const fixture = (place: number) => present(fixtures[place], 'a fixture')
  const marketAt = (on: number, place: number) => {
    const { markets } = fixture(on)
    return present(markets[place % markets.length], 'a market')
  }
  const outcomesOf = (on: number): number[] =>
    marketsToBet(fixture(on)).flatMap(({ outcomes }) => outcomes.map(({ id }) => id))
  const pick = (on: number, place: number): number => {
    const ids = outcomesOf(on)
    return present(ids[place % ids.length], 'an outcome')
  }
  const place = (outcomeIds: readonly number[], own: Partial<PlaceBet>) =>
    sportsbook.placeBet(parlayFor(playerId, outcomeIds, own))
  const openBet = async (which: number) => {
    const bets = await deps.db<
      { id: number; unit: number; potential: number; outcomeIds: number[]; folds: number[] }[]
    >`
      select id, unit_stake_cents - sold_unit_cents as unit, potential_return_cents as potential, folds,
             (select array_agg(outcome_id order by place)::float8[] from sportsbook_leg where bet_id = bet.id) as "outcomeIds"
        from sportsbook_bet bet where player_id = ${playerId} and status = 'open' order by id`
    return bets[which % Math.max(1, bets.length)]
  }
  /** Cashes out a part of an open bet, if it has an offer. */
  const sell = async (which: number, share: number) => {
    const sold = await openBet(which)
    const [offer] = sold ? await sportsbook.cashOuts.offers(playerId, [sold.id]) : []
    if (!sold || !offer) return undefined
    assert(offer.offerCents <= sold.potential, 'no offer is above what its bet may return')
    const unitCents = share === 1 ? undefined : Math.ceil(sold.unit * share)
    const request = { playerId, requestId: nextRequest(), quoteId: offer.quoteId, unitCents, minShareBps: 0 }
    const answer = await sportsbook.cashOuts.accept(request)
    return answer.ok ? { ...sold, paidCents: answer.value.paidCents } : undefined
  }
  const build = async (on: number, first: number, second: number): Promise<number> => {
    // The next outcome that can be combined with the first.
    for (let later = 0; later < 10; later += 1) {
      const outcomeIds = [pick(on, first), pick(on, second + later)]
      const built = await findBuilder(deps.db, sportsbookSettings, { playerId: 1, outcomeIds })
      if (built.ok) return built.value
    }
    return pick(on, first)
  }
  return {
    harness,
    playerId,
    fixtures,
    /** A moment after each step. */
    times: [await databaseTime(harness)],
    cancelled: new Array<Cancelled>(),
    edits: 0,
    fixture,
    marketAt,
    pick,
    place,
    openBet,
    sell,
    build,
  }
}

/** Fixtures, a player who bets on them, and a function that executes each step of a plan. */
export async function openStepRunner(harness: Harness) {
  const ground = await openGround(harness)
  const settle = async () => {
    await harness.sportsbook.settle()
    return harness.sportsbook.watchRules()
  }
  const steps: Steps<BookStep['kind']> = {
    ...betSteps(ground),
    ...saleSteps(ground),
    ...feedSteps(ground),
    settle,
  }
  const act = (one: BookStep) => (steps[one.kind] as (one: BookStep) => Promise<unknown>)(one)
  return {
    playerId: ground.playerId,
    /** Executes a step; returns how many bets were edited so far. */
    run: async (one: BookStep): Promise<number> => {
      await act(one)
      ground.times.push(await databaseTime(harness))
      return ground.edits
    },
  }
}

function betSteps({
  harness,
  playerId,
  fixture,
  pick,
  place,
  build,
}: Ground): Steps<'bet' | 'each way' | 'free'> {
  return {
    bet: async (one) => {
      const ids: number[] = []
      for (const [leg, on] of one.on.entries()) {
        const [first = 0, second = 0] = one.picks.slice(2 * leg)
        ids.push(one.selections === 2 && on === 0 ? await build(on, first, second) : pick(on, first))
      }
      const bankers = ids.length > 1 ? one.bankers : 0
      const folds = foldsOf(one.shape, ids.length - bankers)
      const { legs } = parlayFor(playerId, ids)
      const own = legs.map((leg, at) => ({ ...leg, isBanker: at < bankers }))
      return place(ids, { legs: own, folds, unitStakeCents: one.stakeCents })
    },
    'each way': async (one) => {
      const half = (isPlace: boolean) =>
        one.on.map((on, leg) => {
          const { outcomes } = present(
            fixture(on).markets.find(({ type }) => isPlace === type.endsWith('.each_way') && isField(type)),
            'a market',
          )
          return present(outcomes[present(one.picks[leg], 'a pick') % outcomes.length], 'an outcome').id
        })
      const own = {
        folds: foldsOf(one.shape, one.on.length),
        isEachWay: true,
        unitStakeCents: one.stakeCents,
      }
      return place([...half(false), ...half(true)], own)
    },
    free: async (one) => {
      const ids = one.on.map((on, leg) => pick(on, present(one.picks[leg], 'a pick')))
      return place(ids, { freeBetId: await freeBetOf(harness, playerId) })
    },
  }
}

function saleSteps(ground: Ground): Steps<'sell' | 'edit' | 'level'> {
  const { harness, playerId, fixtures, pick, place, openBet, sell } = ground
  const { deps, sportsbook } = harness
  return {
    sell: async (one) => {
      return sell(one.which, one.share)
    },
    edit: async (one) => {
      // Edits a bet by cashing it out and staking its money again with one leg changed.
      const sold = await sell(one.which, 1)
      if (!sold || sold.paidCents < 100) return undefined
      const ids = sold.outcomeIds
      const on = fixtures.findIndex(({ markets }) =>
        markets.some(({ outcomes }) => outcomes.some(({ id }) => id === ids[0])),
      )
      const anew = on < 0 || on >= MATCHES ? ids : [pick(on, one.pick), ...ids.slice(1)]
      const answer = await place(anew, { unitStakeCents: sold.paidCents })
      if (answer.ok) ground.edits += 1
      return answer
    },
    level: async (one) => {
      const held = await openBet(one.which)
      const [offer] = held ? await sportsbook.cashOuts.offers(playerId, [held.id]) : []
      if (!held || !offer) return undefined
      const levelCents = Math.ceil(offer.offerCents * one.share)
      return setCashOutRule(deps, withoutDelays, { playerId, betId: held.id, kind: 'sell', levelCents })
    },
  }
}

function feedSteps({
  harness: { receive },
  times,
  cancelled,
  fixture,
  marketAt,
}: Ground): Steps<'end' | 'off' | 'finish' | 'said' | 'taken back' | 'cancelled' | 'not cancelled'> {
  return {
    end: async (one) => {
      const { key } = fixture(one.on)
      const odds = { kind: 'odds', key, offers: plainOffers } as const
      // In play a plain match is offered again; the other one is not.
      return receive([
        play(key, one.status, one.home, one.away),
        ...(one.status === 1 && one.on > 0 ? [odds] : []),
      ])
    },
    off: async (one) => {
      return receive([{ ...play(fixture(one.on).key, one.status, 0, 0), state: null }])
    },
    finish: async (one) => {
      return receive([fixture(one.on).end(one.first)])
    },
    said: async (one) => {
      const market = marketAt(one.on, one.market)
      const outcomes = market.outcomes.map(({ code }, at) => ({
        code,
        resolution: resolutionAs(one.becomes, at === one.winner % market.outcomes.length),
      }))
      const { key } = fixture(one.on)
      return receive([
        {
          kind: 'settlement',
          key,
          certainty: one.certainty,
          markets: [{ market: keyOf(market), outcomes }],
        },
      ])
    },
    'taken back': async (one) => {
      return receive([
        {
          kind: 'rollback_settlement',
          key: fixture(one.on).key,
          markets: [keyOf(marketAt(one.on, one.market))],
        },
      ])
    },
    cancelled: async (one) => {
      const [from, until] = windowOf(times, one)
      const message: Cancelled = {
        kind: 'bet_cancel',
        key: fixture(one.on).key,
        markets: [keyOf(marketAt(one.on, one.market))],
        from,
        until,
        reason: 'the prices were wrong',
      }
      cancelled.push(message)
      return receive([message])
    },
    'not cancelled': async (one) => {
      const [message] = cancelled.splice(one.which % Math.max(1, cancelled.length), 1)
      if (!message) return undefined
      const { key, markets, from, until } = message
      return receive([{ kind: 'rollback_cancel', key, markets, from, until }])
    },
  }
}

export const keyOf = ({ type, period, lineQuarters, side }: Market): MarketKey => ({
  type,
  period,
  lineQuarters,
  side,
})

const isField = (type: string): boolean => /^(racing\.(win|each_way)|outright\.(winner|each_way))$/.test(type)

/** For a field only its winner market, since places are bet on each way. */
export const marketsToBet = ({ markets }: Pick<Fixture, 'markets'>): Market[] =>
  markets.filter(
    ({ type }) => !/^(racing|outright)/.test(type) || /^(racing\.win|outright\.winner)$/.test(type),
  )

export function foldsOf(shape: StepOf<'bet'>['shape'], legs: number): number[] {
  if (shape === 'all' || legs < 2) return [legs]
  if (shape === 'some') return [legs - 1]
  const all = Array.from({ length: legs }, (_, fold) => fold + 1)
  return shape === 'lucky' ? all : all.slice(1)
}

function resolutionAs(becomes: StepOf<'said'>['becomes'], isWinner: boolean): Resolution {
  if (becomes === 'void') return { won: 0, refunded: 1, of: 1 }
  if (becomes === 'won') return { won: isWinner ? 1 : 0, refunded: 0, of: 1 }
  return { won: isWinner ? 1 : 0, refunded: 1, of: 2 }
}

/** From one recorded moment until another; either may be open. */
function windowOf(times: readonly Date[], { from, until }: StepOf<'cancelled'>): [Date | null, Date | null] {
  const timeAt = (place: number | null) =>
    place === null ? null : present(times[place % times.length], 'a time')
  const [first, last] = [timeAt(from), timeAt(until)]
  if (!first || !last) return [first, last]
  return first < last ? [first, last] : first > last ? [last, first] : [first, null]
}

/** All markets of a fixture except bet builders. */
export async function marketsOf({ deps }: Pick<Harness, 'deps'>, fixtureId: number): Promise<Market[]> {
  const rows = await deps.db<(MarketKey & { id: number; outcomeId: number; code: string })[]>`
    select market.id, market.type, market.period, market.line_quarters as "lineQuarters", market.side,
           outcome.id as "outcomeId", outcome.outcome_code as code
      from sportsbook_market market join sportsbook_outcome outcome on outcome.market_id = market.id
     where market.fixture_id = ${fixtureId} and market.selections is null order by market.id, outcome.id`
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((outcomes) => ({
    ...present(outcomes[0], 'an outcome'),
    outcomes: outcomes.map(({ outcomeId, code }) => ({ id: outcomeId, code })),
  }))
}

let given = 0

/** A free bet returned to its player, or a new one. */
async function freeBetOf({ deps: { db } }: Harness, playerId: number): Promise<string> {
  const [left] = await db<{ id: string }[]>`
    select id from sportsbook_free_bet where player_id = ${playerId} and bet_id is null limit 1`
  if (left) return left.id
  const id = String((given += 1)).padStart(32, '0')
  await db`
    insert into sportsbook_free_bet (id, request_id, player_id, stake_cents, min_price_milli, kinds, ends_at, policy_version)
    values (${id}, ${`gift-${id}`}, ${playerId}, 1000, 1010, ${JSON.stringify(['single', 'parlay'])}::text::jsonb,
            now() + interval '1 day', 'spec')`
  return id
}

let fields = 0

/** A race or an outright: five entrants of which one wins, and some are placed. */
export async function addField(
  harness: Pick<Harness, 'receive' | 'deps'>,
  sport: 'racing' | 'outright',
): Promise<Fixture> {
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
  const ids = await harness.receive(withOdds(message, sportsbookSettings))
  const fixtureId = present(ids.get(key), 'the field')
  const end = (first: number): FeedMessage => {
    const finishes = [first, (first % 5) + 1, ((first + 1) % 5) + 1].map((runner, place) => ({
      runner,
      place: place + 1,
    }))
    const raced = samples.racing.end
    const isRace = raced.family === 'race' && sport === 'racing'
    const state = isRace ? { ...raced, finishes } : { family: 'outright' as const, finishes }
    return { kind: 'play', key, matchStatus: -1, clock: null, state }
  }
  return { fixtureId, key, markets: await marketsOf(harness, fixtureId), end }
}

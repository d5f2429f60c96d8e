import type { Calls } from '@palpite/contract'
import { deductionPercent, priceMilli, SPORTS } from '@palpite/odds'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { present } from '../platform/errors.ts'
import { readList, readSports } from './catalogue/read-catalogue.ts'
import { type FixtureMessage, withOdds } from './updates/messages.ts'
import { priceFixture } from './catalogue/price-fixture.ts'
import { sportsbookSettings as settings } from './settings.ts'
import { type Bettors, openBettors, type Harness, openHarness, parlayFor } from './testing/harness.ts'
import { sampleFixture, samples } from './testing/sport-samples.ts'

type WireFixture = Calls['GET /api/app/sportsbook/fixture/:fixtureId']['data']

let harness: Harness
let bettors: Bettors
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 1 })
  bettors = openBettors(harness)
})
afterAll(() => harness.close())

const read = async (fixtureId: number | undefined): Promise<WireFixture> => {
  const ids = [present(fixtureId, 'the fixture')]
  const [fixture] = await harness.sportsbook.readWireFixtures(harness.deps.db, ids)
  return present(fixture, 'the fixture')
}

const outcomeOf = ({ markets }: WireFixture, at = 0) =>
  present(markets.find(({ lineQuarters }) => lineQuarters === null)?.outcomes[at], 'an outcome')

describe.each(SPORTS)('%s', (sport) => {
  test('is listed with decimal prices; a bet on it is placed, settled and paid', async () => {
    const { during, end } = samples[sport]
    const key = `sport:${sport}`
    const ids = await harness.receive(withOdds(sampleFixture(sport), settings))
    const fixture = await read(ids.get(key))
    expect(fixture.participants.map(({ name }) => name)).toEqual(
      samples[sport].participants.map((name) => `${name} ${sport}`),
    )
    const [playerId, loser] = [await harness.newPlayer(1000), await harness.newPlayer(1000)]
    const [home, away] = [outcomeOf(fixture), outcomeOf(fixture, 1)]
    expect(home.name).toBe(`${samples[sport].participants[0]} ${sport}`)
    const betId = await bettors.placed(playerId, Number(home.outcomeId))
    const lostId = await bettors.placed(loser, Number(away.outcomeId))
    const odds = {
      kind: 'odds' as const,
      key,
      offers: priceFixture({ sport, model: samples[sport].model, ...during, runners: [] }, settings),
    }
    await harness.receive([{ kind: 'play', key, ...during }, odds])
    const live = await read(ids.get(key))
    expect(live).toMatchObject({ matchStatus: 1, clock: during.clock, state: during.state })
    const inPlay = live.markets.flatMap(({ outcomes }) => outcomes.filter(({ status }) => status === 'open'))
    // A race takes no bets once it is off.
    expect(inPlay.length > 1).toBe(sport !== 'racing')
    for (const { priceMilli } of inPlay) expect(priceMilli).toBeGreaterThan(1000)
    await harness.receive([{ kind: 'play', key, matchStatus: -1, clock: null, state: end }])
    await harness.sportsbook.settle()
    const returnCents = home.priceMilli
    expect(await bettors.betState(betId)).toMatchObject({ status: 'settled', returnCents })
    expect(await bettors.betState(lostId)).toMatchObject({ status: 'settled', returnCents: 0 })
    expect(await harness.cash(playerId)).toBe(returnCents)
    const markets = await harness.deps.db<{ left: number }[]>`
      select count(*)::integer as left from sportsbook_market
       where fixture_id = ${present(ids.get(key), 'the fixture')} and status <> 'settled'`
    expect(markets).toEqual([{ left: 0 }])
    expect(await harness.verify()).toEqual([])
  })
})

describe('a race', () => {
  const race = async (key: string) => {
    const message = sampleFixture('racing', { key })
    const ids = await harness.receive(withOdds(message, settings))
    return { message, id: ids.get(key), fixture: await read(ids.get(key)) }
  }
  const finish = (key: string, finishes: { runner: number; place: number }[]) => {
    const { end } = samples.racing
    const state = end.family === 'race' ? { ...end, finishes } : end
    return harness.receive([{ kind: 'play', key, matchStatus: -1, clock: null, state }])
  }

  test('a dead heat shares the first place, and half of each stake wins', async () => {
    const { fixture } = await race('race:dead-heat')
    const playerId = await harness.newPlayer(1000)
    const runner = outcomeOf(fixture, 1)
    const betId = await bettors.placed(playerId, Number(runner.outcomeId))
    await finish('race:dead-heat', [
      { runner: 2, place: 1 },
      { runner: 4, place: 1 },
    ])
    await harness.sportsbook.settle()
    expect(await bettors.betState(betId)).toMatchObject({ returnCents: Math.floor(runner.priceMilli / 2) })
  })

  test('a withdrawn runner refunds its stakes, and lowers earlier bets on the others', async () => {
    const key = 'race:withdrawn'
    const { message, id, fixture } = await race(key)
    const [first, second] = [outcomeOf(fixture), outcomeOf(fixture, 1)]
    const [gone, early, late] = [
      await harness.newPlayer(1000),
      await harness.newPlayer(1000),
      await harness.newPlayer(1000),
    ]
    await bettors.placed(gone, Number(first.outcomeId))
    const earlyId = await bettors.placed(early, Number(second.outcomeId))
    const participants = message.participants.map((one, at) => ({ ...one, isWithdrawn: at === 0 }))
    await harness.receive(withOdds({ ...message, participants }, settings))
    await expect(bettors.placed(late, Number(first.outcomeId))).rejects.toThrow('market_closed')
    const shown = await read(id)
    expect(outcomeOf(shown)).toMatchObject({ status: 'closed' })
    const [shorter] = [outcomeOf(shown, 1)]
    expect(shorter.priceMilli).toBeLessThan(second.priceMilli)
    const lateId = await bettors.placed(late, Number(shorter.outcomeId))
    await finish(key, [{ runner: 2, place: 1 }])
    await harness.sportsbook.settle()
    expect(await harness.cash(gone)).toBe(1000)
    // Between 2.51 and 2.75 it deducts 35 percent of the winnings, up to 3.25 it deducts 30 (docs/maths/racing.md).
    const percent = deductionPercent(priceMilli(first.priceMilli))
    expect([30, 35]).toContain(percent)
    const returnCents = Math.ceil(1000 + ((second.priceMilli - 1000) * (100 - percent)) / 100)
    expect(await bettors.betState(earlyId)).toMatchObject({ returnCents })
    expect(await bettors.betState(lateId)).toMatchObject({ returnCents: shorter.priceMilli })
    expect(await harness.verify()).toEqual([])
  })
})

describe('a race each way', () => {
  const races = async (name: string) => {
    const key = `each-way:${name}`
    // No horse runs twice a day: those of each race have their own names.
    const participants = sampleFixture('racing').participants.map((horse) => ({
      name: `${horse.name} ${name}`,
    }))
    const message = sampleFixture('racing', { key, title: name, participants })
    const ids = await harness.receive(withOdds(message, settings))
    const [fixture] = await harness.sportsbook.readAllMarkets([present(ids.get(key), 'the race')])
    const market = (type: string) =>
      present(
        fixture?.markets.find((one) => one.type === type),
        type,
      )
    const leg = (type: string, at: number) => {
      const outcome = present(market(type).outcomes[at], 'a runner')
      return { outcomeId: Number(outcome.outcomeId), priceMilli: outcome.priceMilli, isBanker: false }
    }
    const finish = (...places: readonly [runner: number, place: number][]) => {
      const { end } = samples.racing
      const finishes = places.map(([runner, place]) => ({ runner, place }))
      const state = end.family === 'race' ? { ...end, finishes } : end
      return harness.receive([{ kind: 'play', key, matchStatus: -1, clock: null, state }])
    }
    return {
      message,
      finish,
      places: market('racing.each_way').lineQuarters,
      win: (at: number) => leg('racing.win', at),
      place: (at: number) => leg('racing.each_way', at),
    }
  }
  const asked = (
    playerId: number,
    legs: ReturnType<Awaited<ReturnType<typeof races>>['win']>[],
    own = {},
  ) => ({
    ...parlayFor(playerId, []),
    legs,
    folds: [legs.length / 2],
    isEachWay: true,
    ...own,
  })
  const bet = async (request: ReturnType<typeof asked>) => {
    const answer = await harness.sportsbook.placeBet(request)
    return answer.ok ? answer.value : answer.refusal.code
  }

  test('is two bets: a placed runner is paid the fraction of the odds, shared in a dead heat', async () => {
    const race = await races('Páreo 7')
    const [winner, second] = [race.win(0), race.win(1)]
    // Five run: two places, at a quarter of the odds.
    expect(race.places).toBe(8)
    expect(race.place(1).priceMilli).toBe(Math.floor(1000 + (second.priceMilli - 1000) / 4))
    const playerId = await harness.newPlayer(6000)
    const placed = await bet(asked(playerId, [winner, race.place(0)]))
    const tied = await bet(asked(playerId, [second, race.place(1)]))
    expect(placed).toMatchObject({ kind: 'single', isEachWay: true, stakeCents: 2000, unitStakeCents: 1000 })
    expect(await bet(asked(playerId, [winner, race.place(1)]))).toBe('bet_malformed')
    expect(await bet(asked(playerId, [race.place(0), race.place(0)]))).toBe('bet_malformed')
    expect(await bet(asked(playerId, [winner, second, race.place(0), race.place(1)]))).toBe('legs_related')
    await race.finish([1, 1], [2, 2], [3, 2])
    await harness.sportsbook.settle()
    const idOf = (one: typeof placed) => (typeof one === 'string' ? 0 : Number(one.betId))
    const all = winner.priceMilli + race.place(0).priceMilli
    expect(await bettors.betState(idOf(placed))).toMatchObject({ returnCents: all, result: 10 })
    const half = Math.floor(race.place(1).priceMilli / 2)
    expect(await bettors.betState(idOf(tied))).toMatchObject({ returnCents: half })
    expect(await harness.verify()).toEqual([])
  })

  test('in several races combines win with win and place with place, and a withdrawal lowers both', async () => {
    const [one, other] = [await races('Páreo 8'), await races('Páreo 9')]
    const playerId = await harness.newPlayer(4000)
    const legs = [one.win(1), other.win(1), one.place(1), other.place(1)]
    const placed = await bet(asked(playerId, legs))
    expect(placed).toMatchObject({ kind: 'parlay', folds: [2], stakeCents: 2000 })
    const percent = deductionPercent(priceMilli(one.win(0).priceMilli))
    const participants = one.message.participants.map((each, at) => ({ ...each, isWithdrawn: at === 0 }))
    await harness.receive(withOdds({ ...one.message, participants }, settings))
    await one.finish([2, 1], [3, 2])
    await other.finish([3, 1], [2, 2])
    await harness.sportsbook.settle()
    const left = Math.ceil(1000 + ((one.place(1).priceMilli - 1000) * (100 - percent)) / 100)
    const returnCents = Math.floor((left * other.place(1).priceMilli) / 1000)
    expect(percent).toBeGreaterThan(0)
    const betId = typeof placed === 'string' ? 0 : Number(placed.betId)
    expect(await bettors.betState(betId)).toMatchObject({ returnCents })
    expect(await harness.verify()).toEqual([])
  })
})

describe('who wins a competition', () => {
  const competition = 'Liga do Título'
  const title = { ...sampleFixture('football', { key: 'title:match' }), competition }
  const outright: FixtureMessage = {
    ...title,
    key: 'title:winner',
    isOutright: true,
    title: 'Liga do Título · 2026',
    participants: ['Alfa', 'Beta', 'Gama', 'Delta', 'Ômega'].map((name) => ({ name })),
    model: { chances: [0.4, 0.3, 0.2, 0.1, 0] },
  }
  const end = (matchStatus: -1 | -10, finishes: { runner: number; place: number }[]) =>
    harness.receive([
      {
        kind: 'play',
        key: outright.key,
        matchStatus,
        clock: null,
        state: { family: 'outright', finishes },
      },
    ])

  test('is open to bets beside its league’s matches, shared by level sides, and refunded if there is no winner', async () => {
    const ids = await harness.receive([...withOdds(title, settings), ...withOdds(outright, settings)])
    const list = (when: 'today' | 'tomorrow' | 'outrights') =>
      readList(harness.deps.db, { sport: 'football', when, day: undefined })
    const ofLeague = (groups: Awaited<ReturnType<typeof list>>) =>
      groups.filter((each) => each.competition === competition).flatMap(({ fixtures }) => fixtures)
    expect(ofLeague([...(await list('today')), ...(await list('tomorrow'))])).toMatchObject([
      { isOutright: false },
    ])
    expect(ofLeague(await list('outrights'))).toMatchObject([
      { isOutright: true, home: '', title: outright.title },
    ])
    // Without an open price it is not offered.
    await harness.receive([{ kind: 'bet_stop', key: outright.key }])
    expect(ofLeague(await list('outrights'))).toEqual([])
    await harness.receive(withOdds(outright, settings))
    const sports = await readSports(harness.deps.db)
    expect(sports.find(({ sport }) => sport === 'football')).toMatchObject({ outrights: 1 })
    const fixture = await read(ids.get(outright.key))
    const [market] = fixture.markets
    // A side that can no longer win is not offered.
    expect(market?.outcomes.map(({ name }) => name)).toEqual(['Alfa', 'Beta', 'Gama', 'Delta'])
    const playerId = await harness.newPlayer(3000)
    const [first, second, third] = [0, 1, 2].map((at) => present(market?.outcomes[at], 'a club'))
    const placed = (club: typeof first) => bettors.placed(playerId, Number(club?.outcomeId))
    const [one, other, lost] = [await placed(first), await placed(second), await placed(third)]
    await end(-1, [
      { runner: 1, place: 1 },
      { runner: 2, place: 1 },
      { runner: 3, place: 3 },
    ])
    await harness.sportsbook.settle()
    const half = (club: typeof first) => Math.floor((club?.priceMilli ?? 0) / 2)
    expect(await bettors.betState(one)).toMatchObject({ returnCents: half(first) })
    expect(await bettors.betState(other)).toMatchObject({ returnCents: half(second) })
    expect(await bettors.betState(lost)).toMatchObject({ returnCents: 0 })
    // The league is cancelled after all: earlier payments are corrected.
    await end(-10, [])
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(3000)
    expect(await harness.verify()).toEqual([])
  })
})

describe('periods', () => {
  test('a set is settled when it is over, and its correction is paid while the match goes on', async () => {
    const key = 'periods:tennis'
    const ids = await harness.receive(withOdds(sampleFixture('tennis', { key }), settings))
    const fixtureId = present(ids.get(key), 'the match')
    const [market] = await harness.deps.db<{ id: number }[]>`
      select outcome.id from sportsbook_outcome outcome join sportsbook_market market on market.id = outcome.market_id
       where market.fixture_id = ${fixtureId} and market.type = 'tennis.set_winner' and market.period = 'set1'
         and outcome.outcome_code = 'home'`
    const playerId = await harness.newPlayer(1000)
    const betId = await bettors.placed(playerId, present(market, 'the first set').id)
    const setsAre = async (...sets: [number, number][]) => {
      const state = { family: 'sets' as const, bestOf: 3, sets, points: null, server: null }
      await harness.receive([
        { kind: 'play', key, matchStatus: 1, clock: { period: 'set2', minute: null }, state },
      ])
      await harness.sportsbook.settle()
      return bettors.betState(betId)
    }
    expect(await setsAre([5, 4])).toMatchObject({ status: 'open' })
    expect(await setsAre([6, 4])).toMatchObject({ status: 'settled', result: 10 })
    expect(await setsAre([5, 5])).toMatchObject({ status: 'open' })
    expect(await setsAre([5, 7], [1, 0])).toMatchObject({ status: 'settled', returnCents: 0 })
    expect(await harness.verify()).toEqual([])
  })
})

import type { Calls } from '@palpite/contract'
import { deductionPercent, priceMilli, SPORTS, type Sport } from '@palpite/odds'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { present } from '../platform/assert.ts'
import { readList } from './catalogue/index.ts'
import { type FixtureMessage, withOdds } from './feeds/index.ts'
import { priceFixture } from './pricing/index.ts'
import { sportsbookSettings as settings } from './settings.ts'
import { type Bettors, openBettors } from './testing/bettors.ts'
import { type Harness, openHarness } from './testing/harness.ts'
import { samples } from './testing/sport-samples.ts'

type WireFixture = Calls['GET /api/app/sportsbook/fixture/:fixtureId']['data']

let harness: Harness
let bettors: Bettors
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 1 })
  bettors = openBettors(harness)
})
afterAll(() => harness.close())

const hourMs = 3_600_000

const fixtureOf = (sport: Sport, own: Partial<FixtureMessage> = {}): FixtureMessage => ({
  kind: 'fixture',
  key: `sport:${sport}`,
  sport,
  competition: `Copa de ${sport}`,
  title: sport === 'racing' ? '1º páreo' : null,
  participants: samples[sport].participants.map((name) => ({ name: `${name} ${sport}` })),
  startsAt: new Date(Date.now() + hourMs),
  model: samples[sport].model,
  play: null,
  ...own,
})

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
    const ids = await harness.hear(withOdds(fixtureOf(sport), settings))
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
    await harness.hear([{ kind: 'play', key, ...during }, odds])
    const live = await read(ids.get(key))
    expect(live).toMatchObject({ matchStatus: 1, clock: during.clock, state: during.state })
    await harness.hear([{ kind: 'play', key, matchStatus: -1, clock: null, state: end }])
    await harness.sportsbook.settle()
    const returnCents = home.priceMilli
    expect(await bettors.standing(betId)).toMatchObject({ status: 'settled', returnCents })
    expect(await bettors.standing(lostId)).toMatchObject({ status: 'settled', returnCents: 0 })
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
    const message = fixtureOf('racing', { key })
    const ids = await harness.hear(withOdds(message, settings))
    return { message, id: ids.get(key), fixture: await read(ids.get(key)) }
  }
  const finish = (key: string, finishes: { runner: number; place: number }[]) => {
    const { end } = samples.racing
    const state = end.family === 'race' ? { ...end, finishes } : end
    return harness.hear([{ kind: 'play', key, matchStatus: -1, clock: null, state }])
  }

  test('two that cannot be told apart share the first place, and half of each stake wins', async () => {
    const { fixture } = await race('race:dead-heat')
    const playerId = await harness.newPlayer(1000)
    const runner = outcomeOf(fixture, 1)
    const betId = await bettors.placed(playerId, Number(runner.outcomeId))
    await finish('race:dead-heat', [
      { runner: 2, place: 1 },
      { runner: 4, place: 1 },
    ])
    await harness.sportsbook.settle()
    expect(await bettors.standing(betId)).toMatchObject({ returnCents: Math.floor(runner.priceMilli / 2) })
  })

  test('a runner withdrawn gives its stakes back, and lowers what was placed on others before', async () => {
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
    await harness.hear(withOdds({ ...message, participants }, settings))
    await expect(bettors.placed(late, Number(first.outcomeId))).rejects.toThrow('market_closed')
    const shown = await read(id)
    expect(outcomeOf(shown)).toMatchObject({ status: 'closed' })
    const [shorter] = [outcomeOf(shown, 1)]
    expect(shorter.priceMilli).toBeLessThan(second.priceMilli)
    const lateId = await bettors.placed(late, Number(shorter.outcomeId))
    await finish(key, [{ runner: 2, place: 1 }])
    await harness.sportsbook.settle()
    expect(await harness.cash(gone)).toBe(1000)
    // Between 2.51 and 2.75 it takes 35 percent of the winnings, up to 3.25 it takes 30 (docs/maths/racing.md).
    const percent = deductionPercent(priceMilli(first.priceMilli))
    expect([30, 35]).toContain(percent)
    const returnCents = Math.ceil(1000 + ((second.priceMilli - 1000) * (100 - percent)) / 100)
    expect(await bettors.standing(earlyId)).toMatchObject({ returnCents })
    expect(await bettors.standing(lateId)).toMatchObject({ returnCents: shorter.priceMilli })
    expect(await harness.verify()).toEqual([])
  })
})

describe('who wins a competition', () => {
  const competition = 'Liga do Título'
  const title = { ...fixtureOf('football', { key: 'title:match' }), competition }
  const outright: FixtureMessage = {
    ...title,
    key: 'title:winner',
    isOutright: true,
    title: 'Liga do Título · 2026',
    participants: ['Alfa', 'Beta', 'Gama', 'Delta', 'Ômega'].map((name) => ({ name })),
    model: { chances: [0.4, 0.3, 0.2, 0.1, 0] },
  }
  const end = (matchStatus: -1 | -10, finishes: { runner: number; place: number }[]) =>
    harness.hear([
      {
        kind: 'play',
        key: outright.key,
        matchStatus,
        clock: null,
        state: { family: 'outright', finishes },
      },
    ])

  test('is bet on beside the matches of its league, shared by who is level, and given back when there is none', async () => {
    const ids = await harness.hear([...withOdds(title, settings), ...withOdds(outright, settings)])
    const when = 'today' as const
    const lists = await Promise.all(
      [when, 'tomorrow' as const].map((one) =>
        readList(harness.deps.db, { sport: 'football', when: one, day: undefined }),
      ),
    )
    const league = lists.flat().find((each) => each.competition === competition)
    expect(league?.fixtures.map(({ isOutright }) => isOutright)).toEqual([false])
    expect(league?.outrights).toMatchObject([{ isOutright: true, home: '', title: outright.title }])
    const fixture = await read(ids.get(outright.key))
    const [market] = fixture.markets
    // Who can win it no more is not offered.
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
    expect(await bettors.standing(one)).toMatchObject({ returnCents: half(first) })
    expect(await bettors.standing(other)).toMatchObject({ returnCents: half(second) })
    expect(await bettors.standing(lost)).toMatchObject({ returnCents: 0 })
    // The league is called off after all: what was paid is put right.
    await end(-10, [])
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(3000)
    expect(await harness.verify()).toEqual([])
  })
})

describe('periods', () => {
  test('a set is settled when it is over, and a correction of it is paid anew while the match goes on', async () => {
    const key = 'periods:tennis'
    const ids = await harness.hear(withOdds(fixtureOf('tennis', { key }), settings))
    const fixtureId = present(ids.get(key), 'the match')
    const [market] = await harness.deps.db<{ id: number }[]>`
      select outcome.id from sportsbook_outcome outcome join sportsbook_market market on market.id = outcome.market_id
       where market.fixture_id = ${fixtureId} and market.type = 'tennis.set_winner' and market.period = 'set1'
         and outcome.outcome_code = 'home'`
    const playerId = await harness.newPlayer(1000)
    const betId = await bettors.placed(playerId, present(market, 'the first set').id)
    const setsAre = async (...sets: [number, number][]) => {
      const state = { family: 'sets' as const, bestOf: 3, sets, points: null, server: null }
      await harness.hear([
        { kind: 'play', key, matchStatus: 1, clock: { period: 'set2', minute: null }, state },
      ])
      await harness.sportsbook.settle()
      return bettors.standing(betId)
    }
    expect(await setsAre([5, 4])).toMatchObject({ status: 'open' })
    expect(await setsAre([6, 4])).toMatchObject({ status: 'settled', result: 10 })
    expect(await setsAre([5, 5])).toMatchObject({ status: 'open' })
    expect(await setsAre([5, 7], [1, 0])).toMatchObject({ status: 'settled', returnCents: 0 })
    expect(await harness.verify()).toEqual([])
  })
})

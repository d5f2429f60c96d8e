import { afterAll, beforeAll, expect, test } from 'vitest'
import { present } from '../../platform/errors.ts'
import { openHarness, type Harness, codeOf, requestFor } from '../../sportsbook/testing/harness.ts'
import { type Intake, openIntake } from '../intake/open-intake.ts'
import { openExchangeReader } from './exchange-reader.ts'

let harness: Harness
let intake: Intake
const reader = openExchangeReader({
  competition: 'Ascot',
  runners: new Map([
    [7, 'Sete'],
    [8, 'Oito'],
  ]),
})
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 0, sportBetDelaysMs: {}, marketBetDelaysMs: {} })
  intake = openIntake(harness.deps, { feed: 'betfair', share: 1 })
})
afterAll(async () => {
  await intake.stop()
  await harness.close()
})

let instant = Date.now()
async function receive(mc: readonly object[] | string): Promise<void> {
  const pt = (instant += 1)
  const line = typeof mc === 'string' ? mc : JSON.stringify({ op: 'mcm', clk: `A${pt}`, pt, mc })
  await intake.receive(reader.readMarket(line))
  await intake.drained()
}
const definition = (event: string, status = 'ACTIVE') => ({
  eventId: event,
  eventTypeId: '7',
  marketType: 'WIN',
  marketTime: new Date(Date.now() + 3_600_000).toISOString(),
  status: 'OPEN',
  inPlay: false,
  betDelay: 0,
  numberOfWinners: 1,
  version: 1,
  eventName: `Ascot ${event}`,
  name: '5f Hcap',
  runners: [
    { id: 7, status },
    { id: 8, status: 'ACTIVE' },
  ],
})
const price = (id: number, at: number) => ({ id, atb: [[at, 100]] })
const image = (market: string) => ({
  id: `1.${market}`,
  img: true,
  marketDefinition: definition(market),
  rc: [price(7, 2), price(8, 3)],
})
async function place(market: string): Promise<string> {
  const [outcome] = await harness.deps.db<{ id: number }[]>`
    select outcome.id
      from sportsbook_fixture fixture
      join sportsbook_competition competition on competition.id = fixture.competition_id
      join sportsbook_market market on market.fixture_id = fixture.id
      join sportsbook_outcome outcome on outcome.market_id = market.id
     where fixture.title like ${`Ascot ${market}%`} and market.type = 'racing.win'
     order by outcome.id limit 1`
  const playerId = await harness.newPlayer(10_000)
  const request = requestFor(playerId, present(outcome, 'an outcome').id, { accept: 'any' })
  return codeOf(await harness.sportsbook.placeBet(request))
}

test('an unknown runner status closes its race until a readable definition, and no other race', async () => {
  await receive([image('1'), image('2')])
  await receive([
    { id: '1.1', marketDefinition: definition('1', 'LAMED') },
    { id: '1.2', rc: [price(7, 2.1)] },
  ])
  expect([await place('1'), await place('2')]).toEqual(['market_closed', 'placed'])
  await receive([{ id: '1.1', rc: [price(7, 2.2)] }])
  expect(await place('1')).toBe('market_closed')
  await receive([{ id: '1.1', marketDefinition: definition('1') }])
  expect(await place('1')).toBe('placed')
})

test('after an unreadable price a race waits for its image: the stored state is stale', async () => {
  await receive([image('3')])
  await receive([{ id: '1.3', rc: [{ id: 7, atb: [['dear', 1]] }] }])
  await receive([{ id: '1.3', marketDefinition: definition('3'), rc: [price(7, 2.3)] }])
  expect(await place('3')).toBe('market_closed')
  await receive([image('3')])
  expect(await place('3')).toBe('placed')
})

test('an unreadable line closes every race of its stream until their images arrive', async () => {
  await receive([image('4'), image('5')])
  await receive('{"op":"mcm","clk":"A","mc":[{"id":"1.4"')
  expect([await place('4'), await place('5')]).toEqual(['market_closed', 'market_closed'])
  await receive([{ id: '1.5', rc: [price(7, 2.4)] }])
  expect(await place('5')).toBe('market_closed')
  await receive([image('5')])
  expect([await place('4'), await place('5')]).toEqual(['market_closed', 'placed'])
  expect(await harness.verify()).toEqual([])
})

test('after an unreadable score a match takes no bets at any price until a readable one', async () => {
  const match = {
    ...image('6'),
    marketDefinition: { ...definition('6'), eventTypeId: '4', marketType: 'MATCH_ODDS' },
  }
  const score = async (runs: number) => {
    const pt = (instant += 1)
    const innings = {
      inningsNum: 1,
      inningsRuns: runs,
      inningsOvers: '1.2',
      inningsWickets: 0,
      battingTeam: 'Sete',
    }
    const line = {
      op: 'ccm',
      clk: `B${pt}`,
      pt,
      cc: [
        {
          eventId: '6',
          marketId: '1.6',
          fixtureInfo: {
            homeTeam: 'Sete',
            awayTeam: 'Oito',
            fixtureStatus: 'IN_RUNNING',
            eventStatus: 'MATCH_STABLE',
          },
          matchStats: { currentInnings: 1, inningsStats: [innings] },
        },
      ],
    }
    await intake.receive(reader.readScore(JSON.stringify(line)))
    await intake.drained()
  }
  const placeOnMatch = async () => {
    const [outcome] = await harness.deps.db<{ id: number }[]>`
      select outcome.id
        from sportsbook_fixture fixture
        join sportsbook_market market on market.fixture_id = fixture.id
        join sportsbook_outcome outcome on outcome.market_id = market.id
       where fixture.feed_key = 'event:6' order by outcome.id limit 1`
    const playerId = await harness.newPlayer(10_000)
    const request = requestFor(playerId, present(outcome, 'an outcome').id, { accept: 'any' })
    return codeOf(await harness.sportsbook.placeBet(request))
  }
  await receive([match])
  await score(10)
  await receive([{ id: '1.6', rc: [price(7, 2.1)] }])
  expect(await placeOnMatch()).toBe('placed')
  await score(-1)
  await receive([{ id: '1.6', rc: [price(7, 2.2)] }])
  expect(await placeOnMatch()).toBe('market_closed')
  await score(11)
  await receive([{ id: '1.6', rc: [price(7, 2.3)] }])
  expect(await placeOnMatch()).toBe('placed')
})

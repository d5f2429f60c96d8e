import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { present } from '../../platform/errors.ts'
import { type Bettors, openBettors, openHarness, type Harness } from '../../sportsbook/testing/harness.ts'
import { openTestExchange } from '../testing/exchange.ts'

let harness: Harness
let bettors: Bettors
let exchange: ReturnType<typeof openTestExchange>
beforeAll(async () => {
  harness = await openHarness()
  bettors = openBettors(harness)
  exchange = openTestExchange(harness.deps)
})
afterAll(async () => {
  await exchange.stop()
  await harness.close()
})

/** A player with R$ 100 who bets R$ 10 on a runner. */
async function backs(key: string, name: string): Promise<number> {
  const playerId = await harness.newPlayer(10_000)
  await bettors.placed(playerId, present((await exchange.outcomes(key)).get(name), name).id)
  return playerId
}
const cashOf = (players: readonly number[]) => Promise.all(players.map(harness.cash))
const pricesOf = async (key: string) =>
  Object.fromEntries([...(await exchange.outcomes(key))].map(([name, { priceMilli }]) => [name, priceMilli]))
const horses = (ids: readonly number[], winner?: number) =>
  ids.map((id) => ({
    id,
    ...(winner === undefined ? {} : { status: id === winner ? ('WINNER' as const) : ('LOSER' as const) }),
  }))

describe('a race of an exchange', () => {
  test('continues when a reserve joins: prices, stop and result reach the right horses', async () => {
    const [id, key] = ['1.201', 'market:1.201']
    await exchange.receive({ id, runners: horses([10, 30, 40]), prices: { 10: 2, 30: 4, 40: 8 } })
    const before = [await backs(key, 'Horse 30'), await backs(key, 'Horse 40')]
    await exchange.receive({ id, runners: horses([10, 20, 30, 40]), prices: { 20: 26, 30: 4 } })
    expect(await pricesOf(key)).toEqual({
      'Horse 10': 2000,
      'Horse 20': 26_000,
      'Horse 30': 4000,
      'Horse 40': 8000,
    })
    const after = [await backs(key, 'Horse 20'), await backs(key, 'Horse 30')]
    await exchange.receive({ id, status: 'SUSPENDED', runners: horses([10, 20, 30, 40]) })
    await expect(backs(key, 'Horse 30')).rejects.toThrow('market_closed')
    // Another program takes over the stream here: the race's state is stored with the race.
    exchange.startAnew()
    await exchange.receive({ id, status: 'CLOSED', runners: horses([10, 20, 30, 40], 30) })
    await harness.sportsbook.settle()
    expect(await cashOf([...before, ...after])).toEqual([13_000, 9000, 9000, 13_000])
    expect(await exchange.refusals(key)).toEqual([])
    expect(await harness.verify()).toEqual([])
  })

  test('keeps its numbers when horses are renamed, even swapped, and when one is no longer listed', async () => {
    const [id, key] = ['1.202', 'market:1.202']
    const two = await (async () => {
      await exchange.receive({ id, runners: horses([1, 2, 3]), prices: { 1: 2, 2: 3, 3: 4 } })
      return [await backs(key, 'Horse 1'), await backs(key, 'Horse 2')]
    })()
    const renamed = [{ id: 1, name: 'Horse 2' }, { id: 2, name: 'Horse 1' }, { id: 3 }]
    await exchange.receive({ id, runners: renamed, prices: { 1: 5 } })
    expect(await pricesOf(key)).toEqual({ 'Horse 2': 5000, 'Horse 1': 3000, 'Horse 3': 4000 })
    await exchange.receive({
      id,
      status: 'CLOSED',
      runners: [{ id: 1, status: 'WINNER' }, ...horses([2, 3], 9)],
    })
    await harness.sportsbook.settle()
    expect(await cashOf(two)).toEqual([11_000, 9000])
    expect(await exchange.refusals(key)).toEqual([])
  })

  test('is offered without an unnamed horse, which takes no bets', async () => {
    const [id, key] = ['1.203', 'market:1.203']
    await exchange.receive({ id, runners: horses([1, 3]), prices: { 1: 2, 3: 4 } })
    const backers = [await backs(key, 'Horse 1'), await backs(key, 'Horse 3')]
    await exchange.receive({
      id,
      runners: [{ id: 1 }, { id: 2, name: undefined }, { id: 3 }],
      prices: { 2: 50 },
    })
    expect(await pricesOf(key)).toEqual({ 'Horse 1': 2000, 'Horse 3': 4000 })
    await exchange.receive({
      id,
      status: 'CLOSED',
      runners: [{ id: 1, status: 'LOSER' }, { id: 2, name: undefined, status: 'LOSER' }, ...horses([3], 3)],
    })
    await harness.sportsbook.settle()
    expect(await cashOf(backers)).toEqual([9000, 13_000])
    expect(await exchange.refusals(key)).toEqual(['name_not_mapped', 'name_not_mapped'])
  })

  test('with a horse missing at the end pays nobody until an operator decides', async () => {
    const [id, key] = ['1.204', 'market:1.204']
    await exchange.receive({ id, runners: horses([1, 2, 3]), prices: { 1: 2, 2: 3, 3: 4 } })
    const backers = [await backs(key, 'Horse 1'), await backs(key, 'Horse 3')]
    await exchange.receive({ id, status: 'CLOSED', runners: horses([1, 2], 1) })
    await harness.sportsbook.settle()
    expect(await cashOf(backers)).toEqual([9000, 9000])
    expect(await exchange.refusals(key)).toEqual(['field_missing'])
    const waiting = await harness.deps.db`
      select why, results from sportsbook_market_proposal proposal
        join sportsbook_market market on market.id = proposal.market_id and market.status = 'suspended'
        join sportsbook_fixture fixture on fixture.id = market.fixture_id and fixture.feed_key = ${key}`
    expect(waiting).toEqual([
      {
        why: 'incomplete',
        results: [
          { code: '1', won: 1, refunded: 0, of: 1 },
          { code: '2', won: 0, refunded: 0, of: 1 },
        ],
      },
    ])
    await expect(backs(key, 'Horse 1')).rejects.toThrow('market_closed')
  })
})

describe('a match of cricket on an exchange', () => {
  const sides = (order: readonly number[], winner?: number) =>
    horses(order, winner).map((one) => ({ ...one, name: one.id === 1 ? 'Holland' : 'Guinea' }))
  const score = (key: string, home: number, isOver: boolean, own: object = {}) => {
    const [homeTeam, awayTeam] = home === 1 ? ['Holland', 'Guinea'] : ['Guinea', 'Holland']
    return {
      eventId: key.replace('event:', ''),
      marketId: '1.1',
      fixtureInfo: {
        homeTeam,
        awayTeam,
        fixtureStatus: isOver ? 'FINISHED' : 'IN_RUNNING',
        eventStatus: 'MATCH_STABLE',
      },
      homeTeam: { name: homeTeam, selectionId: home },
      awayTeam: { name: awayTeam, selectionId: home === 1 ? 2 : 1 },
      matchStats: {
        currentInnings: 2,
        inningsStats: [
          {
            inningsNum: 1,
            battingTeam: 'Holland',
            inningsRuns: 180,
            inningsOvers: '20.0',
            inningsWickets: 5,
          },
          { inningsNum: 2, battingTeam: 'Guinea', inningsRuns: 150, inningsOvers: '20.0', inningsWickets: 8 },
        ],
      },
      ...own,
    }
  }

  test('pays the winner in whatever order the sides are listed by then', async () => {
    const [id, key] = ['1.301', 'event:91301']
    const market = { id, marketType: 'MATCH_ODDS' } as const
    await exchange.receive({ ...market, runners: sides([1, 2]), prices: { 1: 2, 2: 4 } })
    const backers = [await backs(key, 'Holland'), await backs(key, 'Guinea')]
    await exchange.receive({ ...market, runners: sides([2, 1]), prices: { 1: 3 } })
    expect(await pricesOf(key)).toEqual({ Holland: 3000, Guinea: 4000 })
    await exchange.receive({ ...market, status: 'CLOSED', runners: sides([2, 1], 1) })
    await harness.sportsbook.settle()
    expect(await cashOf(backers)).toEqual([11_000, 9000])
    expect(await exchange.refusals(key)).toEqual([])
  })

  test('that may be drawn is not offered: its market has a third runner', async () => {
    const [id, key] = ['1.302', 'event:91302']
    const runners = [...sides([1, 2]), { id: 60_443, name: 'The Draw' }]
    await exchange.receive({ id, marketType: 'MATCH_ODDS', runners, prices: { 1: 2, 2: 4, 60_443: 5 } })
    expect([(await exchange.outcomes(key)).size, await exchange.refusals(key)]).toEqual([
      0,
      ['unknown_market'],
    ])
  })

  test.each([1, 2])('maps the batting side when the score calls side %i home', async (home) => {
    const [id, key] = [`1.31${home}`, `event:9131${home}`]
    await exchange.receive({ id, marketType: 'MATCH_ODDS', runners: sides([1, 2]), prices: { 1: 2, 2: 4 } })
    await exchange.receiveScore(score(key, home, false))
    const [fixture] = await harness.deps.db<{ state: { innings: object[] } }[]>`
      select state from sportsbook_fixture where feed = 'betfair' and feed_key = ${key}`
    expect(fixture?.state.innings).toMatchObject([
      { batting: 'home', runs: 180 },
      { batting: 'away', runs: 150 },
    ])
    expect(await exchange.refusals(key)).toEqual([])
  })

  test.each([1, 2])('is won by side %i as its market says, whichever side has more runs', async (winner) => {
    const [id, key] = [`1.32${winner}`, `event:9132${winner}`]
    const market = { id, marketType: 'MATCH_ODDS' } as const
    await exchange.receive({ ...market, runners: sides([1, 2]), prices: { 1: 2, 2: 4 } })
    const backers = [await backs(key, 'Holland'), await backs(key, 'Guinea')]
    await exchange.receiveScore(score(key, 1, false))
    await exchange.receiveScore(score(key, 1, true))
    await harness.sportsbook.settle()
    expect(await cashOf(backers)).toEqual([9000, 9000])
    await expect(backs(key, 'Guinea')).rejects.toThrow('market_closed')
    await exchange.receive({ ...market, status: 'CLOSED', runners: sides([1, 2], winner) })
    await harness.sportsbook.settle()
    expect(await cashOf(backers)).toEqual(winner === 1 ? [11_000, 9000] : [9000, 13_000])
    expect(await exchange.refusals(key)).toEqual([])
    expect(await harness.verify()).toEqual([])
  })
})

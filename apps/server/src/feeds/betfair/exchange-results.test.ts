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

let markets = 0
/** An exchange market not seen before. */
const newMarket = () => {
  const id = `1.${(markets += 1)}`
  return { id, key: `market:${id}` }
}

const runners = [1, 2, 3, 4, 5].map((id) => ({ id }))
const evens = Object.fromEntries(runners.map(({ id }) => [id, 2]))
const endedBy = (...winners: readonly number[]) =>
  runners.map(({ id }) => ({ id, status: winners.includes(id) ? ('WINNER' as const) : ('LOSER' as const) }))

/** A player with R$ 100 who bets R$ 10 on a horse. */
async function backs(key: string, name: string): Promise<number> {
  const playerId = await harness.newPlayer(10_000)
  await bettors.placed(playerId, present((await exchange.outcomes(key)).get(name), name).id)
  return playerId
}

describe('a market of an exchange with several places', () => {
  test('pays nobody if more are placed than places are paid, and waits for operators with a proposal', async () => {
    const { id, key } = newMarket()
    const places = { id, marketType: 'PLACE', numberOfWinners: 3 } as const
    await exchange.receive({ ...places, runners, prices: evens })
    const players = await Promise.all([1, 2, 3, 4, 5].map((horse) => backs(key, `Horse ${horse}`)))
    await exchange.receive({ ...places, status: 'CLOSED', runners: endedBy(1, 2, 3, 4) })
    await harness.sportsbook.settle()
    expect(await Promise.all(players.map(harness.cash))).toEqual([9000, 9000, 9000, 9000, 9000])
    const [outcome] = (await exchange.outcomes(key)).values()
    expect(outcome).toMatchObject({ status: 'suspended', won: null })
    const [proposal] = await harness.deps.db<{ why: string; results: object[] }[]>`
      select why, results from sportsbook_market_proposal where market_id = ${outcome?.marketId ?? 0}`
    expect(proposal).toEqual({
      why: 'dead_heat',
      results: [1, 2, 3, 4, 5].map((horse) =>
        horse === 5
          ? { code: '5', won: 0, refunded: 0, of: 1 }
          : { code: String(horse), won: 3, refunded: 0, of: 4 },
      ),
    })
    expect(await exchange.refusals(key)).toEqual(['operator_needed'])
    await expect(backs(key, 'Horse 5')).rejects.toThrow('market_closed')
    expect(await harness.verify()).toEqual([])
  })

  test.each([
    { what: 'as many as are paid', numberOfWinners: 3, winners: [1, 2, 3] },
    { what: 'fewer than are paid', numberOfWinners: 3, winners: [1, 2] },
    { what: 'winners without a number', numberOfWinners: 0, winners: [1, 2, 3, 4] },
  ])('with $what pays each in full', async ({ numberOfWinners, winners }) => {
    const { id, key } = newMarket()
    const places = { id, marketType: 'PLACE', numberOfWinners } as const
    await exchange.receive({ ...places, runners, prices: evens })
    const [first, last] = [await backs(key, 'Horse 1'), await backs(key, 'Horse 5')]
    await exchange.receive({ ...places, status: 'CLOSED', runners: endedBy(...winners) })
    await harness.sportsbook.settle()
    expect([await harness.cash(first), await harness.cash(last)]).toEqual([11_000, 9000])
  })
})

test('a market that is closed without a winner takes nobody’s stake: it waits for operators', async () => {
  const { id, key } = newMarket()
  await exchange.receive({ id, runners, prices: evens })
  const [first, last] = [await backs(key, 'Horse 1'), await backs(key, 'Horse 5')]
  await exchange.receive({ id, status: 'CLOSED', runners: endedBy() })
  expect(await harness.sportsbook.settle()).toBe(0)
  expect(await exchange.refusals(key)).toEqual(['field_missing'])
  const proposals = await harness.deps.db`
    select proposal.why, proposal.results
      from sportsbook_market_proposal proposal
      join sportsbook_market market on market.id = proposal.market_id
      join sportsbook_fixture fixture on fixture.id = market.fixture_id
     where fixture.feed_key = ${key}`
  expect(proposals).toEqual([{ why: 'incomplete', results: [] }])
  await exchange.receive({ id, status: 'CLOSED', runners: endedBy(1) })
  await harness.sportsbook.settle()
  expect([await harness.cash(first), await harness.cash(last)]).toEqual([11_000, 9000])
  expect(await harness.verify()).toEqual([])
})

test('of two that dead-heat for the win each gets half: no further place is missing', async () => {
  const { id, key } = newMarket()
  await exchange.receive({ id, runners, prices: evens })
  const [first, second] = [await backs(key, 'Horse 1'), await backs(key, 'Horse 2')]
  await exchange.receive({ id, status: 'CLOSED', runners: endedBy(1, 2) })
  await harness.sportsbook.settle()
  expect([await harness.cash(first), await harness.cash(second)]).toEqual([10_000, 10_000])
  expect(await harness.verify()).toEqual([])
})

test.each([
  { what: 'of no factor, a reserve that got no run,', adjustmentFactor: 0, cents: 14_000 },
  { what: 'of a factor', adjustmentFactor: 16.4, cents: 13_400 },
  { what: 'of which no factor is said', adjustmentFactor: undefined, cents: 13_400 },
])('a runner $what leaves a bet on another with $cents', async ({ adjustmentFactor, cents }) => {
  const { id, key } = newMarket()
  const factor = adjustmentFactor === undefined ? {} : { adjustmentFactor }
  const withReserve = (status: 'ACTIVE' | 'REMOVED') => [{ id: 1 }, { id: 2 }, { id: 3, status, ...factor }]
  await exchange.receive({ id, runners: withReserve('ACTIVE'), prices: { 1: 5, 2: 1.5, 3: 6 } })
  const [first, reserve] = [await backs(key, 'Horse 1'), await backs(key, 'Horse 3')]
  await exchange.receive({ id, runners: withReserve('REMOVED') })
  await exchange.receive({
    id,
    status: 'CLOSED',
    runners: [{ id: 1, status: 'WINNER' }, { id: 2, status: 'LOSER' }, ...withReserve('REMOVED').slice(2)],
  })
  await harness.sportsbook.settle()
  expect([await harness.cash(first), await harness.cash(reserve)]).toEqual([cents, 10_000])
  expect(await harness.verify()).toEqual([])
})

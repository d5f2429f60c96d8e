import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bettors, openBettors, addMatch, openHarness, play, type Harness } from '../testing/harness.ts'

let harness: Harness
let bettors: Bettors
beforeAll(async () => {
  harness = await openHarness({ settleAtOnce: 20 })
  bettors = openBettors(harness)
})
afterAll(() => harness.close())

describe('a bet that cannot be settled', () => {
  /** Its return is already posted in the ledger, so that paying it violates a key. */
  const poison = (playerId: number, betId: number) =>
    harness.deps.db`
      insert into ledger_transfer_key (player_id, key) values (${playerId}, ${`bet:${betId}:1:return`})`
  const heal = (betId: number) =>
    harness.deps.db`update sportsbook_bet set settled_times = 1 where id = ${betId}`
  const unsettled = async () =>
    /sportsbook_unsettled_total (\d+)/.exec(await harness.deps.metrics.text())?.[1]

  test('is logged and counted, and delays no other; it is retried after its lease', async () => {
    const [first, second] = [await addMatch(harness), await addMatch(harness)]
    const all = await Promise.all(Array.from({ length: 25 }, () => harness.newPlayer(2000)))
    const bad = await bettors.placed(all[3] ?? 0, first.outcomes['home'])
    for (const bettor of all) await bettors.placed(bettor, first.outcomes['home'])
    for (const bettor of all.slice(4)) await bettors.placed(bettor, second.outcomes['home'])
    await poison(all[3] ?? 0, bad)
    await harness.receive([play(first.key, -1, 1, 0), play(second.key, -1, 1, 0)])
    const before = Number((await unsettled()) ?? 0)
    expect(await harness.sportsbook.settle()).toBe(46)
    expect(Number(await unsettled())).toBe(before + 1)
    expect(await bettors.betState(bad)).toMatchObject({ status: 'open' })
    const tasks = await harness.deps.db<{ id: number }[]>`
      select fixture_id as id from sportsbook_settlement_task`
    expect(tasks).toEqual([{ id: first.fixtureId }])
    expect(await harness.verify()).toEqual([])
    expect(await harness.sportsbook.settle()).toBe(0)
    await heal(bad)
    await harness.deps.db`update sportsbook_settlement_task set leased_until = '2000-01-01'`
    expect(await harness.sportsbook.settle()).toBe(1)
    expect(await harness.cash(all[3] ?? 0)).toBe(4000)
    expect(await harness.verify()).toEqual([])
    expect(await harness.deps.db`select fixture_id from sportsbook_settlement_task`).toEqual([])
  })
})

test('a market that cannot be resolved delays no other: it stays suspended, its bets open', async () => {
  const { outcomes, key, fixtureId } = await addMatch(harness)
  const playerId = await harness.newPlayer(2000)
  const [home, over] = [
    await bettors.placed(playerId, outcomes['home']),
    await bettors.placed(playerId, outcomes['over']),
  ]
  await harness.deps.db`
    update sportsbook_market set type = 'football.unheard' where fixture_id = ${fixtureId} and line_quarters = 9`
  await harness.receive([play(key, -1, 3, 0)])
  expect(await harness.sportsbook.settle()).toBe(1)
  expect(await bettors.betState(home)).toMatchObject({ status: 'settled', returnCents: 2000 })
  expect(await bettors.betState(over)).toMatchObject({ status: 'open' })
  expect(await harness.verify()).toEqual([])
})

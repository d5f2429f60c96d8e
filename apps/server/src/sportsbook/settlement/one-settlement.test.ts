import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bettors, openBettors, addMatch, openHarness, play, type Harness } from '../testing/harness.ts'

const BETS = 200

let harness: Harness
let bettors: Bettors
beforeAll(async () => {
  harness = await openHarness({ settleAtOnce: 1000 })
  bettors = openBettors(harness)
})
afterAll(() => harness.close())

/** Settles many bets in lists, with analysed tables. */
async function settleMany(): Promise<void> {
  const { outcomes, key } = await addMatch(harness)
  const playerIds = await Promise.all(Array.from({ length: BETS / 10 }, () => harness.newPlayer(10_000)))
  await Promise.all(
    Array.from({ length: BETS }, (_, at) =>
      bettors.placed(playerIds[at % playerIds.length] ?? 0, outcomes['home']),
    ),
  )
  await harness.receive([play(key, -1, 1, 0)])
  await harness.deps.db`analyze`
  expect(await harness.sportsbook.settle()).toBe(BETS)
}

/**
 * The settlements of each moment: how many bets they record, and how many bets refer to them. Two lists started in
 * the same microsecond cannot be distinguished by it.
 */
const settlements = () => harness.deps.db<{ bets: number; own: number }[]>`
  select sum(settlement.bets)::int as bets, sum(own.count)::int as own
    from sportsbook_settlement settlement
   cross join lateral (select count(*) from sportsbook_bet where settlement_id = settlement.id) as own
   group by settlement.settled_at
   order by settlement.settled_at`

test('bets settled together belong to one settlement', async () => {
  await settleMany()
  for (const { bets, own } of await settlements()) expect(own).toBe(bets)
})

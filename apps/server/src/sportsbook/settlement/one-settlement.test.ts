import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../platform/db/index.ts'
import { type Bettors, openBettors } from '../testing/trial-bettors.ts'
import { addMatch, openTrial, play, type Trial } from '../testing/trial.ts'

const BETS = 200

let trial: Trial
let bettors: Bettors
beforeAll(async () => {
  trial = await openTrial({ settleAtOnce: 1000 })
  bettors = openBettors(trial)
})
afterAll(() => trial.close())

/** Has so many bets settled in lists, by a database that knows its tables. */
async function settleMany(): Promise<void> {
  const { outcomes, key } = await addMatch(trial)
  const playerIds = await Promise.all(Array.from({ length: BETS / 10 }, () => trial.newPlayer(10_000)))
  await Promise.all(
    Array.from({ length: BETS }, (_, at) =>
      bettors.placed(playerIds[at % playerIds.length] ?? 0, outcomes['home']),
    ),
  )
  await trial.hear([play(key, -1, 1, 0)])
  await trial.house.db`analyze`
  expect(await trial.book.settle()).toBe(BETS)
}

/**
 * The settlements of each moment: how many bets they say they have, and how many say they are of them. Two lists that
 * were begun in the same microsecond cannot be told apart by it.
 */
const settlements = () => trial.house.db<{ bets: number; own: number }[]>`
  select sum(settlement.bets)::int as bets, sum(own.count)::int as own
    from sportsbook_settlement settlement
   cross join lateral (select count(*) from sportsbook_bet where settlement_id = settlement.id) as own
   group by settlement.settled_at
   order by settlement.settled_at`

test('bets settled together are of one settlement', async () => {
  await settleMany()
  for (const { bets, own } of await settlements()) expect(own).toBe(bets)
})

test('bets that were given a settlement of their own come back to that of their list', async () => {
  await settleMany()
  const before = await settlements()
  await trial.house.db`
    update sportsbook_bet set settlement_id = 1000000 + id where id % 3 = 0 and settlement_id is not null`
  expect(await settlements()).not.toEqual(before)
  await trial.house.db`
    delete from platform_migration
     where room = 'sportsbook' and name = '0005-one-settlement-of-a-list.sql'`
  const folder = fileURLToPath(new URL('../migrations', import.meta.url))
  await migrate(trial.house.config.DATABASE_URL ?? '', [{ room: 'sportsbook', folder }])
  expect(await settlements()).toEqual(before)
})

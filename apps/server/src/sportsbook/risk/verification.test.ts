import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyLedger } from '../../ledger/index.ts'
import { verifyLiabilities, sportsbookClearing } from '../index.ts'
import { openBettors, addMatch, openHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
let outcomeId: number
beforeEach(async () => {
  harness = await openHarness()
  const { outcomes } = await addMatch(harness)
  outcomeId = outcomes['home'] ?? 0
  const bettors = openBettors(harness)
  await bettors.placed(await harness.newPlayer(1000), outcomeId)
})
afterEach(() => harness.close())

const minuteVerification = () => verifyLedger(harness.deps.db, sportsbookClearing())

test('the check of each minute compares the clearing account with the liabilities', async () => {
  expect(await minuteVerification()).toEqual([])
  await harness.deps.db`
    update sportsbook_liability set stake_cents = stake_cents - 1 where outcome_id = ${outcomeId}`
  expect(await minuteVerification()).toEqual([
    'bets_open holds 1000 cents, stakes of open bets add up to 999',
  ])
})

test.each([
  { what: 'a sum of stakes', by: { stake: -1, returned: 0 }, says: '999 cents staked and 2000 to return' },
  { what: 'a sum of returns', by: { stake: 0, returned: 1 }, says: '1000 cents staked and 2001 to return' },
])('the full check finds $what that differs from the bets', async ({ by, says }) => {
  expect(await verifyLiabilities(harness.deps.db)).toEqual([])
  await harness.deps.db`
    update sportsbook_liability
       set stake_cents = stake_cents + ${by.stake}, return_cents = return_cents + ${by.returned}
     where outcome_id = ${outcomeId}`
  expect(await verifyLiabilities(harness.deps.db)).toEqual([
    `outcome ${outcomeId}: its sums are ${says}, those of its open bets 1000 and 2000`,
  ])
})

test('the full check finds an outcome with liabilities and no bets, and one with bets and no liabilities', async () => {
  const other = await addMatch(harness)
  await harness.deps.db`
    update sportsbook_liability set outcome_id = ${other.outcomes['home'] ?? 0} where outcome_id = ${outcomeId}`
  expect(await minuteVerification()).toEqual([])
  expect(await verifyLiabilities(harness.deps.db)).toHaveLength(2)
})

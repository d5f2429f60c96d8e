import { afterEach, beforeEach, expect, test } from 'vitest'
import { proveLedger } from '../../ledger/index.ts'
import { proveLiabilities, sportsbookClearing } from '../index.ts'
import { openBettors } from '../testing/trial-bettors.ts'
import { addMatch, openTrial, type Trial } from '../testing/trial.ts'

let trial: Trial
let outcomeId: number
beforeEach(async () => {
  trial = await openTrial()
  const { outcomes } = await addMatch(trial)
  outcomeId = outcomes['home'] ?? 0
  const bettors = openBettors(trial)
  await bettors.placed(await trial.newPlayer(1000), outcomeId)
})
afterEach(() => trial.close())

const minuteProof = () => proveLedger(trial.house.db, sportsbookClearing())

test('the proof of each minute holds the clearing account against the sums', async () => {
  expect(await minuteProof()).toEqual([])
  await trial.house.db`
    update sportsbook_liability set stake_cents = stake_cents - 1 where outcome_id = ${outcomeId}`
  expect(await minuteProof()).toEqual(['bets_open holds 1000 cents, stakes of open bets add up to 999'])
})

test.each([
  { what: 'a sum of stakes', by: { stake: -1, returned: 0 }, says: '999 cents staked and 2000 to return' },
  { what: 'a sum of returns', by: { stake: 0, returned: 1 }, says: '1000 cents staked and 2001 to return' },
])('the whole proof finds $what that is not that of the bets', async ({ by, says }) => {
  expect(await proveLiabilities(trial.house.db)).toEqual([])
  await trial.house.db`
    update sportsbook_liability
       set stake_cents = stake_cents + ${by.stake}, return_cents = return_cents + ${by.returned}
     where outcome_id = ${outcomeId}`
  expect(await proveLiabilities(trial.house.db)).toEqual([
    `outcome ${outcomeId}: its sums are ${says}, those of its open bets 1000 and 2000`,
  ])
})

test('the whole proof finds an outcome that has sums and no bets, and one that has bets and no sums', async () => {
  const other = await addMatch(trial)
  await trial.house.db`
    update sportsbook_liability set outcome_id = ${other.outcomes['home'] ?? 0} where outcome_id = ${outcomeId}`
  expect(await minuteProof()).toEqual([])
  expect(await proveLiabilities(trial.house.db)).toHaveLength(2)
})

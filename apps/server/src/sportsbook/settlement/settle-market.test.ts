import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueOperator, openOperators } from '../../identity/index.ts'
import { present } from '../../platform/assert.ts'
import { type Bettors, openBettors } from '../testing/bettors.ts'
import { addMatch, nextRequest, openHarness, play, type Harness } from '../testing/harness.ts'
import { settleMarket } from './settle-market.ts'

let harness: Harness
let bettors: Bettors
/** Two of the command on the machine, who are independent of each other. */
let operatorIds: number[]
beforeAll(async () => {
  harness = await openHarness()
  bettors = openBettors(harness)
  const passwords = { hash: async () => 'none', verify: async () => false }
  const operators = openOperators(harness.deps, { passwords })
  operatorIds = []
  for (const email of ['one@house.example', 'two@house.example']) {
    const issued = await issueOperator(operators, email, { all: false })
    if ('refused' in issued) throw new Error(`operator ${email} was not created`)
    operatorIds.push(issued.operatorId)
  }
})
afterAll(() => harness.close())

const won = (code: string) => ({ code, won: 1, refunded: 0, of: 1 })
const lost = (code: string) => ({ code, won: 0, refunded: 0, of: 1 })
const home = [won('home'), lost('draw'), lost('away')]

/** Both operators say it; answers what came of the second word. */
async function bothSay(outcomeId: number | undefined, results: typeof home | null) {
  const [outcome] = await harness.deps.db<{ marketId: number }[]>`
    select market_id as "marketId" from sportsbook_outcome where id = ${outcomeId ?? 0}`
  const { marketId } = present(outcome, 'an outcome')
  const states: string[] = []
  for (const operatorId of operatorIds) {
    const word = { requestId: nextRequest(), operatorId, marketId, results, reason: 'the league has said so' }
    const answer = await harness.deps.db.begin((tx) => settleMarket(tx, word))
    states.push(answer.ok ? answer.value.state : answer.refusal.code)
  }
  await harness.sportsbook.settle()
  return states
}

test('what operators said of a market stands against our own count; opened again, the count settles it anew', async () => {
  const { key, outcomes } = await addMatch(harness)
  const [onHome, onAway] = [await harness.newPlayer(10_000), await harness.newPlayer(10_000)]
  await bettors.placed(onHome, outcomes['home'])
  await bettors.placed(onAway, outcomes['away'])
  const cash = async () => [await harness.cash(onHome), await harness.cash(onAway)]
  expect(await bothSay(outcomes['home'], home)).toEqual(['not_possible', 'not_possible'])
  await harness.hear([play(key, -1, 0, 1)])
  await harness.sportsbook.settle()
  expect(await cash()).toEqual([9000, 13_000])
  expect(await bothSay(outcomes['home'], home)).toEqual(['waits', 'settled'])
  expect(await cash()).toEqual([11_000, 9000])
  await harness.hear([play(key, -1, 0, 2)])
  await harness.sportsbook.settle()
  expect(await cash()).toEqual([11_000, 9000])
  expect(await bothSay(outcomes['home'], null)).toEqual(['waits', 'settled'])
  expect(await cash()).toEqual([9000, 9000])
  await harness.hear([play(key, -1, 0, 3)])
  await harness.sportsbook.settle()
  expect(await cash()).toEqual([9000, 13_000])
  expect(await harness.verify()).toEqual([])
})

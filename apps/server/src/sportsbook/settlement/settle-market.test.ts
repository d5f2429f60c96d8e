import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueOperator, openOperators } from '../../identity/index.ts'
import { plainPasswords } from '../../identity/testing/identity-harness.ts'
import { present } from '../../platform/errors.ts'
import {
  type Bettors,
  openBettors,
  addMatch,
  nextRequest,
  openHarness,
  play,
  type Harness,
  parlayFor,
} from '../testing/harness.ts'
import { openMarketPreview, settleMarket } from './settle-market.ts'

let harness: Harness
let bettors: Bettors
/** Two operators from the command line, independent of each other. */
let operatorIds: number[]
beforeAll(async () => {
  harness = await openHarness()
  bettors = openBettors(harness)
  const operators = openOperators(harness.deps, { passwords: plainPasswords })
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

/** Both operators vote for it; returns the second answer. */
async function bothSay(outcomeId: number | undefined, results: typeof home | null) {
  const [outcome] = await harness.deps.db<{ marketId: number }[]>`
    select market_id as "marketId" from sportsbook_outcome where id = ${outcomeId ?? 0}`
  const { marketId } = present(outcome, 'an outcome')
  const states: string[] = []
  for (const operatorId of operatorIds) {
    const word = {
      requestId: nextRequest(),
      operatorId,
      marketId,
      results,
      reason: 'the league has confirmed it',
    }
    const answer = await harness.deps.db.begin((tx) => settleMarket(tx, word))
    states.push(answer.ok ? answer.value.state : answer.refusal.code)
  }
  await harness.sportsbook.settle()
  return states
}

test('operators’ decision on a market overrides our own count; once reopened, the count settles it again', async () => {
  const { key, outcomes } = await addMatch(harness)
  const [onHome, onAway] = [await harness.newPlayer(10_000), await harness.newPlayer(10_000)]
  await bettors.placed(onHome, outcomes['home'])
  await bettors.placed(onAway, outcomes['away'])
  const cash = async () => [await harness.cash(onHome), await harness.cash(onAway)]
  expect(await bothSay(outcomes['home'], home)).toEqual(['not_possible', 'not_possible'])
  await harness.receive([play(key, -1, 0, 1)])
  await harness.sportsbook.settle()
  expect(await cash()).toEqual([9000, 13_000])
  expect(await bothSay(outcomes['home'], home)).toEqual(['waits', 'settled'])
  expect(await cash()).toEqual([11_000, 9000])
  await harness.receive([play(key, -1, 0, 2)])
  await harness.sportsbook.settle()
  expect(await cash()).toEqual([11_000, 9000])
  expect(await bothSay(outcomes['home'], null)).toEqual(['waits', 'settled'])
  expect(await cash()).toEqual([9000, 9000])
  await harness.receive([play(key, -1, 0, 3)])
  await harness.sportsbook.settle()
  expect(await cash()).toEqual([9000, 13_000])
  expect(await harness.verify()).toEqual([])
})

/** The preview of a settlement by these results, as in the back office. */
async function preview(outcomeId: number | undefined, results: typeof home) {
  const [outcome] = await harness.deps.db<{ marketId: number }[]>`
    select market_id as "marketId" from sportsbook_outcome where id = ${outcomeId ?? 0}`
  const { marketId } = present(outcome, 'an outcome')
  const answer = await openMarketPreview(harness.deps)({ marketId, results })
  return answer.ok ? answer.value : answer.refusal.code
}

test('a preview shows what settling a market pays, and then it pays that', async () => {
  const { key, outcomes } = await addMatch(harness)
  const other = await addMatch(harness)
  const [onHome, onAway, onTwo] = [
    await harness.newPlayer(10_000),
    await harness.newPlayer(10_000),
    await harness.newPlayer(10_000),
  ]
  await bettors.placed(onHome, outcomes['home'])
  await bettors.placed(onAway, outcomes['away'])
  const both = parlayFor(onTwo, [outcomes['home'], other.outcomes['home']])
  const placed = await harness.sportsbook.placeBet(both)
  expect(placed.ok).toBe(true)
  await harness.receive([play(key, -1, 0, 1)])
  const away = [lost('home'), lost('draw'), won('away')]
  // The parlay on the home side is lost with its leg, and waits for the other match if that leg is won.
  expect(await preview(outcomes['home'], away)).toEqual({
    bets: 3,
    changed: 3,
    corrected: 0,
    stakeCents: 3000,
    returnCents: 4000,
    returnedCents: 0,
    paidCents: 4000,
    takenBackCents: 0,
    items: [
      { betId: expect.any(Number) as number, stakeCents: 1000, returnedCents: null, returnCents: 4000 },
      { betId: expect.any(Number) as number, stakeCents: 1000, returnedCents: null, returnCents: 0 },
      { betId: expect.any(Number) as number, stakeCents: 1000, returnedCents: null, returnCents: 0 },
    ],
    late: 0,
    lateStakeCents: 0,
    isMore: false,
  })
  expect(await preview(outcomes['home'], home)).toMatchObject({
    changed: 2,
    stakeCents: 2000,
    returnCents: 2000,
  })
  await harness.sportsbook.settle()
  expect([await harness.cash(onHome), await harness.cash(onAway)]).toEqual([9000, 13_000])
  // Settled as by our own count it changes nothing; corrected, the previous return is shown beside it.
  expect(await preview(outcomes['home'], away)).toMatchObject({ bets: 3, changed: 0, returnCents: 0 })
  expect(await preview(outcomes['home'], home)).toMatchObject({
    changed: 3,
    corrected: 3,
    returnCents: 2000,
    returnedCents: 4000,
    paidCents: 2000,
    takenBackCents: 4000,
    items: [
      { returnedCents: 4000, returnCents: 0 },
      { returnedCents: 0, returnCents: 2000 },
      // The parlay is open again: its other match is to come.
      { returnedCents: 0, returnCents: null },
    ],
  })
  expect(await bothSay(outcomes['home'], home)).toEqual(['waits', 'settled'])
  expect([await harness.cash(onHome), await harness.cash(onAway)]).toEqual([11_000, 9000])
  expect(await preview(outcomes['home'], home)).toMatchObject({ changed: 0 })
  expect(await harness.verify()).toEqual([])
})

test('a preview refuses results of other outcomes, and an unknown market', async () => {
  const { outcomes } = await addMatch(harness)
  expect(await preview(outcomes['home'], home.slice(1))).toBe('bad_request')
  expect(await preview(outcomes['home'], [won('home'), lost('draw'), lost('nobody')])).toBe('bad_request')
  const answer = await openMarketPreview(harness.deps)({ marketId: 999_999_999, results: home })
  expect(answer).toMatchObject({ ok: false, refusal: { code: 'not_found' } })
})

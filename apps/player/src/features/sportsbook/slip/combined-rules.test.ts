import { describe, expect, test, vi } from 'vitest'
import type { Fixture } from '../../../shared/fixture.ts'
import { loadTexts, text } from '../../../shared/text/text.ts'
import { testLeg } from '../testing/test-leg.ts'
import { combine, nextCombinedStep } from './combined-rules.ts'
import { requestOf } from './request-of.ts'
import { viewOf } from './slip-rules.ts'

await vi.hoisted(async () =>
  (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)
vi.mock('virtual:texts/en/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('en'),
)

const player = { isLoggedIn: true, balanceCents: 100_000 }

const legs = (count: number, own: { sameMatch?: boolean } = {}) =>
  Array.from({ length: count }, (_, at) => {
    const leg = { ...testLeg(String(at)), priceMilli: 2000, fixtureId: own.sameMatch ? '1' : String(at) }
    return viewOf(leg, undefined, 'better')
  })

const bet = (mode: 'parlay' | 'system', views: ReturnType<typeof legs>, own: object = {}) =>
  combine({ mode, views, chosenFolds: [2], unitStakeCents: 100, bounds: {}, isUnanswered: false, ...own })

test.each([
  { mode: 'parlay', count: 3, own: {}, combinations: 1, stakeCents: 100, returnCents: 800 },
  { mode: 'system', count: 3, own: {}, combinations: 3, stakeCents: 300, returnCents: 1200 },
  {
    mode: 'system',
    count: 4,
    own: { chosenFolds: [1, 2, 3, 4] },
    combinations: 15,
    stakeCents: 1500,
    returnCents: 8000,
  },
  {
    mode: 'system',
    count: 3,
    own: { chosenFolds: [7] },
    combinations: 3,
    stakeCents: 300,
    returnCents: 1200,
  },
] as const)(
  'a $mode of $count legs at 2.00 has $combinations combinations',
  ({ mode, count, own, ...expected }) => {
    expect(bet(mode, legs(count), own)).toMatchObject(expected)
  },
)

test("thirteen legs show that the parlay is full, in the player's language", async () => {
  const tooLong = bet('parlay', legs(13))
  expect(tooLong.isTooLong).toBe(true)
  expect(nextCombinedStep(tooLong, player)).toEqual({ kind: 'limit' })
  expect(nextCombinedStep(bet('parlay', legs(12)), player)).toMatchObject({ kind: 'place' })
  await loadTexts('first', 'pt-BR')
  expect(text('sportsbook.slip.keptLimit')).toBe('A múltipla atingiu o limite')
  await loadTexts('first', 'en')
  expect(text('sportsbook.slip.keptLimit')).toBe('The parlay has reached the limit')
})

test('several selections are backed each way if each of them can be', () => {
  const views = legs(2).map((view) => ({ ...view, place: { outcomeId: 'p', priceMilli: 1250 } }))
  const eachWay = bet('parlay', views, { isEachWay: true })
  expect(eachWay).toMatchObject({ isEachWay: true, combinations: 2, stakeCents: 200, returnCents: 400 + 156 })
  expect(bet('parlay', [...views, ...legs(1)], { isEachWay: true })).toMatchObject({
    isEachWay: false,
    stakeCents: 100,
  })
})

describe('bankers', () => {
  const withBankers = (count: number, bankers: readonly number[]) =>
    legs(count).map((view, at) => ({
      ...view,
      place: { outcomeId: `p${at}`, priceMilli: 1250 },
      leg: { ...view.leg, isBanker: bankers.includes(at) },
    }))

  test.each([
    { count: 4, bankers: [0], folds: [2], is: { folds: [2], combinations: 3, returnCents: 2400 } },
    { count: 4, bankers: [1], folds: [2, 3], is: { folds: [2, 3], combinations: 4, returnCents: 4000 } },
    { count: 4, bankers: [0, 2], folds: [1], is: { folds: [1], combinations: 2, returnCents: 1600 } },
    // Two non-banker legs in doubles are the full parlay.
    { count: 3, bankers: [0], folds: [2], is: { folds: [1], combinations: 2, returnCents: 800 } },
    { count: 3, bankers: [0, 1], folds: [2], is: { folds: [1], combinations: 1, returnCents: 800 } },
    // With nothing left to combine there are no bankers.
    { count: 3, bankers: [0, 1, 2], folds: [2], is: { folds: [2], combinations: 3, returnCents: 1200 } },
  ])('$bankers of $count in $folds', ({ count, bankers, folds, is }) => {
    expect(bet('system', withBankers(count, bankers), { chosenFolds: folds })).toMatchObject(is)
  })

  test('do not exist in a parlay, and are in both halves of an each-way system', () => {
    const views = withBankers(3, [0])
    expect(bet('parlay', views)).toMatchObject({ bankers: new Set(), folds: [3], returnCents: 800 })
    const eachWay = bet('system', views, { isEachWay: true, chosenFolds: [1] })
    expect(eachWay).toMatchObject({ combinations: 4, stakeCents: 400, returnCents: 800 + 312 })
    const asked = requestOf(
      {
        legs: views.map(({ leg }) => leg),
        places: views.map(({ place }) => place),
        bankers: eachWay.bankers,
      },
      100,
      { accept: 'any', withinBps: 500 },
    )
    expect(asked.legs.map(({ isBanker = false }) => isBanker)).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
    ])
  })
})

test('legs of one match are named, and nothing is sent', () => {
  const conflicting = bet('parlay', legs(2, { sameMatch: true }))
  expect([...conflicting.conflicts]).toEqual([
    ['0', 'match'],
    ['1', 'match'],
  ])
  expect(nextCombinedStep(conflicting, player)).toEqual({ kind: 'conflict' })
})

test("a match and its league's winner are named, those of another league are not", () => {
  const of = (competition: string, isOutright: boolean) =>
    ({ sport: 'football', competition, isOutright, matchStatus: 0, markets: [] }) as unknown as Fixture
  const fixtures = [of('Série A', false), of('Série A', true), of('Série B', false), undefined]
  const views = legs(4).map((view, at) => ({ ...view, fixture: fixtures[at] }))
  const conflicting = bet('parlay', views)
  expect([...conflicting.conflicts]).toEqual([
    ['0', 'league'],
    ['1', 'league'],
  ])
  expect(nextCombinedStep(conflicting, player)).toEqual({ kind: 'conflict' })
  expect(bet('parlay', views.slice(1)).conflicts.size).toBe(0)
})

test.each([
  { what: 'nothing staked', own: { unitStakeCents: 0 }, is: 'stake' },
  { what: 'more than the balance', own: { unitStakeCents: 100_100 }, is: 'deposit' },
  {
    what: 'less than the least stake',
    own: { unitStakeCents: 50, bounds: { minStakeCents: 100 } },
    is: 'bounds',
  },
  { what: 'more than a ticket returns', own: { bounds: { maxReturnCents: 300 } }, is: 'bounds' },
  { what: 'a bet without an answer', own: { isUnanswered: true }, is: 'place' },
] as const)('$what: $is', ({ own, is }) => {
  expect(nextCombinedStep(bet('parlay', legs(2), own), player).kind).toBe(is)
})

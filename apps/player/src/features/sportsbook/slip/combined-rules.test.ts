import { expect, test, vi } from 'vitest'
import { loadTexts, text } from '../../../shared/text/text.ts'
import { testLeg } from '../testing/test-leg.ts'
import { combine, foldChoices, nextCombinedStep } from './combined-rules.ts'
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

test('thirteen legs are told that the parlay has reached its limit, in the language of the player', async () => {
  const tooLong = bet('parlay', legs(13))
  expect(tooLong.isTooLong).toBe(true)
  expect(nextCombinedStep(tooLong, player)).toEqual({ kind: 'limit' })
  expect(nextCombinedStep(bet('parlay', legs(12)), player)).toMatchObject({ kind: 'place' })
  await loadTexts('first', 'pt-BR')
  expect(text('sportsbook.slip.keptLimit')).toBe('A múltipla atingiu o limite')
  await loadTexts('first', 'en')
  expect(text('sportsbook.slip.keptLimit')).toBe('The parlay has reached the limit')
})

test('several to win are backed for a place too where each of them can be', () => {
  const views = legs(2).map((view) => ({ ...view, place: { outcomeId: 'p', priceMilli: 1250 } }))
  const eachWay = bet('parlay', views, { isEachWay: true })
  expect(eachWay).toMatchObject({ isEachWay: true, combinations: 2, stakeCents: 200, returnCents: 400 + 156 })
  expect(bet('parlay', [...views, ...legs(1)], { isEachWay: true })).toMatchObject({
    isEachWay: false,
    stakeCents: 100,
  })
})

test('legs of one match are named, and nothing is sent', () => {
  const conflicting = bet('parlay', legs(2, { sameMatch: true }))
  expect([...conflicting.conflicts]).toEqual(['0', '1'])
  expect(nextCombinedStep(conflicting, player)).toEqual({ kind: 'conflict' })
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

test('the systems of four legs are doubles, trebles and the covers of four', () => {
  expect(foldChoices(4).map(({ name, combinations }) => [name, combinations])).toEqual([
    [undefined, 6],
    [undefined, 4],
    ['yankee', 11],
    ['lucky15', 15],
  ])
})

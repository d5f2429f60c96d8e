import { expect, test } from 'vitest'
import { ApiError } from '../../../shared/api/api-error.ts'
import type { Request } from '../slip-store.ts'
import { testLeg } from '../testing/test-leg.ts'
import { offerView, selectionIn } from './refusal-detail.ts'

const legs = [testLeg('7'), testLeg('8')]
const request: Request = {
  requestId: '0123456789abcdef',
  unitStakeCents: 500,
  isEachWay: true,
  folds: [2],
  legs: ['7', '8', '17', '18'].map((outcomeId) => ({ outcomeId, priceMilli: 1420 })),
  accept: 'any',
}

const offered = (own: Partial<Request>) =>
  offerView({
    offerId: '1.abcdefghijklmnopqrstuv',
    requestId: 'fedcba9876543210',
    unitStakeCents: 100,
    pricesMilli: (own.legs ?? []).map(({ priceMilli }) => priceMilli),
    expiresAt: '2026-11-22T15:00:00.000Z',
    request: { ...request, isEachWay: false, folds: undefined, ...own },
    legs,
  })
const at = (priceMilli: number, isBanker = false) => ({ outcomeId: '7', priceMilli, isBanker })

test('an offer states its total stake, and odds only for one joint bet', () => {
  expect(offered({ legs: [at(1820), at(1860)] })).toEqual({
    stakeCents: 100,
    returnCents: 338,
    oddsMilli: 3385,
  })
  const system = { folds: [1, 2], legs: [at(2000), at(2000), at(2000, true)] }
  expect(offered(system)).toEqual({ stakeCents: 300, returnCents: 1600, oddsMilli: undefined })
  const eachWay = { isEachWay: true, legs: [at(6000), at(2000)] }
  expect(offered(eachWay)).toEqual({ stakeCents: 200, returnCents: 800, oddsMilli: undefined })
})

test.each([
  { what: 'a selection', outcomeId: '8', is: '8' },
  { what: 'the place of one', outcomeId: '17', is: '7' },
  { what: 'none of the bet', outcomeId: '9', is: undefined },
  { what: 'nothing', outcomeId: undefined, is: undefined },
])('a refusal that names $what is shown at the selection $is', ({ outcomeId, is }) => {
  const data = { code: 'market_closed', outcomeId }
  const error = new ApiError({ http: 500, path: '/api/app/sportsbook/betPlay', status: 5301, data })
  expect(selectionIn(error, request, legs)).toBe(is)
})

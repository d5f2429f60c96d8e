import { beforeAll, expect, test, vi } from 'vitest'
import { openAddress, openServer } from '../../../shared/testing/test-browser.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import type { Request } from '../slip-store.ts'
import { testLeg } from '../testing/test-leg.ts'
import { acceptOffer } from './place-slip.ts'

await vi.hoisted(async () =>
  (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

const betPlay = '/api/app/sportsbook/betPlay'

beforeAll(() => loadTexts('first', 'pt-BR'))

test("an offer below the player's minimum price is accepted at its price, and for no less", async () => {
  openAddress('/footballPage')
  vi.stubGlobal('document', { querySelector: () => ({}) })
  const sent = openServer({ [betPlay]: { http: 500, status: 5314, data: { code: 'offer_expired' } } })
  const request: Request = {
    requestId: '0123456789abcdef',
    unitStakeCents: 500,
    legs: [{ outcomeId: '7', priceMilli: 1600, minPriceMilli: 1500 }],
    accept: 'any',
  }
  await acceptOffer('7', {
    offerId: '1.abcdefghijklmnopqrstuv',
    requestId: 'fedcba9876543210',
    unitStakeCents: 500,
    pricesMilli: [1420],
    expiresAt: '2026-11-22T15:00:00.000Z',
    request,
    legs: [testLeg('7')],
  })
  const body = JSON.parse(sent.find(({ path }) => path === betPlay)?.body ?? '{}') as Request
  expect(body).toMatchObject({
    requestId: 'fedcba9876543210',
    offerId: '1.abcdefghijklmnopqrstuv',
    legs: [{ outcomeId: '7', priceMilli: 1420, minPriceMilli: 1420 }],
  })
})

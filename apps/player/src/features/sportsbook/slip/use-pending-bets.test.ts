import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openAddress, openServer } from '../../../shared/testing/test-browser.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { type Request, toggleLeg, useSlip } from '../slip-store.ts'
import { keepRequest } from '../slip-changes.ts'
import { testLeg } from '../testing/test-leg.ts'
import { usePlacing } from './place-slip.ts'
import { askAfter } from './use-pending-bets.ts'

await vi.hoisted(async () =>
  (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

const request: Request = {
  requestId: '0123456789abcdef',
  unitStakeCents: 500,
  legs: [{ outcomeId: '7', priceMilli: 1420 }],
  accept: 'exact',
}
const nothing = { status: 'unknown', dueAt: null, bet: null, code: null, message: null, detail: null }

beforeAll(() => loadTexts('first', 'pt-BR'))
beforeEach(() => {
  openAddress('/footballPage')
  useSlip.setState({ legs: [], requests: {} })
  usePlacing.setState({ busy: false, states: {}, receipts: [] })
  toggleLeg(testLeg('7'))
  keepRequest('7', request)
})

/** What a reloaded page shows for its request, by the server's answer. */
const askedAfter = async (reported: object) => {
  openServer({
    [`/api/app/sportsbook/betRequest/${request.requestId}`]: { data: { ...nothing, ...reported } },
  })
  await askAfter(['7', request])
  return { state: usePlacing.getState().states['7'], isKept: '7' in useSlip.getState().requests }
}

test('a pending bet stays pending, with its countdown, and is not lost', async () => {
  const dueAt = '2026-11-22T15:00:00.000Z'
  expect(await askedAfter({ status: 'waiting', dueAt })).toEqual({ state: { kind: 'waiting' }, isKept: true })
})

test('a bet the server does not have may be repeated unchanged', async () => {
  await askedAfter({ status: 'waiting' })
  expect(await askedAfter({})).toEqual({ state: { kind: 'unanswered' }, isKept: true })
})

test.each([
  { status: 'refused', code: 'price_changed', message: 'A odd mudou para 1,80.' },
  { status: 'cancelled', code: 'bet_cancelled', message: 'Esta aposta foi cancelada antes de ser feita.' },
])('a bet that was $status says why, and may be placed anew', async (reported) => {
  const { code, message } = reported
  expect(await askedAfter(reported)).toEqual({ state: { kind: 'refused', code, message }, isKept: false })
})

test('a bet refused during a reload names its selection and the offer', async () => {
  const offer = {
    offerId: '1.abcdefghijklmnopqrstuv',
    requestId: 'fedcba9876543210',
    unitStakeCents: 500,
    pricesMilli: [1380],
    expiresAt: '2026-11-22T15:00:08.000Z',
  }
  const reported = { status: 'refused', code: 'price_changed', message: 'A odd mudou para 1,38.' }
  const { state, isKept } = await askedAfter({
    ...reported,
    detail: { outcomeId: '7', priceMilli: 1380, offer },
  })
  expect(state).toMatchObject({
    kind: 'refused',
    code: 'price_changed',
    message: 'A odd mudou para 1,38.',
    outcomeId: '7',
    offer: { ...offer, request, legs: [{ outcomeId: '7' }] },
  })
  expect(isKept).toBe(false)
  keepRequest('7', request)
  await askedAfter({ ...reported, code: 'stake_above_max', detail: { maxStakeCents: 400 } })
  expect(usePlacing.getState().bounds['7']).toMatchObject({ maxStakeCents: 400 })
})

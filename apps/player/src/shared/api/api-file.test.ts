import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { useAlerts } from '../alerts.ts'
import { beginSession } from '../session.ts'
import {
  keepInBrowser,
  openAddress,
  openServer,
  openSilentServer,
  timeOutByTheGivenClock,
} from '../testing/test-browser.ts'
import { loadTexts } from '../text/text.ts'
import { api, apiFile } from './api.ts'
import { ApiError } from './api-error.ts'

vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

const alerts = () => useAlerts.getState().waiting.map(({ text }) => text)
const failed = (asked: Promise<unknown>) => expect(asked).rejects.toBeInstanceOf(ApiError)

beforeAll(() => loadTexts('first', 'pt-BR'))
beforeEach(() => {
  vi.useFakeTimers()
  keepInBrowser()
  openAddress('/conta')
  beginSession('the-token-of-ana')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await vi.runAllTimersAsync()
  useAlerts.setState({ waiting: [] })
  vi.useRealTimers()
})

describe('a call', () => {
  test("for a captcha is queued, has 30 seconds and the app's headers, and returns the picture", async () => {
    timeOutByTheGivenClock()
    const sent = openSilentServer()
    const codeId = { params: { codeId: '7' }, query: { purpose: 'login' } } as const
    const first = failed(api('GET /api/app/user/getBalance'))
    const drawn = failed(apiFile('GET /api/auth/user/captcha/:codeId', codeId))
    await vi.advanceTimersByTimeAsync(29_999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await first
    expect(sent[1]?.path).toBe('/api/auth/user/captcha/7?purpose=login')
    expect(sent[1]?.headers).toMatchObject({ devices: 'web', deviceId: expect.any(String) as string })
    await vi.advanceTimersByTimeAsync(29_999)
    expect(sent[1]?.isOver()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(sent[1]?.isOver()).toBe(true)
    await drawn
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('a picture')))
    expect(await (await apiFile('GET /api/auth/user/captcha/:codeId', codeId)).text()).toBe('a picture')
  })

  test('for a captcha that failed is reported only beside the captcha', async () => {
    openServer({})
    const input = { params: { codeId: '7' }, query: {} }
    await failed(apiFile('GET /api/auth/user/captcha/:codeId', input))
    openServer({ '/api/auth/user/captcha/7': { http: 429, status: 429, message: 'Devagar.' } })
    await failed(apiFile('GET /api/auth/user/captcha/:codeId', input))
    await vi.advanceTimersByTimeAsync(500)
    expect(alerts()).toEqual([])
    expect(location.pathname).toBe('/conta')
  })

  test('7.18 for the state of an order is form-encoded, without a body', async () => {
    const sent = openServer({ '/api/app/order/getStatus/abc': { data: { status: '00' } } })
    await api('GET /api/app/order/getStatus/:orderId', { params: { orderId: 'abc' } })
    expect(sent[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(sent[0]?.body).toBe('')
  })
})

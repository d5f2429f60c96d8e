import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { useAlerts } from '../alerts.ts'
import { beginSession } from '../session.ts'
import { keepInBrowser, openAddress, openServer } from '../testing/test-browser.ts'
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
  vi.useRealTimers()
})

describe('a call', () => {
  test('for a captcha waits its turn, has 30 seconds and its headers, and answers the picture', async () => {
    const sent: { init: RequestInit; answer: (answer: Response) => void }[] = []
    const patience: number[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      patience.push(ms)
      return new AbortController().signal
    })
    vi.stubGlobal(
      'fetch',
      (_address: string, init: RequestInit) => new Promise<Response>((answer) => sent.push({ init, answer })),
    )
    const first = api('GET /api/app/user/getBalance')
    const drawn = apiFile('GET /api/auth/user/captcha/:codeId', {
      params: { codeId: '7' },
      query: { purpose: 'login' },
    })
    await vi.advanceTimersByTimeAsync(1000)
    expect(sent).toHaveLength(1)
    sent[0]?.answer(Response.json({ status: 200, message: '', data: null }))
    await first
    await vi.advanceTimersByTimeAsync(0)
    expect(sent[1]?.init.headers).toMatchObject({ devices: 'web', deviceId: expect.any(String) as string })
    expect(patience).toEqual([30_000, 30_000])
    sent[1]?.answer(new Response('a picture', { headers: { 'content-type': 'image/png' } }))
    expect(await (await drawn).text()).toBe('a picture')
  })

  test('for a captcha that failed is told where the captcha stands, and nowhere else', async () => {
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

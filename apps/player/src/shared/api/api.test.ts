import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerAlert, useAlerts } from '../alerts.ts'
import { useLoading } from '../loading.ts'
import { useLook } from '../look.ts'
import { closeOverlay, openOverlayName, overlayInSight } from '../overlays.ts'
import { serverNow } from '../server-clock.ts'
import { beginSession, useToken } from '../session.ts'
import { answerStepUp, useStepUp } from '../step-up.ts'
import { loadTexts } from '../text/text.ts'
import { useToasts } from '../toasts.ts'
import {
  keepInBrowser,
  openAddress,
  openServer,
  openSilentServer,
  timeOutByTheGivenClock,
} from '../testing/test-browser.ts'
import { api } from './api.ts'
import { ApiError, FormerSessionError } from './api-error.ts'

vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)
vi.mock('virtual:texts/en/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('en'),
)
vi.mock('virtual:texts/es/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('es'),
)
vi.mock('virtual:texts/ja/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('ja'),
)

const balance = '/api/app/user/getBalance'
const dice = '/api/app/games/dice/betPlay'
const round = {
  requestId: '0123456789abcdef',
  stakeCents: 100,
  direction: 'over',
  targetHundredths: 5050,
} as const
const requestBalance = () => api('GET /api/app/user/getBalance')

const alerts = () => useAlerts.getState().waiting.map(({ text }) => text)
const former = (asked: Promise<unknown>) => expect(asked).rejects.toBeInstanceOf(FormerSessionError)
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
  closeOverlay()
  useAlerts.setState({ waiting: [] })
  await vi.runAllTimersAsync()
  vi.useRealTimers()
})

describe('a call that needs the second factor', () => {
  const refused = {
    http: 500,
    status: 5608,
    message: 'Confirme que é você',
    data: { code: 'step_up_needed' },
  }
  const change = () =>
    api('POST /api/app/protection/limit', { body: { kind: 'loss', period: 'day', amount: null } })
  const limit = '/api/app/protection/limit'

  test('is resent unchanged after the player gave it, and answers as usual', async () => {
    const answers: Record<string, object> = { [limit]: refused }
    const sent = openServer(answers)
    const asked = change()
    await vi.runAllTimersAsync()
    expect(useStepUp.getState().asked).toBeDefined()
    expect(useLoading.getState().visible).toBe(false) // the dialog is not behind the sheet
    answers[limit] = { data: null }
    answerStepUp(true)
    expect(await asked).toBeNull()
    expect(sent).toHaveLength(2)
    expect(sent[1]?.body).toBe(sent[0]?.body)
    expect(useStepUp.getState().asked).toBeUndefined()
  })

  test('is refused without further message if the player cancels', async () => {
    openServer({ [limit]: refused })
    const asked = failed(change())
    await vi.runAllTimersAsync()
    expect(useStepUp.getState().asked).toBeDefined()
    answerStepUp(false)
    await asked
    await vi.runAllTimersAsync()
    expect(alerts()).toEqual([])
  })

  test('does not ask for the factor after its player has left', async () => {
    const sent = openServer({ [limit]: refused })
    const asked = former(change())
    await vi.runAllTimersAsync()
    beginSession('the-token-of-bia')
    expect(useStepUp.getState().asked).toBeUndefined()
    await asked
    expect(sent).toHaveLength(1)
  })

  test('is not sent with the second factor of the next player', async () => {
    const sent = openServer({ [limit]: refused })
    const asked = former(change())
    await vi.runAllTimersAsync()
    const { asked: dialog } = useStepUp.getState()
    useStepUp.setState({ asked: undefined }) // its answer comes only after the next session has begun
    beginSession('the-token-of-bia')
    dialog?.answer(true)
    await asked
    expect(sent).toHaveLength(1)
  })
})

describe('a call', () => {
  test("sends the app's headers and the stored token as JSON, without credentials", async () => {
    const sent = openServer({ [dice]: {} })
    await api('POST /api/app/games/dice/betPlay', { body: round })
    expect(sent[0]).toMatchObject({ method: 'POST', path: dice, body: JSON.stringify(round) })
    expect(sent[0]?.headers).toMatchObject({
      devices: 'web',
      lang: 'pt_BR',
      curreny: 'BRL',
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      deviceId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      Authorization: 'the-token-of-ana',
      'content-type': 'application/json',
    })
    expect(sent[0]?.init).not.toHaveProperty('credentials') // the browser sends no cookies across sites by default
  })

  test('names the currency of the language in use, which is chosen with it', async () => {
    const sent = openServer({ [balance]: {} })
    useLook.setState({ language: 'en' })
    await requestBalance()
    useLook.setState({ language: 'pt-BR' })
    await requestBalance()
    expect(sent.map(({ headers }) => headers['curreny'])).toEqual(['USD', 'BRL'])
  })

  test('that the specification wants form-encoded is sent as a form', async () => {
    const sent = openServer({ '/api/app/main/setPwd': {} })
    await api('POST /api/app/main/setPwd', { body: { nPwd: 'a b&c', chkId: 'x' } })
    expect(sent[0]).toMatchObject({ body: 'nPwd=a+b%26c&chkId=x' })
    expect(sent[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  })

  test("reports the server's clock, whatever the device's clock", async () => {
    const headers = { date: new Date(Date.now() - 3_600_000).toUTCString() }
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ status: 200 }, { headers })))
    await requestBalance()
    expect(Math.abs(Date.now() - 3_600_000 - serverNow())).toBeLessThan(2000)
    vi.stubGlobal('fetch', () =>
      Promise.resolve(Response.json({ status: 200 }, { headers: { date: new Date().toUTCString() } })),
    )
    await requestBalance()
    expect(serverNow()).toBe(Date.now())
  })

  test('returns only the data of the body', async () => {
    const data = { balance: 10, freeBalance: 0, balanceVersion: 1 }
    openServer({ [balance]: { data } })
    expect(await requestBalance()).toEqual(data)
  })

  test('gives up after 30 seconds', async () => {
    timeOutByTheGivenClock()
    const sent = openSilentServer()
    const asked = requestBalance().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(sent.map(({ isOver }) => isOver())).toEqual([false])
    await vi.advanceTimersByTimeAsync(1)
    expect(sent.map(({ isOver }) => isOver())).toEqual([true])
    expect(await asked).toMatchObject({ http: 0, path: balance })
  })

  test('waits until the one before is answered', async () => {
    const sent: ((answer: Response) => void)[] = []
    vi.stubGlobal('fetch', () => new Promise<Response>((answer) => sent.push(answer)))
    const both = Promise.all([requestBalance(), requestBalance()])
    await vi.advanceTimersByTimeAsync(1000)
    expect(sent).toHaveLength(1)
    sent[0]?.(Response.json({ status: 200, message: '', data: null }))
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toHaveLength(2)
    sent[1]?.(Response.json({ status: 200, message: '', data: null }))
    await both
  })

  test('about a pending bet runs beside it', async () => {
    const sent: ((answer: Response) => void)[] = []
    vi.stubGlobal('fetch', () => new Promise<Response>((answer) => sent.push(answer)))
    const bet = requestBalance()
    const asked = api('GET /api/app/user/getBalance', { loading: false, beside: true })
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toHaveLength(2)
    sent[1]?.(Response.json({ status: 200, message: '', data: null }))
    expect(await asked).toBeNull()
    sent[0]?.(Response.json({ status: 200, message: '', data: null }))
    await bet
  })

  test('shows the loading indicator until 600 ms after its answer, unless disabled', async () => {
    openServer({ [balance]: {} })
    await api('GET /api/app/user/getBalance', { loading: false })
    expect(useLoading.getState().visible).toBe(false)
    const asked = requestBalance()
    expect(useLoading.getState().visible).toBe(true)
    await asked
    await vi.advanceTimersByTimeAsync(599)
    expect(useLoading.getState().visible).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(useLoading.getState().visible).toBe(false)
  })
})

describe('a call that failed', () => {
  test('is not retried, ends the indicator and rejects for its caller', async () => {
    const sent = openServer({})
    await failed(requestBalance())
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(1)
    expect(useLoading.getState().visible).toBe(false)
  })

  test.each([
    { http: 401, status: 401 },
    { http: 500, status: 40101 },
  ])('with $http and $status logs the player out, and says why', async (answer) => {
    openServer({ [balance]: answer })
    await failed(requestBalance())
    expect(useToken.getState().token).toBe('')
    expect(localStorage).toHaveLength(0)
    expect(openOverlayName()).toBe('login')
    expect(useToasts.getState().shown?.text).toBe('O tempo de login expirou, por favor, faça login novamente')
  })

  test.each([
    { how: 'that has no answer', answer: undefined },
    { how: 'of a session that is over', answer: { http: 401 } },
    { how: 'with body status 40101', answer: { http: 500, status: 40101 } },
    { how: 'of too little money', answer: { http: 500, status: 9999 } },
    { how: 'with body status 1403', answer: { http: 500, status: 1403 } },
    { how: 'with a message', answer: { http: 500, status: 5101, message: 'Código incorreto.' } },
    { how: 'without a message', answer: { http: 502 } },
    { how: 'that is refused with HTTP 200', answer: { http: 200, status: 5101, message: 'Não.' } },
  ])('8.07 a call $how stops the indicator and fails for its caller', async ({ answer }) => {
    openServer(answer ? { [balance]: answer, [dice]: answer } : {})
    for (const request of [requestBalance, () => api('POST /api/app/games/dice/betPlay', { body: round })]) {
      beginSession('the-token-of-ana')
      const asked = request()
      expect(useLoading.getState().visible).toBe(true)
      await failed(asked)
      await vi.advanceTimersByTimeAsync(600)
      expect(useLoading.getState().visible).toBe(false)
    }
  })

  test.each([
    { language: 'pt-BR', says: 'O tempo de login expirou, por favor, faça login novamente' },
    { language: 'en', says: 'Login timed out, please log in again' },
    { language: 'es', says: 'Se agotó el tiempo de inicio de sesión, vuelva a iniciar sesión' },
    { language: 'ja', says: 'ログインの有効期限が切れました。もう一度ログインしてください' },
  ] as const)('8.12 of a lost session asks to log in again in $language', async ({ language, says }) => {
    await loadTexts('first', language)
    openServer({ [balance]: { http: 401, status: 40101 } })
    await failed(requestBalance())
    expect(useToasts.getState().shown?.text).toBe(says)
    await loadTexts('first', 'pt-BR')
  })

  test("an ended session states its reason: the login sheet keeps the server's code", async () => {
    const data = { code: 'logged_out', ending: 'password' }
    openServer({ [balance]: { http: 401, status: 40101, message: 'x', data } })
    await failed(requestBalance())
    expect(useToken.getState().token).toBe('')
    expect(overlayInSight()).toMatchObject({ name: 'login', input: { ending: 'password' } })
    expect(useToasts.getState().shown?.text).toBe('O tempo de login expirou, por favor, faça login novamente')
  })

  test('with 9999 on a bet opens the deposit of the game at once', async () => {
    openServer({ [dice]: { http: 500, status: 9999, message: 'Saldo insuficiente.' } })
    await failed(api('POST /api/app/games/dice/betPlay', { body: round }))
    expect(openOverlayName()).toBe('gameDeposit')
    expect(alerts()).toEqual([])
  })

  test.each([
    { message: 'Saldo insuficiente.', shown: 'Saldo insuficiente.' },
    { message: '', shown: '-' },
  ])('with 9999 elsewhere shows "$shown", then opens the deposit', async ({ message, shown }) => {
    openServer({ [balance]: { http: 500, status: 9999, message } })
    await failed(requestBalance())
    expect(alerts()).toEqual([shown])
    expect(openOverlayName()).toBeUndefined()
    answerAlert(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(openOverlayName()).toBe('deposit')
  })

  test('with a message shows it in an alert after 500 ms', async () => {
    openServer({ [balance]: { http: 500, status: 5101, message: 'Código de verificação incorreto.' } })
    await failed(requestBalance())
    await vi.advanceTimersByTimeAsync(499)
    expect(alerts()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(alerts()).toEqual(['Código de verificação incorreto.'])
  })

  test('without a message opens the error page', async () => {
    openServer({ [balance]: { http: 502 } })
    await failed(requestBalance())
    expect(location.pathname + location.search).toBe('/error?code=502')
  })

  test('without any answer says that the connection is slow', async () => {
    openServer({})
    await failed(requestBalance())
    await vi.advanceTimersByTimeAsync(500)
    expect(alerts()).toEqual(['Sua conexão com a internet está lenta, por favor, tente novamente mais tarde'])
  })
})

describe('an answer that arrives after its session ended', () => {
  /** A server that answers on demand, after another player has logged in. */
  const answeredAfter = async (change: () => void, answer: Response) => {
    const sent: ((answer: Response) => void)[] = []
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => sent.push(resolve)))
    const asked = requestBalance()
    await vi.advanceTimersByTimeAsync(0)
    change()
    sent[0]?.(answer)
    await expect(asked).rejects.toBeInstanceOf(FormerSessionError)
    await vi.advanceTimersByTimeAsync(1000)
  }
  const changes = [
    { how: 'in this tab', change: () => beginSession('the-token-of-bia') },
    // Storage changes before this tab is notified.
    { how: 'in another tab', change: () => localStorage.setItem('token', 'the-token-of-bia') },
  ]

  test.each(changes)('does not log out the player who arrived $how', async ({ change }) => {
    await answeredAfter(change, Response.json({ status: 40101, message: '', data: null }, { status: 401 }))
    expect(localStorage.getItem('token')).toBe('the-token-of-bia')
    expect(openOverlayName()).toBeUndefined()
  })

  test.each(changes)('is not passed to the player who arrived $how', async ({ change }) => {
    await answeredAfter(change, Response.json({ status: 200, message: '', data: { balance: 10 } }))
    beginSession('the-token-of-ana')
    await answeredAfter(
      change,
      Response.json({ status: 5101, message: 'Algo de outra pessoa.', data: null }, { status: 500 }),
    )
    expect(alerts()).toEqual([])
    expect(location.pathname).toBe('/conta')
  })

  /** Two calls; this is changed before the first is answered. Returns what was sent. */
  const twoCalls = async (change: () => void) => {
    const sent: { headers: HeadersInit | undefined; answer: (answer: Response) => void }[] = []
    vi.stubGlobal(
      'fetch',
      (_address: string, { headers }: RequestInit) =>
        new Promise<Response>((answer) => sent.push({ headers, answer })),
    )
    const both = Promise.allSettled([requestBalance(), requestBalance()])
    await vi.advanceTimersByTimeAsync(0)
    change()
    for (const at of [0, 1]) {
      sent[at]?.answer(Response.json({ status: 200, message: '', data: null }))
      await vi.advanceTimersByTimeAsync(0)
    }
    return { sent, statuses: (await both).map(({ status }) => status) }
  }

  test('is not sent at all if the call was still queued', async () => {
    const { sent, statuses } = await twoCalls(() => beginSession('the-token-of-bia'))
    expect(sent).toHaveLength(1)
    expect(statuses).toEqual(['rejected', 'rejected'])
  })

  test('a visitor’s call that waited for the login is sent with the session', async () => {
    useToken.setState({ token: '' })
    localStorage.clear()
    const { sent, statuses } = await twoCalls(() => beginSession('the-token-of-bia'))
    expect(sent[1]?.headers).toMatchObject({ Authorization: 'the-token-of-bia' })
    expect(statuses).toEqual(['rejected', 'fulfilled'])
  })
})

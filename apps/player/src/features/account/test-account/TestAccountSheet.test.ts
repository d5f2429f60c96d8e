import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useAlerts } from '../../../shared/alerts.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { callKey } from '../../../shared/api/use-call.ts'
import { closeOverlay, openOverlay, openOverlayName } from '../../../shared/overlays.ts'
import { queryClient } from '../../../shared/query.ts'
import { useToken } from '../../../shared/session.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { openAddress, openServer } from '../../../shared/testing/test-browser.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { storedTestAccount } from './test-account.ts'
import { TestAccountSheet } from './TestAccountSheet.tsx'

await vi.hoisted(async () =>
  (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'test' }),
)
vi.mock('react', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).living(await original<object>()),
)
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))
beforeEach(() => openAddress('/conta'))
afterEach(() => {
  queryClient.clear()
  closeOverlay()
})

const account = { username: 'teste@palpite.example', pwd: 'senha de teste', balance: 130 }
const testAccount = () => {
  queryClient.setQueryData(callKey('GET /api/app/user/getUserTest', {}), account)
  return draw(createElement(TestAccountSheet))
}

test("the test account's popup shows its credentials and balance", () => {
  const { words } = testAccount()
  expect(words).toContain('teste@palpite.example')
  expect(words).toContain('senha de teste')
  expect(words.replaceAll(' ', '')).toContain('130,00')
  expect(words).toContain('Mudar de conta')
})

test.each([
  { what: 'is refused', answer: { http: 500, status: 5110, message: 'Não é uma conta de teste.' } },
  { what: 'breaks', answer: { http: 502 } },
  { what: 'has no answer', answer: undefined },
])(
  '8.10 where its data cannot be fetched because the call $what the popup stays shut, in silence',
  async (of) => {
    vi.useFakeTimers()
    openServer(of.answer ? { '/api/app/user/getUserTest': of.answer } : {})
    openOverlay('testAccount')
    const queryKey = callKey('GET /api/app/user/getUserTest', {})
    queryClient.setQueryDefaults(queryKey, { retryOnMount: false }) // each render counts as a new mount
    const sheet = draw(createElement(TestAccountSheet))
    const asked = queryClient.getQueryCache().find({ queryKey })
    await expect(asked?.fetch()).rejects.toBeInstanceOf(ApiError)
    sheet.again()
    await vi.advanceTimersByTimeAsync(1000) // an alert would come half a second later
    vi.useRealTimers()
    expect(sheet.words).toBe('')
    expect(openOverlayName()).toBeUndefined()
    expect(useAlerts.getState().waiting).toEqual([])
    expect(location.pathname).toBe('/conta')
  },
)

test('changing the account stores the test account for this tab and logs out', async () => {
  openServer({ '/api/auth/user/restLogout': {} })
  testAccount().press('Mudar de conta')
  await expect.poll(openOverlayName).toBe('login')
  expect(storedTestAccount()).toEqual({ email: account.username, password: account.pwd })
  expect(useToken.getState().token).toBe('')
})

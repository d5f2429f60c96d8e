import { beforeEach, expect, test, vi } from 'vitest'
import { alert, useAlerts } from '../shared/alerts.ts'
import { ApiError } from '../shared/api/api-error.ts'
import { reactToError } from '../shared/api/react-to-error.ts'
import { useNotice } from '../shared/bars/notice.ts'
import { closeOverlay, openOverlay, openOverlayName } from '../shared/overlays.ts'
import { queryClient } from '../shared/query.ts'
import { beginSession, endSession, followOtherTabs, useDepartures, useToken } from '../shared/session.ts'
import { openAddress } from '../shared/testing/test-browser.ts'
import { toast, useToasts } from '../shared/toasts.ts'

const tabs = vi.hoisted(() => ({
  heard: new Map<string, (event: object) => void>(),
}))
await vi.hoisted(async () => {
  ;(await import('../shared/testing/test-browser.ts')).keepInBrowser()
  vi.stubGlobal('window', {
    addEventListener: (name: string, listener: (event: object) => void) => tabs.heard.set(name, listener),
  })
})
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

/** What a player leaves on the page. */
const leaveTraces = () => {
  beginSession('ana')
  useNotice.setState({ text: 'Seu limite de perda é de R$ 50,00.' })
  toast('Saque pedido: R$ 40,00')
  void alert({ text: 'Seu saldo é R$ 12,00' })
}

const expectNoTrace = () => {
  expect(useNotice.getState().text).toBe('')
  expect(useToasts.getState().shown).toBeUndefined()
  expect(useAlerts.getState().waiting).toEqual([])
  expect(queryClient.getQueryCache().getAll()).toEqual([])
}

beforeEach(() => {
  openAddress('/home')
  useToken.setState({ token: '' })
  localStorage.clear()
  closeOverlay()
})

test('a stranger sees nothing of the player who logged out', () => {
  leaveTraces()
  const { count } = useDepartures.getState()
  endSession()
  expectNoTrace()
  expect(useDepartures.getState().count).toBe(count + 1) // what a page itself held is gone with it
  expect(localStorage).toHaveLength(0)
})

test('a logout in another tab removes the same here, and the open sheet', () => {
  leaveTraces()
  openOverlay('accountMenu')
  followOtherTabs()
  localStorage.clear()
  tabs.heard.get('storage')?.({ key: null })
  expectNoTrace()
  expect(openOverlayName()).toBeUndefined()
})

test('a page restored by the browser notices a logout', () => {
  leaveTraces()
  followOtherTabs()
  localStorage.clear()
  tabs.heard.get('pageshow')?.({ persisted: true })
  expectNoTrace()
  expect(useToken.getState().token).toBe('')
})

test('a refusal about to be shown is not shown to the next player', () => {
  vi.useFakeTimers()
  beginSession('ana')
  const path = '/api/app/protection/limits'
  reactToError(new ApiError({ http: 500, status: 5101, serverMessage: 'Seu limite', path }), false)
  endSession()
  vi.runAllTimers()
  vi.useRealTimers()
  expect(useAlerts.getState().waiting).toEqual([])
})

test("logging in keeps a visitor's messages", () => {
  toast('Código enviado')
  beginSession('ana')
  expect(useToasts.getState().shown?.text).toBe('Código enviado')
})

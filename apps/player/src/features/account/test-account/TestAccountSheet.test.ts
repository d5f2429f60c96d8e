import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callKey } from '../../../shared/api/use-call.ts'
import { closeOverlay, openOverlayName } from '../../../shared/overlays.ts'
import { queryClient } from '../../../shared/query.ts'
import { useToken } from '../../../shared/session.ts'
import { loadLanguage } from '../../../shared/text/text.ts'
import { openAddress, openServer } from '../../../shared/testing/test-browser.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { storedTestAccount } from './test-account.ts'
import { TestAccountSheet } from './TestAccountSheet.tsx'

await vi.hoisted(async () =>
  (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'test' }),
)
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadLanguage('pt-BR'))
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

test('the popup of the test account shows what it logs in with and what it has', () => {
  const { words } = testAccount()
  expect(words).toContain('teste@palpite.example')
  expect(words).toContain('senha de teste')
  expect(words.replaceAll(' ', '')).toContain('130,00')
  expect(words).toContain('Mudar de conta')
})

test('changing the account keeps the test account for this tab and logs out', async () => {
  openServer({ '/api/auth/user/restLogout': {} })
  testAccount().press('Mudar de conta')
  await expect.poll(openOverlayName).toBe('login')
  expect(storedTestAccount()).toEqual({ email: account.username, password: account.pwd })
  expect(useToken.getState().token).toBe('')
})

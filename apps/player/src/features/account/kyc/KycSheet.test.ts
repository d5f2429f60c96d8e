import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../shared/query.ts'
import { useAlerts } from '../../../shared/alerts.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { openAddress, openServer } from '../../../shared/testing/test-browser.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { KycSheet } from './KycSheet.tsx'

await vi.hoisted(async () =>
  (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))
beforeEach(() => openAddress('/conta'))
afterEach(() => void vi.useRealTimers())

test('the identity form says to make sure that the information is true', () => {
  const { html, words } = draw(createElement(KycSheet, {}))
  expect(words).toContain('Confira se as informações são verdadeiras')
  expect([...html.matchAll(/ name="(name|cpf)"/g)]).toHaveLength(2)
})

test('5.23 no field is marked required, the button is enabled, and the server validates the input', async () => {
  const sheet = draw(createElement(KycSheet, {}))
  expect(sheet.html).not.toMatch(/required/)
  expect(sheet.html).not.toMatch(/<button[^>]*type="submit"[^>]* disabled=""/)
  expect(sheet.words).toContain('só o atendimento corrige')
  const sent = openServer({
    '/api/app/user/updateKyc': { http: 500, status: 5103, message: 'x', data: { code: 'invalid_name' } },
  })
  sheet.submit()
  await expect.poll(() => sent.length).toBe(1)
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ name: '', cardNo: '' })
})

test('7.19 8.10 a failure shows no alert and no error page', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const sheet = draw(createElement(KycSheet, {}))
  const sent = openServer({
    '/api/app/user/updateKyc': { http: 500, status: 5103, message: 'x', data: { code: 'invalid_name' } },
  })
  sheet.submit()
  await expect.poll(() => sent.length).toBe(1)
  const command = () => queryClient.getMutationCache().getAll().at(-1)
  await expect.poll(() => command()?.state.status).toBe('error')
  await vi.advanceTimersByTimeAsync(600) // an alert would come half a second later
  expect(useAlerts.getState().waiting).toEqual([])
  expect(location.pathname).toBe('/conta')
})

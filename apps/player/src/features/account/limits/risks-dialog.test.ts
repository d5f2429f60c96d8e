import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callKey } from '../../../shared/api/use-call.ts'
import { openOverlayName } from '../../../shared/overlays.ts'
import { queryClient } from '../../../shared/query.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { keepInBrowser, openAddress, openServer } from '../../../shared/testing/test-browser.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { RisksDialog } from './RisksDialog.tsx'

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
beforeEach(() => {
  keepInBrowser({ token: 'ana' })
  openAddress('/dice')
  queryClient.setQueryData(callKey('GET /api/app/games/rules'), [
    { returnToPlayer: 0.98 },
    { returnToPlayer: 0.955 },
  ])
})
afterEach(() => queryClient.clear())

test('R1 R11 an access begins with the risk of loss, the signs of harm and what games return on average over all players', () => {
  const { words } = draw(createElement(RisksDialog, { needsLimits: false }))
  expect(words).toContain('Você pode perder tudo o que apostar')
  expect(words).toContain('Sinais de alerta')
  expect(words).toMatch(/em média de 95,5\s?% a 98(,0)?\s?% do que é apostado\. Não é o que você vai receber/)
  expect(words).toContain('Como anda o seu jogo?')
  expect(words).not.toContain('Definir limites')
})

test.each([
  { press: 'Eu entendi', opens: undefined },
  { press: 'Definir limites', opens: 'limits' },
  { press: 'Como anda o seu jogo?', opens: 'limits' },
])('R1 $press notes that the risks were read and opens $opens', async ({ press, opens }) => {
  const sent = openServer({ '/api/app/protection/risks': {} })
  draw(createElement(RisksDialog, { needsLimits: true })).press(press)
  await expect.poll(() => sent.map(({ path }) => path)).toContain('/api/app/protection/risks')
  await expect.poll(openOverlayName).toBe(opens)
})

test('R1 an older server that does not know the call closes the dialog all the same', async () => {
  const limits = callKey('GET /api/app/protection/limits')
  queryClient.setQueryData(limits, { risksDue: true })
  const refused = { http: 404, message: 'Não encontrado', data: { code: 'not_found' } }
  openServer({ '/api/app/protection/risks': refused })
  draw(createElement(RisksDialog, { needsLimits: true })).press('Definir limites')
  await expect.poll(() => queryClient.getQueryData(limits)).toEqual({ risksDue: false })
  await expect.poll(openOverlayName).toBe('limits')
})

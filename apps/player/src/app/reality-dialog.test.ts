import { createElement } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callKey } from '../shared/api/use-call.ts'
import { openOverlayName } from '../shared/overlays.ts'
import { queryClient } from '../shared/query.ts'
import { beginRealityCheck, onBreakWanted, useRealityCheck } from '../shared/reality-check.ts'
import { draw } from '../shared/testing/drawn.ts'
import { openAddress } from '../shared/testing/test-browser.ts'
import { loadTexts } from '../shared/text/text.ts'
import { RealityDialog } from './RealityDialog.tsx'

await vi.hoisted(async () =>
  (await import('../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))
beforeEach(() => {
  openAddress('/dice')
  queryClient.setQueryData(callKey('GET /api/app/protection/limits'), {
    session: { startedAt: new Date(Date.now() - 65 * 60_000).toISOString(), netResultCents: -12_50 },
    limits: [],
    breaks: [],
  })
  beginRealityCheck()
})

test("the reality check shows the session's time and result", () => {
  const { words } = draw(createElement(RealityDialog))
  expect(words).toContain('Você está aqui há 1 h 5 min')
  expect(words).toMatch(/Resultado da sessão −\s?R\$\s12,50/)
})

test('continuing closes it and opens nothing', () => {
  const stop = vi.fn()
  onBreakWanted(stop)
  draw(createElement(RealityDialog)).press('Continuar')
  expect(useRealityCheck.getState().isDue).toBe(false)
  expect(openOverlayName()).toBeUndefined()
  expect(stop).not.toHaveBeenCalled()
})

test('taking a break closes it, ends automatic play, and opens the breaks', () => {
  const stop = vi.fn()
  onBreakWanted(stop)
  draw(createElement(RealityDialog)).press('Fazer uma pausa')
  expect(useRealityCheck.getState().isDue).toBe(false)
  expect(openOverlayName()).toBe('limits')
  expect(stop).toHaveBeenCalledOnce()
})

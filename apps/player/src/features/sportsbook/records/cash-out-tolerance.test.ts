import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { draw } from '../../../shared/testing/drawn.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { chooseTolerance, minShareBps, useTolerance } from './cash-out-tolerance.ts'
import { CashOutTolerance } from './CashOutTolerance.tsx'

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

test('nothing below the shown value is accepted, unless the player allows it', () => {
  expect(minShareBps(useTolerance.getState().tolerance)).toBe(10_000)
  const words = () => draw(createElement(CashOutTolerance, { disabled: false })).words
  expect(words()).toMatch(/^Se o valor cair Não encerrar/)
  chooseTolerance('500')
  expect(minShareBps(useTolerance.getState().tolerance)).toBe(9500)
  expect(localStorage.getItem('cashOutTolerance')).toBe('500')
  expect(words()).toMatch(/Aceitar até 10% menos$/)
})

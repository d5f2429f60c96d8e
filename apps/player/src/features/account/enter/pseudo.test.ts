import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { isName } from '../../../locales/testing/names.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { openAddress } from '../../../shared/testing/test-browser.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { EnterSheet } from './EnterSheet.tsx'

await vi.hoisted(async () => (await import('../../../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () => {
  const { messages } = (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR')
  const invented = Object.entries(messages).map(([key, tokens]) => [key, ['⟦', ...tokens, '⟧']] as const)
  return { rest: undefined, messages: Object.fromEntries(invented) }
})

beforeAll(async () => {
  await loadTexts('first', 'pt-BR')
  openAddress('/home')
})

test('in a pseudo-language, login and register contain no untranslated word', () => {
  const { words } = draw(createElement(EnterSheet))
  expect(words).toContain('⟦')
  expect(isName(words.replaceAll(/⟦[^⟧]*⟧/g, ' '))).toBe(true)
})

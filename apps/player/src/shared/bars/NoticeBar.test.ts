import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { draw } from '../testing/drawn.ts'
import { loadTexts } from '../text/text.ts'
import { useNotice } from './notice.ts'
import { TopBar } from './TopBar.tsx'

await vi.hoisted(async () => (await import('../testing/test-browser.ts')).keepInBrowser())
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)
// Server rendering shows a store's initial state.
vi.mock('./notice.ts', async () => {
  const { create } = await import('zustand')
  return { useNotice: create(() => ({ text: 'Hoje há manutenção às 3h.' })), closeNotice: () => undefined }
})

beforeAll(() => loadTexts('first', 'pt-BR'))

test('news is between the bar and the page, covering neither', () => {
  expect(useNotice.getState().text).not.toBe('')
  const { html } = draw(createElement('div', {}, createElement(TopBar, { title: 'Jogos' }), 'below'))
  const afterBar = html.slice(html.indexOf('</header>'))
  expect(afterBar).toMatch(/Hoje há manutenção às 3h\..*below/)
  expect(afterBar).not.toMatch(/fixed|absolute|sticky/)
})

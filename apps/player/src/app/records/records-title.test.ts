import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { draw } from '../../shared/testing/drawn.ts'
import { loadTexts } from '../../shared/text/text.ts'
import { RecordsPage } from './RecordsPage.tsx'

await vi.hoisted(async () =>
  (await import('../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))

test('the tabs of the records are Esportes, Jogos and Dinheiro: the balance is in Conta', () => {
  const { html } = draw(createElement(RecordsPage), '/registros')
  const tabs = [...html.matchAll(/role="radio"[^>]*>([^<]+)/g)].map(([, name]) => name)
  expect(tabs.slice(0, 3)).toEqual(['Esportes', 'Jogos', 'Dinheiro'])
})

test.each([
  { address: '/registros', title: 'Minhas apostas' },
  { address: '/registros?tab=sports', title: 'Minhas apostas' },
  { address: '/registros?tab=games', title: 'Registros' },
  { address: '/registros?tab=wallet', title: 'Registros' },
])('the tab of the bets leads to a page that is titled so: $address is $title', ({ address, title }) => {
  expect(draw(createElement(RecordsPage), address).html).toContain(`>${title}</h1>`)
})

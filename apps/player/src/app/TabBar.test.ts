import { textLanguages } from '@palpite/contract/languages'
import { createElement } from 'react'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { readTexts } from '../../build/texts.ts'
import { draw } from '../shared/testing/drawn.ts'
import { loadTexts } from '../shared/text/text.ts'
import { TabBar } from './TabBar.tsx'

await vi.hoisted(async () => (await import('../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))

test('the bets tab has the name of its page', () => {
  expect(draw(createElement(TabBar, { screen: 'home' })).html).toMatch(
    /<a[^>]*href="\/registros"[^>]*aria-label="Minhas apostas"|<a[^>]*aria-label="Minhas apostas"[^>]*href="\/registros"/,
  )
})

test.each(textLanguages)(
  'in %s the accessible name of the bets tab contains its visible text',
  (language) => {
    const texts = readTexts(join(import.meta.dirname, '../locales'), language)
    const [shown = '-', name = ''] = [texts['app.tabs.bets'], texts['app.records.bets']]
    expect(name.toLowerCase()).toContain(shown.toLowerCase())
  },
)

import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { draw } from '../../shared/testing/drawn.ts'
import { openAddress, openServer } from '../../shared/testing/test-browser.ts'
import { loadTexts } from '../../shared/text/text.ts'
import { DeskPart } from './DeskPart.tsx'

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

const footAt = (address: string): string => {
  openAddress(address)
  openServer({})
  return draw(createElement(DeskPart, { part: 'foot', screen: 'play' }), address).words
}

test('a full-window game has no footer; the catalogue of games has one', () => {
  expect(footAt('/play?game=palpite-crash')).toBe('')
  expect(footAt('/play')).toContain('Somente para maiores de 18 anos')
})

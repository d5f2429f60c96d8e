import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callKey } from '../../../shared/api/use-call.ts'
import { queryClient } from '../../../shared/query.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { openAddress } from '../../../shared/testing/test-browser.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { BeforeSearch } from './BeforeSearch.tsx'
import { busiestLeagues } from './busiest-leagues.ts'
import { helpSearchHref, usePlaces } from './places.ts'
import { SearchSheet } from './SearchSheet.tsx'

await vi.hoisted(async () => (await import('../../../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))
beforeEach(() => openAddress('/footballPage'))
afterEach(() => queryClient.clear())

function Places({ words }: { words: string }) {
  return usePlaces(words).map(({ key, name }) => createElement('p', { key }, name))
}
const found = (words: string): string => draw(createElement(Places, { words })).words

test.each([
  { words: 'mines', finds: 'Mines' },
  { words: 'cor da sorte', finds: 'Cor da Sorte' },
  { words: 'deposito', finds: 'Depósito' },
  { words: 'retirar', finds: 'Retirar' },
  { words: 'extrato', finds: 'Extrato' },
  { words: 'apostas', finds: 'Minhas apostas' },
  { words: 'favoritos', finds: 'Meus favoritos' },
  { words: 'check', finds: 'Check-in diário' },
  { words: 'ajuda', finds: 'Ajuda' },
  { words: 'jogos', finds: 'Jogos' },
  { words: 'atendimento', finds: 'Atendimento ao Cliente' },
  { words: 'configuracoes', finds: 'Configurações' },
  { words: 'pipa', finds: 'Pipa' },
  { words: 'crash', finds: 'Pipa' },
])('the search finds games and pages: $words finds $finds', ({ words, finds }) => {
  const game = { code: 'palpite-crash', name: 'Pipa', tags: ['crash'] }
  queryClient.setQueryData(callKey('GET /api/app/game/catalogue', { query: {} }), [game])
  expect(found(words)).toContain(finds)
})

test('an empty search finds nothing, and the help centre searches for the same words', () => {
  expect(found('')).toBe('')
  expect(helpSearchHref('cash out')).toBe('/ajuda?q=cash+out')
})

test('the field has the focus when the search opens', () => {
  expect(draw(createElement(SearchSheet)).html).toMatch(/<input[^>]*data-first-focus/)
})

test('the leagues with most matches come first, each once', () => {
  const match = (competition: string) => ({ competition })
  expect(busiestLeagues([match('A'), match('B'), match('B'), match('C'), match('B'), match('C')])).toEqual([
    match('B'),
    match('C'),
    match('A'),
  ])
})

test('before typing, the search offers popular markets, to search or to open', () => {
  const fixture = { fixtureId: '77', sport: 'football', title: null, home: 'Bahia', away: 'Vitória' }
  queryClient.setQueryData(callKey('GET /api/app/sportsbook/popular'), {
    leagues: [{ sport: 'football', competition: 'Liga do Cerrado' }],
    fixtures: [fixture],
  })
  queryClient.setQueryData(callKey('GET /api/app/sportsbook/live'), [
    { competition: 'Liga do Cerrado', sport: 'football' },
    { competition: 'Copa', sport: 'football' },
  ])
  const chosen: string[] = []
  const before = draw(createElement(BeforeSearch, { onChoose: (words: string) => void chosen.push(words) }))
  expect(before.words).toMatch(
    /Mais apostados agora Bahia × Vitória Liga do Cerrado Com mais partidas agora Copa$/,
  )
  before.press('Liga do Cerrado')
  expect(chosen).toEqual(['Liga do Cerrado'])
  before.press('Bahia × Vitória')
  expect(location.pathname).toBe('/footballPage/77')
})

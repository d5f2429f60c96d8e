import { MARKET_TYPES, type Period } from '@palpite/odds'
import { marketName, marketNames } from '@palpite/odds/market-words'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { loadTexts, text } from '../../../shared/text/text.ts'
import { useLook } from '../../../shared/look.ts'
import { fullPickName, pickName } from '../market-texts.ts'
import { matchName } from '../match-name.ts'

vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)
vi.mock('virtual:texts/en/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('en'),
)

const loadLanguage = async (language: 'pt-BR' | 'en') => {
  useLook.setState({ language })
  await loadTexts('first', language)
}
afterAll(() => useLook.setState(useLook.getInitialState()))

/** Markets with one outcome per runner are in no table of types. */
const ofFields = ['racing.win', 'racing.place', 'racing.each_way', 'outright.winner', 'outright.each_way']
const sides = { home: 'Onça Parda', away: 'Maré Alta' }

test('every market type has a name, and every name has a type', () => {
  expect(Object.keys(marketNames).toSorted()).toEqual(
    [...MARKET_TYPES.map(({ id }) => id), ...ofFields].toSorted(),
  )
})

describe.each(['pt-BR', 'en'] as const)('in %s', (language) => {
  test('two markets of a sport share a name only for different periods', async () => {
    await loadLanguage(language)
    for (const sport of new Set(MARKET_TYPES.map((type) => type.sport))) {
      const names = MARKET_TYPES.filter((type) => type.sport === sport).flatMap(({ id, periods }) =>
        Object.keys(periods).map((period) =>
          marketName(text, { type: id, period: period as Period, side: 'home', ...sides }),
        ),
      )
      expect({ sport, twice: names.filter((name, at) => names.indexOf(name) !== at) }).toEqual({
        sport,
        twice: [],
      })
    }
  })

  test('every outcome has words, different within its market', async () => {
    await loadLanguage(language)
    for (const { id: type, outcomes, line } of MARKET_TYPES) {
      const picks = outcomes.map((code) =>
        pickName(text, { code, lineQuarters: line ? 6 : null, name: null, ...sides }),
      )
      const raw = picks.filter((pick) => /[a-z]_[a-z]|\d\+$|^\w+\d$|undefined|\{/.test(pick))
      expect({ type, raw, said: new Set(picks).size }).toEqual({ type, raw: [], said: outcomes.length })
    }
  })
})

const picked = (type: string, code: string, given: { lineQuarters?: number; period?: Period } = {}) => ({
  type,
  code,
  lineQuarters: given.lineQuarters ?? null,
  period: given.period ?? 'full',
  ...sides,
})

test.each([
  [picked('football.1x2', 'home'), 'Onça Parda', 'Onça Parda vence'],
  [
    picked('football.1x2', 'draw', { period: 'half1' }),
    'Empate',
    'Empate entre Onça Parda e Maré Alta, 1º tempo',
  ],
  [
    picked('football.total', 'over', { lineQuarters: 9 }),
    'Mais de 2,25',
    'Onça Parda × Maré Alta, Mais/menos gols: Mais de 2,25',
  ],
  [
    picked('football.asian_handicap', 'away', { lineQuarters: -6 }),
    'Maré Alta +1,5',
    'Onça Parda × Maré Alta, Handicap asiático: Maré Alta +1,5',
  ],
  [
    picked('football.half_time_full_time', 'home/draw'),
    'Onça Parda / Empate',
    'Onça Parda × Maré Alta, Intervalo/final: Onça Parda / Empate',
  ],
  [picked('tennis.set_winner', 'away', { period: 'set2' }), 'Maré Alta', 'Maré Alta vence, 2º set'],
  [
    picked('boxing.method', 'home_knockout'),
    'Onça Parda por nocaute',
    'Onça Parda × Maré Alta, Método da vitória: Onça Parda por nocaute',
  ],
  [
    picked('basketball.handicap', 'home', { lineQuarters: -14, period: 'all' }),
    'Onça Parda −3,5',
    'Onça Parda × Maré Alta, Handicap · com prorrogação: Onça Parda −3,5',
  ],
])('%o reads as bettors say it', async (pick, short, alone) => {
  await loadLanguage('pt-BR')
  expect(pickName(text, pick)).toBe(short)
  expect(fullPickName(text, pick)).toBe(alone)
})

test('a place market is named by its number of places, if it has one', async () => {
  await loadLanguage('pt-BR')
  const place = { type: 'racing.place', period: 'full' }
  expect(marketName(text, { ...place, lineQuarters: 12 })).toBe('Colocado entre os 3 primeiros')
  expect(marketName(text, { ...place, lineQuarters: null })).toBe('Colocado')
})

test("a leg names two teams, or a race's title", async () => {
  await loadLanguage('pt-BR')
  expect(matchName(text, { home: 'Onça', away: 'Maré', title: null })).toBe('Onça × Maré')
  expect(matchName(text, { home: '', away: '', title: 'Páreo 1' })).toBe('Páreo 1')
})

test('a runner is picked by name, and a number without one is a count', async () => {
  await loadLanguage('pt-BR')
  const pick = { code: '4', lineQuarters: null, home: '', away: '' }
  expect(pickName(text, { ...pick, name: 'Vento Sul' })).toBe('Vento Sul')
  expect(pickName(text, { ...pick, name: null })).toBe('4 gols')
})

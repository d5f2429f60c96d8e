import type { SportState } from '@palpite/contract'
import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Fixture } from '../../../shared/fixture.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { loadTexts, text } from '../../../shared/text/text.ts'
import { SpokenScore } from './SpokenScore.tsx'
import { spokenScore } from './spoken-score.ts'

vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)
beforeAll(() => loadTexts('first', 'pt-BR'))

const match = (wish: Partial<Fixture>): Fixture =>
  ({
    sport: 'football',
    isOutright: false,
    matchStatus: 3,
    home: 'Bahia',
    away: 'Vitória',
    homeScore: 2,
    awayScore: 1,
    state: null,
    participants: [],
    ...wish,
  }) as Fixture

const sets: SportState = {
  family: 'sets',
  bestOf: 3,
  sets: [
    [6, 4],
    [3, 2],
  ],
  points: [1, 0],
  server: 'home',
}
const runners = [
  { place: 4, name: 'Trovão', isWithdrawn: false },
  { place: 7, name: 'Brisa', isWithdrawn: false },
] as Fixture['participants']
const race = (finishes: { runner: number; place: number }[] | null) =>
  ({ family: 'race', order: [4, 7], finishes }) as SportState

test.each([
  [match({}), 'Bahia 2, Vitória 1. 2ºT'],
  [match({ matchStatus: 2 }), 'Bahia 2, Vitória 1. Intervalo'],
  [match({ matchStatus: -1 }), 'Bahia 2, Vitória 1. Encerrado'],
  [match({ matchStatus: 0, homeScore: null, awayScore: null }), ''],
  [match({ sport: 'tennis', homeScore: 1, awayScore: 0, state: sets }), 'Bahia 1, Vitória 0 (3–2). Em jogo'],
  [match({ sport: 'racing', matchStatus: 1, state: race(null), participants: runners }), 'Na frente: Trovão'],
  [
    match({
      sport: 'racing',
      matchStatus: -1,
      state: race([{ runner: 7, place: 1 }]),
      participants: runners,
    }),
    'Na frente: Brisa. Encerrado',
  ],
])('a match is read out as it stands, without its minute', (fixture, words) => {
  expect(spokenScore(text, fixture)).toContain(words)
  expect(spokenScore(text, fixture) === '').toBe(words === '')
})

test('the initial state is not announced separately', () => {
  const { html } = draw(createElement(SpokenScore, { fixture: match({}) }))
  expect(html).toBe('<span role="status" class="sr-only"></span>')
})

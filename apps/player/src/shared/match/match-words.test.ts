import { SPORTS } from '@palpite/odds/sports'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadTexts, text } from '../text/text.ts'
import { matchTime, statusWord, type Timed } from './match-words.ts'

vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)
beforeAll(() => loadTexts('first', 'pt-BR'))

/** The match time codes of the specification (§3). */
const codes = [0, 1, 2, 3, 4, 5, -1, -10, -11, -12, -13, -14]

test.each(SPORTS)('3.28 every match time code has its word in %s', (sport) => {
  const words = codes.map((code) => statusWord(sport, code))
  expect(words.filter((word) => text(word) === word)).toEqual([])
  // Only -11 means "to be determined": no other code falls back to it.
  expect(words.filter((word) => word === 'app.time.undetermined')).toHaveLength(1)
  expect(words.includes('app.time.firstHalf')).toBe(sport === 'football')
})

test.each([
  [0, 'Não começou'],
  [1, '1ºT'],
  [2, 'Intervalo'],
  [3, '2ºT'],
  [4, 'Prorrogação'],
  [5, 'Pênaltis'],
  [-1, 'Encerrado'],
  [-10, 'Cancelado'],
  [-11, 'A definir'],
  [-12, 'Encerrado no intervalo'],
  [-13, 'Interrompido'],
  [-14, 'Adiado'],
] as const)('3.28 a football match of match time code %i reads: %s', (matchStatus, says) => {
  expect(matchTime(text, { sport: 'football', matchStatus, clock: null, state: null })).toBe(says)
})

const at = (
  sport: Timed['sport'],
  matchStatus: number,
  period: NonNullable<Timed['clock']>['period'],
  minute: number | null = null,
): Timed => ({
  sport,
  matchStatus,
  clock: { period, minute },
  state: null,
})
const quarter: Timed['state'] = {
  family: 'quarters',
  periods: [[20, 18]],
  isBreak: false,
  overtime: null,
  secondsLeft: 252,
  ball: null,
}

test.each([
  [at('football', 3, 'half2', 67), '2ºT 67’'],
  [at('football', 2, 'half1', 45), 'Intervalo'],
  [at('football', 4, 'all', 95), 'Prorrogação 95’'],
  [{ ...at('basketball', 1, 'quarter3'), state: quarter }, '3ºQ 4:12'],
  [at('tennis', 1, 'set2'), '2º set'],
  [at('baseball', 3, 'inning7'), '7ª entrada'],
  [at('cricket', 1, 'inning2'), '2º innings'],
  [at('cricket', 4, 'all'), 'Super over'],
  [at('boxing', 1, 'round4'), 'Round 4'],
  [at('boxing', 2, 'round4'), 'Entre rounds'],
  [at('racing', 1, 'full', 2), 'Em corrida'],
  [at('snooker', -13, 'frame7'), 'Interrompido'],
])('%o reads %s', (match, words) => {
  expect(matchTime(text, match)).toBe(words)
})

import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import portuguese from '../../locales/pt-BR/games.json'
import type { GameRound } from '../../shared/overlays.ts'
import type { TextKey } from '../../shared/text/keys.ts'
import { hundredthsIn } from './hundredths.ts'
import { roundWords } from './round-texts.ts'

const messages = Object.fromEntries(
  Object.entries(portuguese).map(([key, message]) => [key, compileMessageOrThrow(message)]),
)
const i18n = setupI18n({ locale: 'pt-BR', messages: { 'pt-BR': messages } })
const loadLanguage = {
  t: (key: TextKey, values?: Readonly<Record<string, string | number>>) => i18n._(key, values),
  hundredths: hundredthsIn('pt-BR'),
}

const common = {
  roundId: '1',
  stakeCents: 500,
  payoutCents: 0,
  at: '2026-06-11T16:00:00Z',
  multiplierE4: 0,
  result: 0 as const,
  closedAt: null,
  algorithm: 'hmac-sha256/1',
  seeds: null,
  draw: null,
}
const next = { nextMultiplierE4: null }

const rounds: readonly [GameRound, string][] = [
  [
    {
      ...common,
      game: 'dice',
      status: 'lost',
      choice: { direction: 'over', targetHundredths: 5050 },
      state: { resultHundredths: 312 },
    },
    'Saiu 3,12 · acima de 50,50',
  ],
  [
    {
      ...common,
      game: 'limbo',
      status: 'won',
      choice: { targetHundredths: 200 },
      state: { resultHundredths: 123_456 },
    },
    'Saiu 1.234,56× · alvo 2,00×',
  ],
  [
    {
      ...common,
      game: 'mines',
      status: 'open',
      choice: { mineCount: 3 },
      state: { opened: [], mines: null, ...next },
    },
    '3 minas · nenhuma casa aberta',
  ],
  [
    {
      ...common,
      game: 'mines',
      status: 'won',
      choice: { mineCount: 1 },
      state: { opened: [4, 9], mines: [1], ...next },
    },
    '1 mina · 2 casas abertas',
  ],
  [
    {
      ...common,
      game: 'mines',
      status: 'lost',
      choice: { mineCount: 5 },
      state: { opened: [4, 1], mines: [1, 2, 3, 5, 6], ...next },
    },
    '5 minas · 1 casa aberta antes da mina',
  ],
  [
    {
      ...common,
      game: 'rowDouble',
      status: 'won',
      choice: { difficulty: 'hard' },
      state: { picks: [0, 1], safeTiles: null, ...next },
    },
    'Difícil · 2 filas subidas',
  ],
  [
    {
      ...common,
      game: 'rowDouble',
      status: 'lost',
      choice: { difficulty: 'easy' },
      state: { picks: [0, 1, 2], safeTiles: null, ...next },
    },
    'Fácil · caiu na fila 3',
  ],
  [
    { ...common, game: 'double', status: 'won', choice: { colour: 'black' }, state: { slot: 8 } },
    'Preto · saiu 8 (Preto)',
  ],
  [
    { ...common, game: 'double', status: 'refunded', choice: { colour: 'white' }, state: { slot: null } },
    'Branco · sem resultado',
  ],
  [
    {
      ...common,
      game: 'luckyColor',
      status: 'lost',
      choice: { room: '30', pick: 'violet' },
      state: { digit: 7 },
    },
    'Violeta · saiu o 7',
  ],
  [
    {
      ...common,
      game: 'luckyColor',
      status: 'open',
      choice: { room: '60', pick: '7' },
      state: { digit: null },
    },
    'Número 7 · ainda não sorteado',
  ],
]

test.each(rounds)('a round is described in words: %#', (round, words) => {
  expect(roundWords(round, loadLanguage)).toBe(words)
})

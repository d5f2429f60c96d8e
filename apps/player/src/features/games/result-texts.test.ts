import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { draw } from '../../shared/testing/drawn.ts'
import { loadTexts } from '../../shared/text/text.ts'
import { DoubleResult } from './double/DoubleResult.tsx'
import { MinesStatus } from './mines/MinesStatus.tsx'
import type { MinesRound } from './mines/mines-board.ts'
import type { OwnBet } from './room/bets.ts'
import type { RoomState } from './room/use-game-room.ts'
import { RoundStrip } from './RoundStrip.tsx'
import { TowerResult } from './row-double/TowerResult.tsx'
import type { RowRound } from './row-double/tower.ts'

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

const lost = {
  roundId: '1',
  stakeCents: 500,
  payoutCents: 0,
  status: 'lost' as const,
  multiplierE4: 0,
  result: 0 as const,
  at: '2026-11-22T12:00:00.000Z',
  closedAt: null,
  algorithm: 'hmac-sha256/1' as const,
  seeds: null,
  draw: null,
}
const mines: MinesRound = {
  ...lost,
  game: 'mines',
  choice: { mineCount: 3 },
  state: { opened: [7, 4], nextMultiplierE4: null, mines: [4, 5, 6] },
}
const climb: RowRound = {
  ...lost,
  game: 'rowDouble',
  choice: { difficulty: 'hard' },
  state: { picks: [1], nextMultiplierE4: null, safeTiles: Array.from({ length: 9 }, () => [0]) },
}

test('a lost round of mines states the loss', () => {
  const status = createElement(MinesStatus, { round: mines, mineCount: 3, aimed: 0 })
  expect(draw(status).words).toContain('Perdeu R$ 5,00')
})

test('a fall from the tower states the loss', () => {
  expect(draw(createElement(TowerResult, { round: climb })).words).toBe('Perdeu R$ 5,00')
})

const bet = (colour: 'red' | 'white', payoutCents: number): OwnBet => ({
  ...lost,
  game: 'double',
  status: payoutCents > 0 ? 'won' : 'lost',
  payoutCents,
  choice: { colour },
  state: { slot: 7 },
  draw: { sharedRoundId: '9', room: 'double', place: 1, commitment: '', salt: '', seed: null },
})

test.each([
  {
    what: 'red won what white lost',
    bets: [bet('red', 1000), bet('white', 0)],
    said: 'Saldo da rodada R$ 0,00',
  },
  { what: 'both lost', bets: [bet('red', 0), bet('white', 0)], said: 'Saldo da rodada − R$ 10,00' },
  { what: 'red alone won', bets: [bet('red', 1000)], said: 'Saldo da rodada + R$ 5,00' },
])('double states the net result of a round in which $what: $said', ({ bets, said }) => {
  const room = { reported: 7, isVoid: false } as RoomState
  expect(draw(createElement(DoubleResult, { room, bets })).words).toContain(said)
})

test('before the first round the strip says that there is none, and then the result', () => {
  const strip = (rounds: readonly MinesRound[]) =>
    draw(createElement(RoundStrip, { rounds, textOf: () => '0,00×', label: 'Últimos resultados' })).words
  expect(strip([])).toBe('Nenhuma rodada ainda')
  expect(strip([mines])).toBe('0,00× perdeu')
})

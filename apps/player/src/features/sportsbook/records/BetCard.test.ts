import { createElement } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../shared/text/text.ts'
import { openAddress } from '../../../shared/testing/test-browser.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { useSlip } from '../slip-store.ts'
import type { Bet } from './bet.ts'
import { BetAmounts } from './BetAmounts.tsx'
import { BetCard } from './BetCard.tsx'
import { testBet, testBetLeg } from '../testing/test-bet.ts'
import { validStakeCents } from './valid-stake.ts'

await vi.hoisted(async () =>
  (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))
beforeEach(() => openAddress('/registros'))

const settled = (result: number, returnCents: number): Bet => ({
  ...testBet,
  status: 'settled',
  result,
  returnCents,
})

test.each([
  { what: 'open', bet: testBet, valid: 20_01 },
  { what: 'won', bet: settled(10, 38_02), valid: 20_01 },
  { what: 'lost', bet: settled(20, 0), valid: 20_01 },
  { what: 'refunded', bet: settled(90, 20_01), valid: 0 },
  { what: 'drawn', bet: settled(0, 20_01), valid: 0 },
  { what: 'half lost', bet: settled(11, 10_00), valid: 10_01 },
  { what: 'half won', bet: settled(21, 29_02), valid: 10_01 },
])('of a bet that is $what, $valid cents were at risk', ({ bet, valid }) => {
  expect(validStakeCents(bet)).toBe(valid)
})

test('3.17 a bet shows amount, valid amount, potential win, expected win, result and date', () => {
  expect(draw(createElement(BetCard, { bet: testBet })).words).toMatch(
    /Aposta confirmada .* Aposta R\$ 20,01 Retorno potencial R\$ 38,02/,
  )
  const { words } = draw(createElement(BetAmounts, { bet: testBet }))
  expect(words).toContain('Valor válido R$ 20,01')
  expect(words).toContain('Lucro potencial + R$ 18,01')
  expect(words).toMatch(/22\/11 \d\d:\d\d/)
})

test("a cashed-out bet shows the player's gain and the time, not the potential win", () => {
  const sold = { stakeCents: 20_01, paidCents: 25_30 }
  const closed = { sold, potentialReturnCents: 0, settledAt: '2026-11-22T16:00:00.000Z' }
  const bet: Bet = { ...testBet, ...closed, status: 'cashed_out', returnCents: 25_30 }
  const { words } = draw(createElement(BetAmounts, { bet }))
  expect(words).toContain('Resultado + R$ 5,29')
  expect(words).toMatch(/Encerrada em 22\/11/)
  expect(words).not.toContain('Lucro potencial')
  const half: Bet = { ...testBet, sold: { stakeCents: 10_00, paidCents: 12_00 }, potentialReturnCents: 19_00 }
  expect(draw(createElement(BetAmounts, { bet: half })).words).toContain('Lucro potencial + R$ 10,99')
})

test('a bet shows its promises, and what they refunded', () => {
  const insured: Bet = { ...testBet, kind: 'parlay', insurance: { maxCents: 8_00, paidCents: 0 } }
  const words = (bet: Bet) => draw(createElement(BetAmounts, { bet })).words
  expect(words(insured)).toContain('Seguro da múltipla devolve até R$ 8,00')
  expect(words({ ...insured, status: 'settled', result: 20, returnCents: 0 })).not.toContain('Seguro')
  const paid: Bet = { ...settled(20, 8_00), insurance: { maxCents: 8_00, paidCents: 8_00 } }
  expect(words(paid)).toContain('Seguro da múltipla aposta devolvida: R$ 8,00')
  expect(words({ ...testBet, earlyPayout: { lead: 2 } })).toContain('Pagamento antecipado 2 gols de vantagem')
})

const leg = (home: string, own: Partial<Bet['legs'][number]>) => testBetLeg({ outcomeId: home, home, ...own })

test('a system shows its combinations and bankers, and is repeated with them', () => {
  const legs = ['Alfa', 'Beta', 'Gama'].map((home, at) => leg(home, { isBanker: at === 1 }))
  const bet: Bet = { ...testBet, kind: 'system', folds: [1], legs }
  const { words, press } = draw(createElement(BetCard, { bet, isOpened: true }))
  expect(words).toContain('Sistema 1 de 2 + 1 fixa')
  expect(words).toMatch(/Beta Fixa .*Beta 0/)
  expect(words).not.toMatch(/(Alfa|Gama) Fixa/)
  press('Repetir')
  const { mode, folds, legs: chosen } = useSlip.getState()
  expect({ mode, folds, bankers: chosen.map(({ isBanker }) => isBanker) }).toEqual({
    mode: 'system',
    folds: [1],
    bankers: [undefined, true, undefined],
  })
})

test('each leg of a parlay shows pick, odds and result', () => {
  const legs = [
    leg('Alfa', { result: 10, priceMilli: 1820 }),
    leg('Beta', { result: 20, priceMilli: 1860 }),
    leg('Gama', { matchStatus: 0, homeScore: null, awayScore: null, priceMilli: 2040 }),
  ]
  const bet: Bet = { ...settled(20, 0), kind: 'parlay', folds: [3], legs }
  const { words } = draw(createElement(BetCard, { bet, isOpened: true }))
  expect(words).toContain('Odd total 6,90')
  expect(words).toMatch(/Alfa Ganhou 1,82 .*Beta Perdeu 1,86 .*Gama 2,04/)
})

test('a closed ticket says which market its pick answers: a "Sim" never stands alone', () => {
  const yes = leg('Alfa', { marketType: 'football.both_score', code: 'yes' })
  const single: Bet = { ...testBet, legs: [yes] }
  expect(draw(createElement(BetCard, { bet: single })).words).toContain('Sim Ambas marcam · Alfa × Visitante')
  const parlay: Bet = { ...testBet, kind: 'parlay', folds: [2], legs: [yes, leg('Beta', {})] }
  expect(draw(createElement(BetCard, { bet: parlay })).words).toContain('Ambas marcam: Sim · Beta')
})

test("an open parlay's ticket shows for every leg pick, odds, state and score", () => {
  const legs = [
    leg('Alfa', { result: 10, homeScore: 2, awayScore: 1, priceMilli: 1820 }),
    leg('Beta', { matchStatus: 1, homeScore: 1, awayScore: 0, priceMilli: 1860 }),
    leg('Gama', { matchStatus: 0, homeScore: null, awayScore: null, priceMilli: 2040 }),
  ]
  const bet: Bet = { ...testBet, kind: 'parlay', folds: [3], legs }
  const { words } = draw(createElement(BetCard, { bet, isOpened: true }))
  expect(words).toMatch(/Aposta R\$ 20,01 Odd total 6,90 Retorno potencial R\$ 38,02/)
  expect(words).toMatch(
    /Alfa Ganhou 1,82 .*Alfa 2 \S.* 1 Beta Em aberto 1,86 .*Beta 1 \S.* 0 Gama Em aberto 2,04/,
  )
})

test.each([
  { what: 'a won bet what it won', bet: settled(10, 38_02), says: 'Ganhou + R$ 38,02' },
  { what: 'a half won bet what came of it', bet: settled(21, 29_02), says: 'Ganhou + R$ 29,02' },
  { what: 'a lost bet what it would have won', bet: settled(20, 0), says: 'Ganharia R$ 38,02' },
  {
    what: 'a lost bet whose stake came back, what came back',
    bet: settled(20, 8_00),
    says: 'Retorno R$ 8,00',
  },
  { what: 'a refunded bet what came back', bet: settled(90, 20_01), says: 'Retorno R$ 20,01' },
])('the ticket says of $what', ({ bet, says }) => {
  expect(draw(createElement(BetCard, { bet })).words.endsWith(`Aposta R$ 20,01 ${says}`)).toBe(true)
})

test('an open multiple shows how many legs are decided, and each result', () => {
  const legs = [
    leg('Alfa', { result: 10 }),
    leg('Beta', { result: 90 }),
    leg('Gama', { matchStatus: 1, homeScore: 1 }),
    leg('Delta', { matchStatus: 0, homeScore: null, awayScore: null }),
  ]
  const bet: Bet = { ...testBet, kind: 'parlay', folds: [4], legs }
  const { html, words } = draw(createElement(BetCard, { bet }))
  expect(words).toContain('2 de 4 resolvidas')
  expect([...html.matchAll(/data-leg="(\w+)"/g)].map(([, tone]) => tone)).toEqual([
    'win',
    'info',
    'open',
    'open',
  ])
  expect(
    draw(createElement(BetCard, { bet: { ...bet, status: 'settled', result: 10 } })).words,
  ).not.toContain('resolvidas')
})

test('a leg on a race names the race, and no sides', () => {
  const race = { sport: 'racing', home: '', away: '', homeScore: null, awayScore: null, code: '4' } as const
  const legs = [
    leg('', { ...race, outcomeId: '1', title: 'Grande Prêmio', name: 'Trovão', marketType: 'racing.win' }),
    leg('', {
      ...race,
      outcomeId: '2',
      title: 'Copa: vencedor',
      name: 'Alfa',
      marketType: 'outright.winner',
    }),
  ]
  const bet: Bet = { ...testBet, kind: 'parlay', folds: [2], legs }
  const open = draw(createElement(BetCard, { bet, isOpened: true }))
  expect(open.words).toContain('Grande Prêmio')
  expect(open.words).toContain('Copa: vencedor')
  const crests = (html: string) => html.match(/size-18/g)?.length ?? 0
  expect(crests(open.html)).toBe(0)
  const state: Bet['legs'][number]['state'] = {
    family: 'race',
    distanceMetres: 1600,
    doneMetres: 1600,
    order: [7, 4],
    finishes: [
      { runner: 7, place: 1 },
      { runner: 4, place: 2 },
    ],
  }
  const over: Bet = {
    ...settled(20, 0),
    legs: [leg('', { ...legs[0], state })],
  }
  expect(draw(createElement(BetCard, { bet: over, isOpened: true })).words).toContain(
    'Grande Prêmio Trovão 2º',
  )
  const match: Bet = { ...testBet, legs: [leg('Alfa', {})] }
  expect(crests(draw(createElement(BetCard, { bet: match, isOpened: true })).html)).toBe(2)
})

test('an open bet can be shared, a finished one cannot', () => {
  const bet: Bet = { ...testBet, legs: [leg('Alfa', { matchStatus: 0 })] }
  const isHandedOn = (own: Bet) =>
    draw(createElement(BetCard, { bet: own, isOpened: true })).html.includes('Compartilhar cupom')
  expect(isHandedOn(bet)).toBe(true)
  expect(isHandedOn({ ...bet, status: 'settled', result: 10, returnCents: 38_02 })).toBe(false)
})

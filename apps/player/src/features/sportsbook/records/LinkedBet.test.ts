import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { callKey } from '../../../shared/api/use-call.ts'
import { queryClient } from '../../../shared/query.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { openAddress, openServer } from '../../../shared/testing/test-browser.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { testBet } from '../testing/test-bet.ts'
import { LinkedBet } from './LinkedBet.tsx'
import { callsFor, offersCall } from './use-cash-outs.ts'

await vi.hoisted(async () =>
  (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(async () => {
  await loadTexts('first', 'pt-BR')
  openAddress('/registros')
})

const { betId } = testBet
const offers = [
  {
    betId,
    quoteId: 'quote',
    offerCents: 10_13,
    fairCents: 10_66,
    minPartCents: 1_00,
    expiresAt: '2026-11-22T15:00:15.000Z',
  },
]

test('a linked bet can be sold there, once its offer is loaded', () => {
  const params = { betId }
  queryClient.setQueryData(callKey('GET /api/app/sportsbook/bets/:betId', { params }), testBet)
  const words = () => draw(createElement(LinkedBet, { betId, onLeave: () => undefined })).words
  expect(words()).not.toContain('Sem valor para encerrar agora')
  queryClient.setQueryData([offersCall, { betIds: betId }], { offers, levels: [] })
  expect(words()).toContain('Encerrar por R$ 10,13')
  queryClient.setQueryData([offersCall, { betIds: betId }], { offers: [], levels: [] })
  expect(words()).toContain('Sem valor para encerrar agora')
})

test('a set trigger is shown and removable while the bet cannot be sold', async () => {
  const sent = openServer({ '/api/app/sportsbook/cashOutRule': { data: { set: false } } })
  const levels = [
    { betId, kind: 'notify', levelCents: 9_00 },
    { betId, kind: 'sell', levelCents: 12_50 },
  ]
  queryClient.setQueryData([offersCall, { betIds: betId }], { offers: [], levels })
  const { words, press } = draw(createElement(LinkedBet, { betId, onLeave: () => undefined }))
  expect(words).toMatch(
    /odds suspensas.* Encerra automaticamente a partir de R\$ 12,50 Desligar Avisa .*R\$ 9,00/,
  )
  press('Desligar')
  await expect.poll(() => sent.map(({ path }) => path)).toContain('/api/app/sportsbook/cashOutRule')
  expect(JSON.parse(sent[0]?.body ?? '{}')).toEqual({ betId, kind: 'notify' })
})

test('with more open bets than one call accepts, each gets its offer', () => {
  const bets = Array.from({ length: 45 }, (_, at) => ({ ...testBet, betId: String(at).padStart(13, '0') }))
  const settled = { ...testBet, betId: 'ZZZZZZZZZZZZZ', status: 'settled' as const }
  const calls = callsFor([settled, ...bets])
  expect(calls.map((call) => call.split(',').length)).toEqual([20, 20, 5])
  expect(calls.flatMap((call) => call.split(','))).toEqual(bets.map((bet) => bet.betId))
  expect(callsFor([settled])).toEqual([])
})

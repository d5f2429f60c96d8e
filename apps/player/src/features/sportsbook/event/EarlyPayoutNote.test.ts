import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { callKey } from '../../../shared/api/use-call.ts'
import { queryClient } from '../../../shared/query.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { EarlyPayoutNote } from './EarlyPayoutNote.tsx'

await vi.hoisted(async () =>
  (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

const until = '2099-01-01T00:00:00.000Z'
beforeAll(async () => {
  await loadTexts('first', 'pt-BR')
  queryClient.setQueryData(callKey('GET /api/app/sportsbook/boosts'), {
    winnings: [],
    prices: [],
    earlyPayouts: [
      { sport: 'football', lead: 3, until },
      { sport: 'football', lead: 2, until },
    ],
    insurances: [],
  })
})

test.each([
  { what: 'who wins a match that has not begun', own: {}, says: /^Abriu 2 gols de vantagem/ },
  { what: 'one that is being played', own: { matchStatus: 1 }, says: /^$/ },
  { what: 'one of another sport', own: { sport: 'tennis' as const }, says: /^$/ },
  { what: 'another question', own: { type: 'football.total' }, says: /^$/ },
])('an early payout is announced beside $what: $says', ({ own, says }) => {
  const { type = 'football.1x2', ...of } = own as { type?: string }
  const fixture = { sport: 'football' as const, matchStatus: 0, ...of }
  expect(draw(createElement(EarlyPayoutNote, { fixture, type, period: 'full' })).words).toMatch(says)
})

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { draw } from '../../../shared/testing/drawn.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { Waiting } from './Waiting.tsx'

await vi.hoisted(async () =>
  (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

const requestId = '0123456789abcdef'

beforeAll(() => loadTexts('first', 'pt-BR'))

/** The text beside a bet decided in a minute that can be cancelled for this long. */
const words = (cancelMs: number, isReferred = false): string => {
  const client = new QueryClient()
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  client.setQueryData(['GET /api/app/sportsbook/betRequest/:requestId', requestId], {
    status: 'waiting',
    dueAt: at(60_000),
    cancelUntil: at(cancelMs),
    isReferred,
    bet: null,
    code: null,
    message: null,
    detail: null,
  })
  return draw(createElement(QueryClientProvider, { client }, createElement(Waiting, { requestId }))).words
}

test('shows for how long it can be cancelled', () => {
  expect(words(30_000)).toMatch(/Ainda dá para cancelar: (30|29) s/)
  expect(words(30_000)).toMatch(/(60|59) s .*Ainda dá/)
  expect(words(-1)).not.toContain('Ainda dá')
})

test('a pending bet can be cancelled in its first part, and then only counts down', () => {
  expect(words(30_000)).toContain('Cancelar aposta')
  expect(words(-1)).not.toContain('Cancelar aposta')
  expect(words(-1)).toMatch(/6\d|59/)
})

test('a bet that a trader looks at says so, and can be cancelled as long as it waits', () => {
  expect(words(60_000, true)).toMatch(/Em análise: (60|59) s/)
  expect(words(60_000, true)).toContain('Cancelar aposta')
  expect(words(60_000, true)).not.toContain('Ainda dá')
})

import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callKey } from '../shared/api/use-call.ts'
import { queryClient } from '../shared/query.ts'
import { draw } from '../shared/testing/drawn.ts'
import { keepInBrowser, openAddress } from '../shared/testing/test-browser.ts'
import { loadTexts } from '../shared/text/text.ts'
import { RealityCheck } from './RealityCheck.tsx'

await vi.hoisted(async () =>
  (await import('../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

// What is fetched later stands here at once.
vi.mock('../shared/feature.ts', async (original) => ({
  ...(await original<object>()),
  lazilyIn: () => () => (props: { needsLimits?: boolean }) =>
    props.needsLimits === undefined ? 'something else' : `risks, limits needed: ${props.needsLimits}`,
}))

beforeAll(() => loadTexts('first', 'pt-BR'))
beforeEach(() => {
  keepInBrowser({ token: 'ana' })
  openAddress('/dice')
})
afterEach(() => queryClient.clear())

test.each([
  { at: '/', risksDue: true, needed: ['loss', 'time'], shown: 'risks, limits needed: true' },
  { at: '/', risksDue: true, needed: [], shown: 'risks, limits needed: false' },
  { at: '/ajuda/termos', risksDue: true, needed: [], shown: '' }, // where things are read
  { at: '/', risksDue: false, needed: ['loss'], shown: '' },
])('R1 at $at with risks due $risksDue the dialog is: $shown', ({ at, risksDue, needed, shown }) => {
  queryClient.setQueryData(callKey('GET /api/app/protection/limits'), {
    session: { startedAt: new Date().toISOString(), netResultCents: 0 },
    limits: [],
    breaks: [],
    needed,
    risksDue,
  })
  expect(draw(createElement(RealityCheck), at).words).toBe(shown)
})

import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Fixture } from '../../../shared/fixture.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { LivePanel } from './LivePanel.tsx'

await vi.hoisted(async () => (await import('../../../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)
beforeAll(() => loadTexts('first', 'pt-BR'))

const counted = { family: 'football', score: [2, 1], shots: [9, 4], possession: [60, 40] }
const race = { family: 'race', order: [3, 1], metersLeft: 400, finishes: null }

test.each([
  { what: 'a match of football', sport: 'football', state: counted, shows: /Estatísticas.*2 Gols 1/ },
  { what: 'a race, of which nothing is counted', sport: 'racing', state: race, shows: /^O que acontecer/ },
])('the live panel of $what starts with the most informative part', ({ sport, state, shows }) => {
  const fixture = { fixtureId: '5', version: 1, sport, state, matchStatus: 1, clock: null }
  expect(draw(createElement(LivePanel, { fixture: fixture as unknown as Fixture })).words.trim()).toMatch(
    shows,
  )
})

test('a count that neither side has is drawn without their colours', () => {
  const state = { family: 'football', score: [0, 0], shots: [3, 0], possession: [60, 40], redCards: [0, 0] }
  const fixture = { fixtureId: '5', version: 1, sport: 'football', state, matchStatus: 1, clock: null }
  const { html } = draw(createElement(LivePanel, { fixture: fixture as unknown as Fixture }))
  expect(html.match(/<dt/g)).toHaveLength(4)
  expect(html.match(/data-counted="true"/g)).toHaveLength(2)
})

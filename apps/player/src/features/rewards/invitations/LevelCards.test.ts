import { createElement } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callKey } from '../../../shared/api/use-call.ts'
import { useLook } from '../../../shared/look.ts'
import { queryClient } from '../../../shared/query.ts'
import { userInfoKey } from '../../../shared/session.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { openAddress } from '../../../shared/testing/test-browser.ts'
import { testUser } from '../../../shared/testing/test-user.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { AgentPage } from './AgentPage.tsx'
import { LevelCards } from './LevelCards.tsx'
import { SharePage } from './SharePage.tsx'

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
beforeEach(() => openAddress('/agentJl'))

const levels = [
  { level: 1, persons: 3, settledCents: 0, earnedCents: 1_000, rateBps: 30 },
  { level: 2, persons: 1_234, settledCents: 0, earnedCents: 500, rateBps: 10 },
  { level: 3, persons: 2_500_000, settledCents: 0, earnedCents: 0, rateBps: 5 },
]
const knowStakes = () => {
  const staked = { level1Amount: 12.5, level2Amount: 7_000, level3Amount: 0.7 }
  queryClient.setQueryData(userInfoKey, { ...testUser, ...staked })
}
const cards = () => {
  knowStakes()
  return draw(createElement(LevelCards, { levels })).words.replace(/\s+/g, ' ')
}

test('3.04 the three levels show their stakes from the user info, beside their earnings', () => {
  expect(cards()).toMatch(
    /Nível 1 .* R\$ 10,00 Apostas: R\$ 12,50 .* R\$ 5,00 Apostas: R\$ 7\.000,00 .* Apostas: R\$ 0,70/,
  )
})

test('2.09 the agent page shows persons and amounts of the three levels, each its own', () => {
  knowStakes()
  const earned = { todayCents: 100, sevenDaysCents: 200, totalCents: 1_500 }
  queryClient.setQueryData(callKey('GET /api/app/rewards/invitations'), {
    code: 'ABCD2345',
    levels: levels.map((one) => ({ ...one, persons: one.level * 11 })),
    earned,
    heldCents: 0,
  })
  const { words } = draw(createElement(AgentPage), '/agentJl')
  // Each count-up starts at zero visually, and is final at once for screen readers.
  expect(words).toMatch(
    /Nível 1 0 pessoas 11 pessoas R\$ 10,00 Apostas: R\$ 12,50 .*Nível 2 0 pessoas 22 pessoas R\$ 5,00 Apostas: R\$ 7\.000,00 .*Nível 3 0 pessoas 33 pessoas R\$ 0,00 Apostas: R\$ 0,70/,
  )
})

test('9.15 the agent page and the share page format people counts in K+ and M+, in rings and cards', () => {
  knowStakes()
  const earned = { todayCents: 100, sevenDaysCents: 200, totalCents: 1_500 }
  const own = { code: 'ABCD2345', url: 'https://palpite.example/yABCD2345', latest: [], mayAccept: false }
  queryClient.setQueryData(callKey('GET /api/app/rewards/invitations'), {
    ...own,
    levels,
    earned,
    heldCents: 0,
  })
  const timesIn = (page: typeof AgentPage, path: string) => {
    const { words } = draw(createElement(page), path)
    return ['1K+ pessoas', '2M+ pessoas'].map((text) => words.split(text).length - 1)
  }
  expect(timesIn(AgentPage, '/agentJl')).toEqual([2, 2]) // a card and a ring button for each level
  expect(timesIn(SharePage, '/share')).toEqual([1, 1])
})

test("9.15 a level's people are counted up, from a thousand on in K+ and M+", () => {
  useLook.setState({ motion: 'off' })
  const shown = cards()
  expect(shown).toContain('3 pessoas')
  expect(shown).toContain('1K+ pessoas')
  expect(shown).toContain('2M+ pessoas')
  useLook.setState({ motion: 'on' })
})

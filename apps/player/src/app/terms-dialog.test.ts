import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../shared/query.ts'
import { beginSession } from '../shared/session.ts'
import { draw } from '../shared/testing/drawn.ts'
import { keepInBrowser, openAddress, openServer } from '../shared/testing/test-browser.ts'
import { loadTexts } from '../shared/text/text.ts'
import { userInfoKey } from '../shared/session.ts'
import { testUser } from '../shared/testing/test-user.ts'
import { RealityCheck } from './RealityCheck.tsx'
import { TermsDialog } from './TermsDialog.tsx'

await vi.hoisted(async () =>
  (await import('../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

// Lazily loaded parts are available at once here.
vi.mock('../shared/feature.ts', async (original) => ({
  ...(await original<object>()),
  lazilyIn: () => () => (props: { version?: string }) => `shown: ${props.version ?? 'something else'}`,
}))

beforeAll(() => loadTexts('first', 'pt-BR'))
beforeEach(() => {
  keepInBrowser({ token: 'ana' })
  openAddress('/')
  beginSession('ana')
})
afterEach(() => queryClient.clear())

const open = () => draw(createElement(TermsDialog, { version: '2026-12' }))

test('the dialog links to the changed terms and offers to accept them or to log out', () => {
  const { html, words } = open()
  expect(words).toContain('Nossos termos mudaram')
  expect(html).toMatch(/href="\/ajuda\/[a-z]+" target="_blank"/)
  expect(words).toContain('Sair')
})

test('acceptance is sent with the shown version, and the user is reloaded', async () => {
  const sent = openServer({ '/api/app/user/acceptTerms': {} })
  open().press('Aceitar e continuar')
  await expect.poll(() => sent.map(({ path }) => path)).toContain('/api/app/user/userInfo')
  const [yes] = sent
  expect(yes?.path).toBe('/api/app/user/acceptTerms')
  expect(JSON.parse(yes?.body ?? '')).toEqual({ version: '2026-12' })
})

test.each([
  { at: '/', termsDue: '2026-12', shown: true },
  { at: '/ajuda/termos', termsDue: '2026-12', shown: false }, // on a page where terms can be read
  { at: '/', termsDue: null, shown: false },
])('at $at with terms $termsDue still to accept they are asked for: $shown', ({ at, termsDue, shown }) => {
  queryClient.setQueryData(userInfoKey, { ...testUser, termsDue })
  expect(draw(createElement(RealityCheck), at).html.includes('shown: 2026-12')).toBe(shown)
})

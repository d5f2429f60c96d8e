import { expect, test, vi } from 'vitest'

await vi.hoisted(async () => (await import('./testing/test-browser.ts')).keepInBrowser())

const { draftOf, keepDraft } = await import('./use-draft.ts')
const { useToken } = await import('./session.ts')

test('what was typed is there again, until the player leaves', () => {
  expect(draftOf('kyc.name', '')).toBe('')
  keepDraft('kyc.name', 'Ana')
  expect(draftOf('kyc.name', '')).toBe('Ana')
  useToken.setState({ token: 'ana' })
  expect(draftOf('kyc.name', '')).toBe('Ana')
  useToken.setState({ token: '' })
  expect(draftOf('kyc.name', '')).toBe('')
})

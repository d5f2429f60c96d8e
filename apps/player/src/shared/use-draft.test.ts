import { beforeEach, expect, test, vi } from 'vitest'

await vi.hoisted(async () => (await import('./testing/test-browser.ts')).keepInBrowser())

const { draftOf, keepDraft } = await import('./use-draft.ts')
const { useToken } = await import('./session.ts')

beforeEach(() => {
  vi.useFakeTimers()
  useToken.setState({ token: '' })
})

test('a draft is restored until the player leaves', () => {
  useToken.setState({ token: 'ana' })
  expect(draftOf('kyc.name', '')).toBe('')
  keepDraft('kyc.name', 'Ana')
  expect(draftOf('kyc.name', '')).toBe('Ana')
  useToken.setState({ token: '' })
  expect(draftOf('kyc.name', '')).toBe('')
})

test("a visitor's typed e-mail is not shown after a login", () => {
  keepDraft('enter.email', 'ana@example.com')
  useToken.setState({ token: 'ana' })
  expect(draftOf('enter.email', '')).toBe('')
  keepDraft('enter.email', 'ana@example.com')
  useToken.setState({ token: 'bia' })
  expect(draftOf('enter.email', '')).toBe('')
})

test('the next visitor of a device does not find an old draft', () => {
  keepDraft('enter.phone', '11999990000')
  vi.advanceTimersByTime(14 * 60_000)
  expect(draftOf('enter.phone', '')).toBe('11999990000')
  vi.advanceTimersByTime(60_000)
  expect(draftOf('enter.phone', '')).toBe('')
})

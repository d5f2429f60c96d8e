import { beforeEach, expect, test, vi } from 'vitest'

await vi.hoisted(async () => (await import('./testing/test-browser.ts')).keepInBrowser())

const { draftOf, keepDraft } = await import('./use-draft.ts')
const { useToken } = await import('./session.ts')

beforeEach(() => {
  vi.useFakeTimers()
  useToken.setState({ token: '' })
})

test('what was typed is there again, until the player leaves', () => {
  useToken.setState({ token: 'ana' })
  expect(draftOf('kyc.name', '')).toBe('')
  keepDraft('kyc.name', 'Ana')
  expect(draftOf('kyc.name', '')).toBe('Ana')
  useToken.setState({ token: '' })
  expect(draftOf('kyc.name', '')).toBe('')
})

test('the e-mail that a visitor typed is shown to nobody once an account was entered', () => {
  keepDraft('enter.email', 'ana@example.com')
  useToken.setState({ token: 'ana' })
  expect(draftOf('enter.email', '')).toBe('')
  keepDraft('enter.email', 'ana@example.com')
  useToken.setState({ token: 'bia' })
  expect(draftOf('enter.email', '')).toBe('')
})

test('the next visitor of a device does not find what was typed there a while ago', () => {
  keepDraft('enter.phone', '11999990000')
  vi.advanceTimersByTime(14 * 60_000)
  expect(draftOf('enter.phone', '')).toBe('11999990000')
  vi.advanceTimersByTime(60_000)
  expect(draftOf('enter.phone', '')).toBe('')
})

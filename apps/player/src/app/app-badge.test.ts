import { afterEach, expect, test, vi } from 'vitest'
import { writePlayerEvent } from '../shared/live-cache.ts'
import { queryClient } from '../shared/query.ts'
import { beginSession, endSession } from '../shared/session.ts'
import { openAddress, openServer } from '../shared/testing/test-browser.ts'
import { keepAppBadge } from './app-badge.ts'

const icon = vi.hoisted(() => ({
  badge: 0 as number | 'a dot',
  whenSeen: () => {},
}))
await vi.hoisted(async () => {
  ;(await import('../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' })
  vi.stubGlobal('navigator', {
    onLine: true,
    setAppBadge: async (count: number) => void (icon.badge = count),
    clearAppBadge: async () => void (icon.badge = 0),
  })
  vi.stubGlobal('document', {
    cookie: '',
    visibilityState: 'visible',
    addEventListener: (_name: string, listener: () => void) => (icon.whenSeen = listener),
  })
})
afterEach(() => queryClient.clear())

/** The server reports this many unread messages. */
const unread = (cashier: number) =>
  openServer({ '/api/app/messages/unread': { data: { result: 1, bonus: 0, cashier, system: 0 } } })
const badge = () => icon.badge

test('the badge shows the unread count on any page, and is cleared with the session', async () => {
  openAddress('/dice') // neither menu nor message centre is open
  const sent = unread(2)
  keepAppBadge()
  await expect.poll(badge).toBe(3)
  expect(sent).toHaveLength(1)
  unread(4)
  writePlayerEvent('message', { seq: 0, kind: 'cashier' })
  await expect.poll(badge).toBe(5)
  icon.badge = 'a dot' // the service worker marked a push, without a count
  icon.whenSeen()
  expect(badge()).toBe(5)
  endSession()
  expect(badge()).toBe(0)
  writePlayerEvent('message', { seq: 0, kind: 'cashier' })
  icon.whenSeen()
  expect(badge()).toBe(0)
  unread(0)
  beginSession('bia')
  await expect.poll(badge).toBe(1)
})

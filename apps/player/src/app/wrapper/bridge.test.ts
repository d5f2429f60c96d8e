import { beforeEach, expect, test, vi } from 'vitest'
import { openAddress } from '../../shared/testing/test-browser.ts'
import { answer } from './bridge.ts'
import { readWrapperMessage, appChannelOf, type Reported } from './messages.ts'

await vi.hoisted(async () => (await import('../../shared/testing/test-browser.ts')).keepInBrowser())

beforeEach(() => openAddress('/home?isapp=1'))

const reported: Reported[] = []
const report = (message: Reported) => void reported.push(message)
beforeEach(() => void reported.splice(0))

test('a deep link of the wrapper opens an app page, which keeps the wrapper mark', () => {
  answer('{"v":1,"type":"go","path":"/footballPage?when=week"}', report)
  expect(location.pathname).toBe('/footballPage')
  expect(new URLSearchParams(location.search).get('isapp')).toBe('1')
})

test.each([
  '{"v":1,"type":"go","path":"//elsewhere.example"}',
  '{"v":1,"type":"go","path":"/\\\\elsewhere.example"}',
  '{"v":1,"type":"go","path":"https://elsewhere.example"}',
  '{"v":2,"type":"go","path":"/vip"}',
  '{"v":1,"type":"token"}',
  'no JSON',
  'null',
  7,
])('%s is no message of an app wrapper, and is ignored', (received) => {
  expect(readWrapperMessage(received)).toBeUndefined()
  answer(received, report)
  expect([location.pathname, reported]).toEqual(['/home', []])
})

test("the back button goes back in the app, and is the wrapper's where the visit began", () => {
  answer('{"v":1,"type":"back"}', report)
  answer('{"v":1,"type":"go","path":"/vip"}', report)
  answer('{"v":1,"type":"back"}', report)
  expect(reported).toEqual([
    { type: 'back', handled: false },
    { type: 'back', handled: true },
  ])
})

test('both kinds of web view get the same messages; without one none are sent', () => {
  const heard: string[] = []
  const port = { postMessage: (message: string) => void heard.push(message) }
  for (const wrapped of [{ palpiteApp: port }, { webkit: { messageHandlers: { palpiteApp: port } } }])
    appChannelOf(wrapped)?.({ type: 'badge', count: 3 })
  expect(heard).toEqual(Array.from({ length: 2 }, () => '{"v":1,"type":"badge","count":3}'))
  expect(appChannelOf({})).toBeUndefined()
})

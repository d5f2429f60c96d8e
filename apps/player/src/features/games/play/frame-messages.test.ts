import { expect, test } from 'vitest'
import { messageOf, postToFrame } from './frame-messages.ts'

const window = {} as Window
const origin = 'https://studio.example'
const from = { origin, window }

test('a message of the framed game is accepted', () => {
  expect(messageOf({ origin, source: window, data: { type: 'roundEnded' } }, from)).toEqual({
    type: 'roundEnded',
  })
})

test.each([
  ['another origin', { origin: 'https://evil.example', source: window, data: { type: 'ready' } }],
  ['an origin that only begins alike', { origin: `${origin}.evil`, source: window, data: { type: 'ready' } }],
  ['another window', { origin, source: {} as Window, data: { type: 'ready' } }],
  ['no window', { origin, source: null, data: { type: 'ready' } }],
  ['a text', { origin, source: window, data: 'ready' }],
  ['nothing', { origin, source: window, data: null }],
  ['an unknown kind', { origin, source: window, data: { type: 'pay', cents: 1 } }],
  ['a field too many', { origin, source: window, data: { type: 'ready', balance: 1 } }],
])('a message from a frame is passed over: %s', (_what, event) => {
  expect(messageOf(event, from)).toBeUndefined()
})

test("a message goes only to the game's exact origin", () => {
  const reported: unknown[][] = []
  const frame = { contentWindow: { postMessage: (...all: unknown[]) => reported.push(all) } }
  postToFrame(frame as unknown as HTMLIFrameElement, origin, { type: 'notice', text: 'Olá' })
  expect(reported).toEqual([[{ type: 'notice', text: 'Olá' }, origin]])
})

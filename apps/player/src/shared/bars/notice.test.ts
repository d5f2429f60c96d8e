import { afterEach, expect, test } from 'vitest'
import { publishHere } from '../live.ts'
import { closeNotice, useNotice } from './notice.ts'

const other = new BroadcastChannel('palpite.notice')
afterEach(closeNotice)

test('a notice stands in the banner, and goes to the other windows by message', async () => {
  const heard = new Promise((done) => other.addEventListener('message', ({ data }) => done(data)))
  publishHere('notice', { seq: 1, text: 'Manutenção às 3 h' })
  expect(useNotice.getState().text).toBe('Manutenção às 3 h')
  expect(await heard).toBe('Manutenção às 3 h')
})

test('the window of a game, which has no connection, shows what another one heard', async () => {
  other.postMessage('Manutenção às 4 h')
  await expect.poll(() => useNotice.getState().text).toBe('Manutenção às 4 h')
  other.close()
})

import { afterEach, expect, test } from 'vitest'
import { keepInBrowser, openAddress, openServer } from '../testing/test-browser.ts'
import { publishHere } from '../live.ts'
import { askForNotice, closeNotice, useNotice } from './notice.ts'

keepInBrowser()
openAddress('/play')
const other = new BroadcastChannel('palpite.notice')
afterEach(closeNotice)

test('a notice appears in the banner and is broadcast to the other windows', async () => {
  const heard = new Promise((done) => other.addEventListener('message', ({ data }) => done(data)))
  publishHere('notice', { seq: 1, text: 'Manutenção às 3 h' })
  expect(useNotice.getState().text).toBe('Manutenção às 3 h')
  expect(await heard).toEqual({ seq: 1, text: 'Manutenção às 3 h' })
})

test("a game's window, without a connection, shows a notice another window received", async () => {
  other.postMessage({ seq: 2, text: 'Manutenção às 4 h' })
  await expect.poll(() => useNotice.getState().text).toBe('Manutenção às 4 h')
  other.close()
})

test("4.10 a game's page fetches notices itself, and shows none twice", async () => {
  const notice = { seq: 9, text: 'Manutenção às 5 h' }
  const first = openServer({ '/api/app/realtime/notice': { data: notice } })
  await askForNotice()
  expect(useNotice.getState().text).toBe(notice.text)
  closeNotice()
  publishHere('notice', notice)
  const second = openServer({ '/api/app/realtime/notice': { data: { seq: 9, text: null } } })
  await askForNotice()
  expect(useNotice.getState().text).toBe('')
  expect([...first, ...second].map(({ path }) => path)).toEqual([
    '/api/app/realtime/notice?after=2',
    '/api/app/realtime/notice?after=9',
  ])
})

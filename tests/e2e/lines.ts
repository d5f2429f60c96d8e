import type { Page, WebSocket } from 'playwright-core'

const LATE_MS = 60_000

/**
 * The first socket of this page that the server greets, of however many it opens. Asked for before the page is opened:
 * the greeting may come within a moment.
 */
export const untilGreeted = (page: Page): Promise<WebSocket> =>
  new Promise((greeted, fail) => {
    const late = setTimeout(() => fail(new Error('no socket of this page was greeted')), LATE_MS)
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (!payload.includes('"ready"')) return
        clearTimeout(late)
        greeted(socket)
      })
    })
  })

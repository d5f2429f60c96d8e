import type { Page, WebSocket } from '@playwright/test'

/**
 * The first socket of this page that the server greets, of however many it opens. Asked for before the page is opened:
 * the greeting may come within a moment.
 */
export const untilGreeted = (page: Page): Promise<WebSocket> =>
  new Promise((greeted) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (payload.includes('"ready"')) greeted(socket)
      })
    })
  })

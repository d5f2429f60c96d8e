import type { Page, WebSocket } from '@playwright/test'

/** The first socket of this page that the server greets. Call before the page opens: the greeting may come at once. */
export const greetedSocket = (page: Page): Promise<WebSocket> =>
  new Promise((greeted) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (payload.includes('"ready"')) greeted(socket)
      })
    })
  })

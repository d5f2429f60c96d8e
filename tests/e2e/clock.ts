import type { Page, Request } from '@playwright/test'
import { expect } from './test.ts'

/** Between reading a page's clock and stopping it: a clock that is past its stop cannot be stopped there. */
const AHEAD_MS = 5_000

/** Moves a page's clock while no call is in flight: one would time out. Call before the page opens. */
export function clockOf(page: Page) {
  const underWay = new Set<Request>()
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) underWay.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => underWay.delete(request))
  return {
    /** Each timer that is due by then fires once; `meanwhile` is done while the clock stands. */
    passes: async (time: string, meanwhile?: () => Promise<unknown>) => {
      await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + AHEAD_MS)
      await expect.poll(() => underWay.size).toBe(0)
      await meanwhile?.()
      await page.clock.fastForward(time)
      await page.clock.resume()
    },
  }
}

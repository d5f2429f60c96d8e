import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import type { World } from '../../tests/e2e/player.ts'
import type { Row } from './table.ts'

const SCRIPTS_GOAL_KB = 120
const ALL_GOAL_KB = 250
/** By then home's own requests are answered. */
const SETTLE_MS = 5000

/**
 * The bytes of a visitor's first visit to home: its gzipped scripts, and everything transferred with headers.
 * Excludes the worker that caches the other pages afterwards.
 */
export async function measureFirstRoute(browser: Browser, world: World): Promise<Row[]> {
  const context = await browser.newContext({
    viewport: { width: 393, height: 852 },
    locale: 'pt-BR',
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    const line = await context.newCDPSession(page)
    await line.send('Network.enable')
    let bytes = 0
    const scripts: Promise<number>[] = []
    line.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
    })
    await page.goto(`${world.url}/home`)
    await page.waitForTimeout(SETTLE_MS)
    const scriptBytes = (await Promise.all(scripts)).reduce((sum, each) => sum + each, 0)
    const row = (name: string, what: string, value: number, goal: number): Row => ({
      name,
      what,
      value: value / 1000,
      unit: 'kB',
      goal,
    })
    return [
      row('first_route_kb', 'scripts of a first visit of home, gzipped', scriptBytes, SCRIPTS_GOAL_KB),
      row('home_kb', 'all of a first visit of home, as it is sent', bytes, ALL_GOAL_KB),
    ]
  } finally {
    await context.close()
  }
}

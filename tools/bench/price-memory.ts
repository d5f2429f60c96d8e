import type { Browser, CDPSession, Page } from 'playwright-core'
import type { World } from '../../tests/e2e/player.ts'
import { onSlowPage } from './frames.ts'
import { type Fixture, moveOf, openPriceList } from './price-list.ts'
import type { Row } from './table.ts'

/** An hour of a busy evening: what a list of three hundred prices is told at ten updates a second. */
const UPDATES = 36_000
/** Told before memory is counted: by then every row has been drawn and every cache has what it keeps. */
const WARM_UP = 24_000
const AT_ONCE = 1200
/** Told between two frames. */
const A_FRAME = 12
const GOAL_MB = 1
/** Arrows of prices that moved are gone after this. */
const CALM_MS = 3000

/**
 * How much more memory a list of three hundred prices holds after an hour of updates, told as fast as the page takes
 * them. Counted once the browser has thrown away what nobody holds; nodes and listeners beside it.
 */
export async function measurePriceMemory(browser: Browser, world: World): Promise<Row[]> {
  const { before, after } = await onSlowPage(browser, async (page) => {
    const fixtures = await openPriceList(page, world)
    const devTools = await page.context().newCDPSession(page)
    await tellMoves(page, fixtures, 0, WARM_UP)
    const first = await held(page, devTools)
    await tellMoves(page, fixtures, WARM_UP, WARM_UP + UPDATES)
    return { before: first, after: await held(page, devTools) }
  })
  const what = `after ${UPDATES} updates of 300 prices, an hour at ten a second`
  return [
    {
      name: 'heap_growth_mb',
      what: `memory more ${what}`,
      value: after.megabytes - before.megabytes,
      unit: 'MB',
      goal: GOAL_MB,
    },
    {
      name: 'nodes_growth',
      what: `nodes more ${what}`,
      value: after.nodes - before.nodes,
      unit: 'nodes',
      goal: 0,
    },
    {
      name: 'listeners_growth',
      what: `listeners more ${what}`,
      value: after.listeners - before.listeners,
      unit: 'listeners',
      goal: 0,
    },
  ]
}

/** Tells the moves of these turns, a few between two frames, and comes back once the last are drawn. */
async function tellMoves(
  page: Page,
  fixtures: readonly Fixture[],
  from: number,
  until: number,
): Promise<void> {
  for (let turn = from; turn < until; turn += AT_ONCE) {
    const messages = Array.from({ length: Math.min(AT_ONCE, until - turn) }, (_, at) =>
      moveOf(fixtures, turn + at),
    )
    await page.evaluate(`new Promise((done) => {
      const messages = ${JSON.stringify(messages)}
      const tell = () => {
        for (const data of messages.splice(0, ${A_FRAME}))
          window.pricesSocket.dispatchEvent(new MessageEvent('message', { data }))
        requestAnimationFrame(messages.length > 0 ? tell : () => done())
      }
      tell()
    })`)
  }
}

/** What the page holds once it is calm and all that nobody holds was thrown away. */
async function held(page: Page, devTools: CDPSession) {
  await page.waitForTimeout(CALM_MS)
  await devTools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devTools.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await devTools.send('Memory.getDOMCounters')
  return { megabytes: usedSize / 1e6, nodes, listeners: jsEventListeners }
}

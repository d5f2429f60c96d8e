import type { Browser, CDPSession, Page } from 'playwright-core'
import type { World } from '../../tests/e2e/player.ts'
import { onSlowPage } from './frames.ts'
import { type Fixture, moveOf, openPriceList } from './price-list.ts'
import type { Row } from './table.ts'

/** An hour of a busy evening: the messages that a list of 300 prices receives at ten updates a second. */
const UPDATES = 36_000
/** Sent before memory is counted: by then every row was rendered and every cache is full. */
const WARM_UP = 24_000
const AT_ONCE = 1200
/** Sent between two frames. */
const A_FRAME = 12
const GOAL_MB = 1
/** Arrows of prices that moved are gone after this. */
const CALM_MS = 3000

/**
 * The growth in memory of a list of three hundred prices over an hour of updates, sent as fast as the page applies
 * them. Counted after garbage collection, with nodes and listeners.
 */
export async function measurePriceMemory(browser: Browser, world: World): Promise<Row[]> {
  const { before, after } = await onSlowPage(browser, async (page) => {
    const fixtures = await openPriceList(page, world)
    const devTools = await page.context().newCDPSession(page)
    await sendMoves(page, fixtures, 0, WARM_UP)
    const first = await held(page, devTools)
    await sendMoves(page, fixtures, WARM_UP, WARM_UP + UPDATES)
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

/** Sends the moves of these turns, a few between two frames; resolves once the last are rendered. */
async function sendMoves(
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

/** The page's memory when idle, after garbage collection. */
async function held(page: Page, devTools: CDPSession) {
  await page.waitForTimeout(CALM_MS)
  await devTools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devTools.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await devTools.send('Memory.getDOMCounters')
  return { megabytes: usedSize / 1e6, nodes, listeners: jsEventListeners }
}

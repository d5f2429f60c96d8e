import type { Browser, Page } from 'playwright-core'
import type { World } from '../../tests/e2e/player.ts'
import { onSlowPage, sample, SLOWED } from './frames.ts'
import { type Fixture, MATCHES, moveOf, openPriceList } from './price-list.ts'
import type { Row } from './table.ts'

const UPDATES_A_SECOND = 50
const FRAMES_GOAL = 50
/** A slip of as many legs as a parlay may have, tapped faster than a thumb does. */
const TAPS = 12
const TAP_EVERY_MS = 250

/**
 * Frames a second of a list of three hundred prices to which fifty updates come a second, and how many of the taps made
 * meanwhile are in the slip. The matches are the server's own; their moves are put into the page's socket.
 */
export async function measurePriceFrames(browser: Browser, world: World): Promise<Row[]> {
  const { frames, taps, chosen } = await onSlowPage(browser, async (page, slow) => {
    const fixtures = await openPriceList(page, world)
    await slow()
    await movePrices(page, fixtures)
    const [framesASecond, tapped] = await Promise.all([sample(page), tapPrices(page)])
    return { frames: framesASecond, taps: tapped.length, chosen: await countChosen(page, tapped) }
  })
  const what = `${MATCHES * 3} prices at ${UPDATES_A_SECOND} updates a second`
  return [
    {
      name: 'fps_300',
      what: `${what}, processor slowed ${SLOWED}×`,
      value: frames,
      unit: 'frames a second',
      goal: FRAMES_GOAL,
    },
    {
      name: 'fps_300_taps',
      what: `${what}: prices in the slip after ${taps} taps`,
      value: chosen,
      unit: 'taps',
      goal: taps,
    },
  ]
}

/** This many seconds of messages are prepared before the first is sent. */
const MESSAGES_SECONDS = 60

/**
 * Moves the prices of one match after the other. A busy machine catches up its delays, so that the rate stays fifty a
 * second.
 */
async function movePrices(page: Page, fixtures: readonly Fixture[]): Promise<void> {
  const messages = Array.from({ length: MESSAGES_SECONDS * UPDATES_A_SECOND }, (_, turn) =>
    moveOf(fixtures, turn),
  )
  await page.evaluate(`{
    const messages = ${JSON.stringify(messages)}
    const from = performance.now()
    let told = 0
    setInterval(() => {
      const due = Math.min(messages.length, ((performance.now() - from) * ${UPDATES_A_SECOND}) / 1000)
      for (; told < due; told += 1)
        window.pricesSocket.dispatchEvent(new MessageEvent('message', { data: messages[told] }))
    }, ${1000 / UPDATES_A_SECOND})
  }`)
}

/** Taps visible prices as a finger does, by position, whatever the page is busy with. Returns which. */
async function tapPrices(page: Page): Promise<string[]> {
  const inSight =
    (await page.evaluate(`[...document.querySelectorAll('main [data-outcome]')].flatMap((button) => {
    const { x, y, width, height } = button.getBoundingClientRect()
    const middle = { x: x + width / 2, y: y + height / 2 }
    const isFree = button.contains(document.elementFromPoint(middle.x, middle.y))
    return isFree ? [{ ...middle, outcomeId: button.dataset.outcome }] : []
  })`)) as { x: number; y: number; outcomeId: string }[]
  const chosen = inSight.slice(0, TAPS)
  for (const { x, y } of chosen) {
    await page.mouse.click(x, y)
    await page.waitForTimeout(TAP_EVERY_MS)
  }
  return chosen.map(({ outcomeId }) => outcomeId)
}

/** How many of these are in the slip stored by the page. */
async function countChosen(page: Page, outcomeIds: readonly string[]): Promise<number> {
  const kept: string = await page.evaluate(`localStorage.getItem('slip') ?? '{}'`)
  const { legs = [] } = JSON.parse(kept) as { legs?: { outcomeId: string }[] }
  return outcomeIds.filter((id) => legs.some(({ outcomeId }) => outcomeId === id)).length
}

import type { Browser, Frame, Page } from 'playwright-core'
import { comeBack, registered, toppedUp } from '../../tests/e2e/known-player.ts'
import type { World } from '../../tests/e2e/player.ts'
import { present } from '../../apps/server/src/platform/errors.ts'
import type { Row } from './table.ts'

/** How much slower an older phone is than this machine. */
export const SLOWED = 4
const SAMPLE_MS = 4000
/** As fast as a thumb opens tiles. */
const PRESS_EVERY_MS = 350
const GOAL = 60
/** The tolerance of clock and browser at sixty frames. */
const TOLERANCE = 1.5
/** A round of double takes half a minute: it turns at the latest within this. */
const ROUND_MS = 70_000

/**
 * Frames a second that are drawn while mines is played, while the strip of double turns and while the curve of the crash grows
 * in its frame, on a slowed processor.
 */
export async function measureFrames(browser: Browser, world: World): Promise<Row[]> {
  const rowOf = (name: string, what: string, value: number): Row => ({
    name,
    what: `${what}, processor slowed ${SLOWED}×`,
    value,
    unit: 'frames a second',
    goal: GOAL - TOLERANCE,
  })
  const player = await toppedUp(world, await registered(world))
  const mines = await onSlowPage(browser, async (page, slow) => {
    await comeBack(page, world, player, '/mines')
    await page.getByRole('button', { name: '1 mina', exact: true }).click()
    await slow()
    const [fps] = await Promise.all([sample(page), playMines(page)])
    return fps
  })
  const double = await onSlowPage(browser, async (page, slow) => {
    await page.goto(`${world.url}/double`)
    await slow()
    await page.locator('[data-turning]').waitFor({ timeout: ROUND_MS })
    return sample(page)
  })
  const crash = await onSlowPage(browser, async (page, slow) => {
    await page.goto(`${world.url}/play?game=palpite-crash&demo=1`)
    const handle = await page.locator('iframe').elementHandle()
    const frame = present(await handle?.contentFrame(), 'the frame of the game')
    await slow()
    await frame.locator('.curve strong:not([data-waiting], [data-over])').waitFor({ timeout: ROUND_MS })
    return sample(frame)
  })
  return [
    rowOf('fps_mines', 'mines while tiles turn', mines),
    rowOf('fps_double', 'double while the strip turns', double),
    rowOf('fps_crash', 'crash while the curve grows', crash),
  ]
}

/** A phone's page; its processor is slowed when the measure says so. */
export async function onSlowPage<T>(
  browser: Browser,
  measure: (page: Page, slow: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 393, height: 852 }, locale: 'pt-BR' })
  const page = await context.newPage()
  const line = await context.newCDPSession(page)
  const slow = async () => void (await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWED }))
  try {
    return await measure(page, slow)
  } finally {
    await context.close()
  }
}

/** Opens tiles by luck, and begins again when a mine has ended the round: from within the page, where looking costs nothing. */
const playMines = (page: Page): Promise<void> =>
  page.evaluate(`new Promise((done) => {
    const press = () => {
      const buttons = [...document.querySelectorAll('main button:enabled')]
      const named = (name) => buttons.find(({ textContent }) => textContent === name)
      ;(named('Sorte') ?? named('Apostar'))?.click()
    }
    const timer = setInterval(press, ${PRESS_EVERY_MS})
    setTimeout(() => { clearInterval(timer); done() }, ${SAMPLE_MS})
  })`)

/** Frames a second over the sample, by the moments that the browser gives its frames. */
export const sample = (page: Page | Frame): Promise<number> =>
  page.evaluate(`new Promise((done) => {
    let first
    let frames = 0
    const frame = (at) => {
      first ??= at
      if (at - first >= ${SAMPLE_MS}) return done((frames * 1000) / (at - first))
      frames += 1
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })`)

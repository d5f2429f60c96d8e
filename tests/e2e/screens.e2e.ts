import type { Page } from '@playwright/test'
import { unreadable } from '../../tools/pictures/measure.ts'
import { complaints, complaintsNow, settled } from './accessible.ts'
import { smallTargets } from './touch-size.ts'
import { landscapeFaults } from './landscape.ts'
import { outOfReach, small } from './reach.ts'
import { expect, test } from './test.ts'
import { sheetsOver, walked } from './walk.ts'

/** A screen may have faults at several sizes: all are reported. */
const soft = expect.configure({ soft: true })

/** The phone of most players, and the narrowest. */
const upright = [393, 320].map((width) => ({ width, height: 852 }))
const lying = [
  { width: 852, height: 393 },
  { width: 640, height: 360 },
]
/** The narrowest desktop, and wider ones. */
const desks = [
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
]

/** The slip's sheet and its targets are phone-only: on a desktop the slip is beside the page. */
const ofPhones = ['slip', 'slip-empty', 'share-slip']

/** These have more content on a high screen. */
const onHighScreens = ['home-visitor', 'sports-live', 'sports-week', 'sports-today', 'match', 'match-live']

/** Resizes the screen, with all scrolling reset. */
const turn = async (page: Page, size: { width: number; height: number }): Promise<void> => {
  await page.setViewportSize(size)
  await page.evaluate(`for (const part of document.querySelectorAll('*'))
    if (part.scrollTop !== 0 || part.scrollLeft !== 0) part.scrollTo({ top: 0, left: 0, behavior: 'instant' })`)
  await settled(page)
}

const reported = ({ width, height }: { width: number; height: number }): string => `${width} × ${height}`

/**
 * A screen is loaded once, on the smallest phone, and then resized: loading takes longer than measuring.
 * Desktop-loaded content is in `desk.e2e.ts`.
 */
for (const screen of walked)
  test(`${screen.name} has its action in reach and room for a finger, upright and lying, stands whole on every desk, and axe finds nothing wrong`, async ({
    walker,
  }) => {
    const { page } = walker
    await page.setViewportSize(small)
    await walker.open(screen)
    if (screen.over) await expect(page.getByRole('dialog').first()).toBeVisible()
    // Late content, such as the captcha, may push the action away briefly.
    await test.step('reach', () => soft.poll(() => outOfReach(page), reported(small)).toEqual([]))
    await test.step('axe on a phone', async () => {
      if (onHighScreens.includes(screen.name)) await turn(page, { width: 393, height: 852 })
      soft(await complaints(page), 'axe on a phone').toEqual([])
    })
    for (const size of upright)
      await test.step(`room for a finger at ${size.width}`, async () => {
        await turn(page, size)
        await soft.poll(() => smallTargets(page), reported(size)).toEqual([])
      })
    for (const size of lying)
      await test.step(`lying at ${reported(size)}`, async () => {
        await turn(page, size)
        await soft.poll(() => landscapeFaults(page), reported(size)).toEqual([])
      })
    if (ofPhones.includes(screen.name)) return
    const sheets = await sheetsOver(page) // its title has loaded too
    for (const size of desks)
      await test.step(`whole at ${reported(size)}`, async () => {
        await turn(page, size)
        await soft.poll(() => unreadable(page), reported(size)).toEqual([])
      })
    await test.step('axe on a desk', async () => {
      soft(await complaintsNow(page, 'all'), 'axe on a desk').toEqual([])
      expect(await sheetsOver(page), 'the sheet over the page').toEqual(sheets)
    })
  })

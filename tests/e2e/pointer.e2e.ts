import type { Page } from '@playwright/test'
import { complaintsNow, settled } from './accessible.ts'
import { hoverAll } from './hover.ts'
import {
  comeBack,
  type KnownPlayer,
  leaveRoundOpen,
  registered,
  rollElsewhere,
  toppedUp,
} from './known-player.ts'
import { comingFixture } from './on-offer.ts'
import type { World } from './player.ts'
import { standStill } from './still.ts'
import { desk, expect, test } from './test.ts'

test.use(desk)

/** A viewer who changes nothing: a player with one finished and one open round. */
let player: KnownPlayer
test.beforeAll(async ({ world }) => {
  player = await toppedUp(world, await registered(world))
  await rollElsewhere(world, player, { stakeCents: 100, targetHundredths: 50_00 })
  await leaveRoundOpen(world, player)
})

const open = async (page: Page, world: World, path: string): Promise<void> => {
  await standStill(page, world)
  await comeBack(page, world, player, path)
  await page.locator('[data-drawn]').waitFor({ state: 'detached' })
  await page.getByRole('main').first().waitFor()
  await settled(page)
}

/** What is unreadable under hover, in dark and light. */
const paleUnderPointer = async (page: Page): Promise<string[]> => {
  const found: string[] = []
  for (const theme of ['light', 'dark']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    await settled(page)
    found.push(...(await complaintsNow(page, 'colours')).map((complaint) => `${theme}: ${complaint}`))
  }
  return found
}

const pages = {
  home: '/home',
  sports: '/footballPage?when=week&day=1',
  'a match': '/footballPage/{match}',
  'the bets': '/registros',
  'the wallet': '/conta',
  mines: '/mines',
  'the VIP club': '/vip',
  messages: '/gameMess',
  help: '/ajuda',
}

for (const [name, path] of Object.entries(pages))
  test(`every pressable element on ${name} has a hover style, and is readable in it in both themes`, async ({
    page,
    world,
  }) => {
    const match = path.includes('{match}') ? await comingFixture(world, 'football') : ''
    await open(page, world, path.replace('{match}', match))
    // Late content replaces what was checked. One check of a page with hundreds of prices may take as long as other
    // assertions in total.
    await expect.poll(() => hoverAll(page), { timeout: 120_000 }).toEqual([])
    expect(await paleUnderPointer(page)).toEqual([])
  })

test('a price changes its colour on hover, and back', async ({ page, world }) => {
  await open(page, world, '/footballPage?when=week&day=1')
  const price = page.locator('main .odds').first()
  await expect(price).toBeVisible()
  const colour = () =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('main .odds')).backgroundColor`)
  const before = await colour()
  await price.hover()
  await expect.poll(colour).not.toBe(before)
  await page.mouse.move(0, 0)
  await expect.poll(colour).toBe(before)
})

const arrow = (page: Page, name: 'Ver anteriores' | 'Ver próximos') =>
  page.getByRole('region', { name: 'Destaques' }).getByRole('button', { name })

/** How far the banners are scrolled, and how far they can be. */
const scrolled = (page: Page): Promise<{ done: number; left: number }> =>
  page.evaluate(`(() => {
    const { scrollLeft, scrollWidth, clientWidth } = document.querySelector('main section [class*="snap-x"]')
    return { done: Math.round(scrollLeft), left: Math.round(scrollWidth - clientWidth - scrollLeft) }
  })()`)
const scrolledBy = async (page: Page): Promise<number> => (await scrolled(page)).done

test('the banners have arrows for a mouse: each shows while there is more that way, and turns a page', async ({
  page,
  world,
}) => {
  await open(page, world, '/home')
  await expect(arrow(page, 'Ver próximos')).toBeVisible()
  await expect(arrow(page, 'Ver anteriores')).toHaveCount(0)
  await arrow(page, 'Ver próximos').click()
  await expect.poll(() => scrolledBy(page)).toBeGreaterThan(300)
  await arrow(page, 'Ver anteriores').click()
  await expect.poll(() => scrolledBy(page)).toBe(0)
  await expect(arrow(page, 'Ver anteriores')).toHaveCount(0)
})

test('by keyboard arrow keys reach the last banner, and the focus stays in the row', async ({
  page,
  world,
}) => {
  await open(page, world, '/home')
  await arrow(page, 'Ver próximos').focus()
  let { left } = await scrolled(page)
  for (let turns = 0; turns < 8 && left > 0; turns += 1) {
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await scrolled(page)).left).toBeLessThan(left)
    left = (await scrolled(page)).left
  }
  await expect(arrow(page, 'Ver próximos')).toHaveCount(0)
  await expect(arrow(page, 'Ver anteriores')).toBeFocused()
})

test('arrows are reversed on a right-to-left page, and touch has none', async ({ page, world }) => {
  await open(page, world, '/home')
  await page.evaluate(`document.documentElement.dir = 'rtl'`)
  await arrow(page, 'Ver próximos').click()
  await expect.poll(() => scrolledBy(page)).toBeLessThan(-300)
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect(page.locator('[data-arrow]')).toHaveCount(0)
})

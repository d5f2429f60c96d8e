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

/** Who looks at all of it, and changes nothing: somebody who has played a round, and left one open. */
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

/** What cannot be read under a pointer, in the dark and in the light. */
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
  test(`whatever can be pressed on ${name} answers a pointer, and is read under it in both themes`, async ({
    page,
    world,
  }) => {
    const match = path.includes('{match}') ? await comingFixture(world, 'football') : ''
    await open(page, world, path.replace('{match}', match))
    // What still comes takes the place of what was looked at before. One look at a page of hundreds of prices may itself take
    // as long as other assertions wait in all.
    await expect.poll(() => hoverAll(page), { timeout: 120_000 }).toEqual([])
    expect(await paleUnderPointer(page)).toEqual([])
  })

test('a price takes the colour of a pointer over it, and gives it back', async ({ page, world }) => {
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

/** How far the row of the banners is scrolled, and how far it can be still. */
const scrolled = (page: Page): Promise<{ done: number; left: number }> =>
  page.evaluate(`(() => {
    const { scrollLeft, scrollWidth, clientWidth } = document.querySelector('main section [class*="snap-x"]')
    return { done: Math.round(scrollLeft), left: Math.round(scrollWidth - clientWidth - scrollLeft) }
  })()`)
const scrolledBy = async (page: Page): Promise<number> => (await scrolled(page)).done

test('the banners have arrows for a pointer: each shows while there is more its way, and turns a page', async ({
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

test('by the keyboard arrows lead to the last banner, and the focus stays in the row', async ({
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

test('arrows turn the other way on a page that is read from the right, and a finger has none', async ({
  page,
  world,
}) => {
  await open(page, world, '/home')
  await page.evaluate(`document.documentElement.dir = 'rtl'`)
  await arrow(page, 'Ver próximos').click()
  await expect.poll(() => scrolledBy(page)).toBeLessThan(-300)
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect(page.locator('[data-arrow]')).toHaveCount(0)
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { complaintsNow, settled } from './accessible.ts'
import { hoverAll } from './hover.ts'
import { comeBack, leaveRoundOpen, registered, rollElsewhere, toppedUp } from './known-player.ts'
import { comingFixture } from './on-offer.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
const stillLook = 'theme=dark&text=100&motion=off&language=pt-BR'

let desk: Phone
let page: Page
beforeAll(async () => {
  const player = await toppedUp(world, await registered(world))
  await rollElsewhere(world, player, { stakeCents: 100, targetHundredths: 50_00 })
  await leaveRoundOpen(world, player)
  desk = await openPhone({ isDesk: true })
  page = desk.page
  await page.context().addCookies([{ name: 'look', value: stillLook, url: world.url }])
  await comeBack(page, world, player)
})
afterAll(() => desk.close())

const open = async (path: string): Promise<void> => {
  await page.goto(world.url + path)
  await page.getByRole('main').first().waitFor()
  await settled(page)
}

/** What cannot be read under a pointer, in the dark and in the light. */
const paleUnderPointer = async (): Promise<string[]> => {
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
  sports: '/footballPage?when=week',
  'a match': '/footballPage/{match}',
  'the bets': '/registros',
  'the wallet': '/conta',
  mines: '/mines',
  'the VIP club': '/vip',
  messages: '/gameMess',
  help: '/ajuda',
}

test.each(Object.entries(pages))(
  'whatever can be pressed on %s answers a pointer, and is read under it in both themes',
  async (_name, path) => {
    const match = path.includes('{match}') ? await comingFixture(world, 'football') : ''
    await open(path.replace('{match}', match))
    // What still comes takes the place of what was looked at before.
    await expect.poll(() => hoverAll(page)).toEqual([])
    expect(await paleUnderPointer()).toEqual([])
  },
)

test('a price takes the colour of a pointer over it, and gives it back', async () => {
  await open('/footballPage?when=week')
  const price = page.locator('main .odds').first()
  const colour = () =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('main .odds')).backgroundColor`)
  const before = await colour()
  await price.hover()
  expect(await colour()).not.toBe(before)
  await page.mouse.move(0, 0)
  expect(await colour()).toBe(before)
})

const hero = () => page.getByRole('region', { name: 'Destaques' })
const arrow = (name: string) => hero().getByRole('button', { name })
const scrolled = (): Promise<number> =>
  page.evaluate(`Math.round(document.querySelector('main section [class*="snap-x"]').scrollLeft)`)

test('the banners have arrows for a pointer: each shows while there is more its way, and turns a page', async () => {
  await open('/home')
  expect(await arrow('Ver anteriores').count()).toBe(0)
  await arrow('Ver próximos').click()
  await expect.poll(scrolled).toBeGreaterThan(300)
  await arrow('Ver anteriores').click()
  await expect.poll(scrolled).toBe(0)
  await expect.poll(() => arrow('Ver anteriores').count()).toBe(0)
})

test('by the keyboard arrows lead to the last banner, and the focus stays in the row', async () => {
  await open('/home')
  await arrow('Ver próximos').focus()
  for (let turns = 0; turns < 8 && (await arrow('Ver próximos').count()) > 0; turns += 1) {
    await page.keyboard.press('Enter')
    await page.waitForTimeout(150)
  }
  expect(await arrow('Ver próximos').count()).toBe(0)
  await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Ver anteriores')
})

test('arrows turn the other way on a page that is read from the right, and a finger has none', async () => {
  await open('/home')
  await page.evaluate(`document.documentElement.dir = 'rtl'`)
  await arrow('Ver próximos').click()
  await expect.poll(scrolled).toBeLessThan(-300)
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect.poll(() => page.locator('[data-arrow]').count()).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('nothing broke on the way', () => {
  expect(desk.faults()).toEqual([])
})

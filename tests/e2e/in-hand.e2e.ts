import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Screen } from '../../tools/pictures/screen.ts'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { settled } from './accessible.ts'
import { smallTargets } from './fingers.ts'
import { lyingWrongs } from './lying.ts'
import { walk, walked } from './walk.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
let phone: Phone
let page: Page
let open: (screen: Screen) => Promise<void>

beforeAll(async () => {
  phone = await openPhone()
  page = phone.page
  open = await walk(world, phone)
})
afterAll(() => phone.close())

/** Upright, and lying on its side: a screen is brought up once and looked at in every way a phone is held. */
const upright = [393, 320].map((width) => ({ width, height: 852 }))
const lying = [
  { width: 852, height: 393 },
  { width: 640, height: 360 },
]

test.each(walked)(
  '$name has room for a finger, and can be used on a phone that lies on its side',
  async (screen) => {
    await page.setViewportSize({ width: 393, height: 852 })
    await open(screen)
    for (const size of upright) {
      await page.setViewportSize(size)
      await settled(page)
      await expect
        .poll(() => smallTargets(page), { message: String(size.width), timeout: 20_000 })
        .toEqual([])
    }
    for (const { width, height } of lying) {
      await page.setViewportSize({ width, height })
      await settled(page)
      await expect
        .poll(() => lyingWrongs(page), { message: `${width} × ${height}`, timeout: 20_000 })
        .toEqual([])
    }
  },
)

test.each([
  { what: 'a small button', html: '<button style="width:40px;height:40px">a</button>', width: 40 },
  { what: 'a low link of its own', html: '<a href="/" style="display:block;height:30px">a</a>', width: 361 },
])('$what is told', async ({ html, width }) => {
  await page.goto('about:blank')
  await page.setContent(`<body style="margin:16px">${html}<p>words <a href="/">and a link</a> in them</p>`)
  await page.setViewportSize({ width: 393, height: 852 })
  expect(await smallTargets(page)).toEqual([expect.objectContaining({ width })])
})

import { settled } from './accessible.ts'
import { smallTargets } from './fingers.ts'
import { lyingWrongs } from './lying.ts'
import { expect, test } from './test.ts'
import { walked } from './walk.ts'

/** Upright, and lying on its side: a screen is brought up once and looked at in every way a phone is held. */
const upright = [393, 320].map((width) => ({ width, height: 852 }))
const lying = [
  { width: 852, height: 393 },
  { width: 640, height: 360 },
]

for (const screen of walked)
  test(`${screen.name} has room for a finger, and can be used on a phone that lies on its side`, async ({
    walker,
  }) => {
    const { page } = walker
    await walker.open(screen)
    for (const size of upright) {
      await page.setViewportSize(size)
      await settled(page)
      await expect.poll(() => smallTargets(page), String(size.width)).toEqual([])
    }
    for (const size of lying) {
      await page.setViewportSize(size)
      await settled(page)
      await expect.poll(() => lyingWrongs(page), `${size.width} × ${size.height}`).toEqual([])
    }
  })

for (const { what, html, width } of [
  { what: 'a small button', html: '<button style="width:40px;height:40px">a</button>', width: 40 },
  { what: 'a low link of its own', html: '<a href="/" style="display:block;height:30px">a</a>', width: 361 },
])
  test(`${what} is told`, async ({ page }) => {
    await page.setContent(`<body style="margin:16px">${html}<p>words <a href="/">and a link</a> in them</p>`)
    expect(await smallTargets(page)).toEqual([expect.objectContaining({ width })])
  })

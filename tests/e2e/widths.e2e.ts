import { chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { changedShare } from '../../tools/pictures/compare.ts'
import { unreadable } from '../../tools/pictures/measure.ts'
import { findPlaces, people } from '../../tools/pictures/people.ts'
import type { Screen } from '../../tools/pictures/screen.ts'
import { screens as allScreens } from '../../tools/pictures/screens.ts'
import { takeScreen } from '../../tools/pictures/take.ts'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { comeBack, registered, toppedUp } from './known-player.ts'
import { comingFixture } from './on-offer.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
/** Low ones first, for there the least of a list is laid out; one lying on its side; a desk; and ours, turned back to. */
const screens = [
  [390, 664],
  [393, 660],
  [360, 640],
  [412, 732],
  [320, 568],
  [852, 393],
  [1280, 800],
  [2560, 1440],
  [393, 852],
] as const
const pages = [
  '/home',
  '/footballPage?when=live',
  '/footballPage?when=today',
  '/footballPage?when=week',
  '/registros',
  '/conta',
  '/dice',
]

let phone: Phone
beforeAll(async () => {
  phone = await openPhone()
  await comeBack(phone.page, world, await toppedUp(world, await registered(world)))
})
afterAll(() => phone.close())

/** What is wider than where it stands: the page on the screen, a card in its list. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const { scrollWidth } = document.documentElement
    // A wrapper that is laid out on a desk alone is no box on a phone.
    const boxAround = (part) => {
      let box = part.parentElement
      while (getComputedStyle(box).display === 'contents') box = box.parentElement
      return box
    }
    const cards = [...document.querySelectorAll('main section')]
    return [
      ...(scrollWidth > innerWidth ? ['the page: ' + scrollWidth] : []),
      ...cards
        .filter((card) => card.offsetWidth > boxAround(card).clientWidth)
        .map((card) => card.ariaLabel + ': ' + card.offsetWidth),
    ]
  })()`)

test.each(pages)('%s is no wider than any screen', async (path) => {
  const { page } = phone
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto(world.url + path)
  await page.getByRole('main').first().waitFor()
  await page.waitForLoadState('networkidle')
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height })
    // A moment later: the browser lays out anew after the size has changed.
    await expect.poll(() => tooWide(page), { message: `${width} × ${height}`, timeout: 20_000 }).toEqual([])
  }
})

/** What of the rows in sight is cut off, or stands on two lines though it must not. */
const brokenRows = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('main a[href^="/footballPage/"]')]
    .flatMap((row) => [...row.querySelectorAll('p, p > *, span')])
    .filter((part) => part.checkVisibility())
    .filter((part) => {
      const isCut = getComputedStyle(part).overflow !== 'visible' &&
        (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 1)
      const isKickOff = part.tagName === 'TIME'
      return isCut || (isKickOff && part.offsetHeight > 1.5 * parseFloat(getComputedStyle(part).fontSize))
    })
    .map((part) => part.textContent)`)

test.each([393, 360, 320])('kick-off, markets and teams are read in full at %i', async (width) => {
  const { page } = phone
  await page.setViewportSize({ width, height: 852 })
  await page.goto(`${world.url}/footballPage?when=week`)
  await page
    .getByRole('button', { name: /vence, odd/ })
    .first()
    .waitFor()
  expect(await brokenRows(page)).toEqual([])
})

/** What is wider than its own place, of all that lies under this. */
const cutUnder = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('${selector}, ${selector} *')]
    .filter((part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth)
    .map((part) => part.tagName + ': ' + part.textContent)`)

/** Line height and space between letters of the first words of this class, in parts of the size of their letters. */
const spacing = async (page: Page, of: string): Promise<string> => {
  await page.locator(`main .${of}`).first().waitFor({ state: 'attached' })
  return page.evaluate(`(() => {
    const { lineHeight, letterSpacing, fontSize } = getComputedStyle(document.querySelector('main .${of}'))
    return [lineHeight, letterSpacing].map((size) => ((parseFloat(size) || 0) / parseFloat(fontSize)).toFixed(2)).join(' ')
  })()`)
}

test('tight lines and plain tracking are what their words say', async () => {
  const { page } = phone
  await page.goto(`${world.url}/conta`)
  expect(await spacing(page, 'tracking-normal')).toBe('1.35 0.00')
  await page.goto(`${world.url}/footballPage?when=week`)
  await page.locator('a[href^="/footballPage/"]').first().click()
  expect(await spacing(page, 'leading-tight')).toBe('1.20 -0.02')
})

/** A phone of this width whose player has chosen the largest text. */
const enlarge = async (width: number) => {
  const look = 'theme=dark&text=200&motion=off&language=pt-BR'
  await phone.page.context().addCookies([{ name: 'look', value: look, url: world.url }])
  await phone.page.setViewportSize({ width, height: 852 })
}

/** The words of the banners that stand on their picture. */
const wordsOnPictures = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('main button[data-ink]')].flatMap((banner) => {
    const { bottom } = banner.querySelector('img').getBoundingClientRect()
    return [...banner.querySelectorAll('span')]
      .filter((words) => words.getBoundingClientRect().top < bottom)
      .map((words) => words.textContent)
  })`)

test.each([393, 360, 320])(
  'the banners of home are read beside their pictures in large text at %i',
  async (width) => {
    const { page } = phone
    await enlarge(width)
    await page.goto(`${world.url}/home`)
    await page.locator('main button[data-ink]').first().waitFor()
    await expect.poll(() => wordsOnPictures(page)).toEqual([])
    await phone.picture(`home-large-text-${width}`)
  },
)

test.each([393, 360, 320])('the slip is read in full in text of twice the size at %i', async (width) => {
  const { page } = phone
  await enlarge(width)
  await page.evaluate(`localStorage.removeItem('slip')`)
  await page.goto(`${world.url}/footballPage?when=week`)
  await page
    .getByRole('button', { name: /vence, odd/ })
    .first()
    .click()
  await page.getByRole('button', { name: /Ver cupom/ }).waitFor()
  expect(await cutUnder(page, '.frame-fixed > button')).toEqual([])
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  await page.getByRole('dialog').getByText('Saldo').filter({ visible: true }).waitFor()
  expect(await cutUnder(page, 'dialog[open]')).toEqual([])
  // The longest stake that can be typed.
  await page.getByLabel('Valor da aposta').fill('9999999,99')
  await page.getByRole('button', { name: /9\.999\.999,99/ }).waitFor()
  await expect.poll(() => cutUnder(page, 'dialog[open]')).toEqual([])
  await phone.picture(`slip-large-text-${width}`)
})

/** Turns the page round, as it would stand in a script that is read from the right. */
const mirror = (page: Page) => page.evaluate(`document.documentElement.dir = 'rtl'`)

const mirrored = {
  home: '/home',
  sports: '/footballPage?when=week',
  wallet: '/conta',
  dice: '/dice',
  double: '/double',
}

test.each(Object.entries(mirrored))(
  '%s can be mirrored for a script that is read from the right',
  async (_, path) => {
    const { page } = phone
    const look = 'theme=dark&text=100&motion=off&language=pt-BR'
    await page.context().addCookies([{ name: 'look', value: look, url: world.url }])
    await page.setViewportSize({ width: 393, height: 852 })
    await page.goto(world.url + path)
    await page.getByRole('main').first().waitFor()
    await page.waitForLoadState('networkidle')
    await mirror(page)
    await expect.poll(() => unreadable(page), { timeout: 20_000 }).toEqual([])
    await expect.poll(() => tooWide(page), { timeout: 20_000 }).toEqual([])
  },
)

/** Where the middle of this stands, of the width of the screen. */
const placeOf = async (what: Locator): Promise<number> => {
  const box = await what.boundingBox()
  return box ? (box.x + box.width / 2) / (phone.page.viewportSize()?.width ?? 1) : Number.NaN
}

const styleOf = (page: Page, selector: string, style: string) =>
  page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${style}`)

test('mirrored, a match, the slip and the menu begin at the right, and arrows point the other way', async () => {
  const { page } = phone
  // What the slip holds from before may be this very price, which another tap takes off it.
  await page.evaluate(`localStorage.removeItem('slip')`)
  await page.goto(`${world.url}/footballPage/${await comingFixture(world, 'football')}`)
  await mirror(page)
  const back = page.getByRole('button', { name: 'Voltar' })
  expect(await placeOf(back)).toBeGreaterThan(0.8)
  expect(await styleOf(page, '[aria-label=Voltar] svg', 'scale')).toBe('-1 1')
  await expect.poll(() => unreadable(page), { timeout: 20_000 }).toEqual([])
  await page.getByRole('button', { name: /, odd/ }).first().click()
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  await page.getByRole('dialog').getByText('Saldo').filter({ visible: true }).waitFor()
  expect(await placeOf(page.getByRole('heading', { name: 'Cupom' }))).toBeGreaterThan(0.5)
  await expect.poll(() => unreadable(page), { timeout: 20_000 }).toEqual([])
  await page.goto(`${world.url}/home`)
  await page.getByRole('button', { name: 'Menu' }).waitFor()
  await mirror(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  expect(await placeOf(menu)).toBeGreaterThan(0.5)
  expect(await styleOf(page, 'dialog[open]', 'borderTopRightRadius')).toBe('0px')
  await expect.poll(() => unreadable(page), { timeout: 20_000 }).toEqual([])
  const dark = menu.getByRole('radio', { name: 'Escuro' })
  await dark.focus()
  await page.keyboard.press('ArrowLeft')
  await expect
    .poll(() => menu.getByRole('radio', { name: 'Claro' }).getAttribute('aria-checked'))
    .toBe('true')
  await dark.click()
})

test.each([
  { what: 'cut', html: '<p style="width:4em;overflow:hidden;white-space:nowrap">words that are cut</p>' },
  { what: 'over', html: '<p>the first words</p><p style="margin-top:-2.3em">and others</p>' },
  { what: 'broken', html: '<p style="width:4em;overflow-wrap:anywhere">antidisestablishment</p>' },
  { what: 'wide', html: '<p style="width:2000px">a page</p>' },
])('words that are $what are told of a picture', async ({ what, html }) => {
  const { page } = phone
  await page.goto('about:blank')
  await page.setContent(`<main><p>in full</p>${html}</main>`)
  expect(await unreadable(page)).toEqual([expect.stringContaining(what)])
})

test('a seed may go on in another line where its letters stand', async () => {
  const { page } = phone
  await page.goto('about:blank')
  const seed = 'abcdefabcdefabcdefabcdef'
  await page.setContent(
    `<main><p>in full</p><code style="display:block;width:4em;word-break:break-all">${seed}</code></main>`,
  )
  expect(await unreadable(page)).toEqual([])
})

test('pictures of home, full and failed, differ and have nothing wrong with them', async () => {
  const browser = await chromium.connect(inject('worlds').browser)
  try {
    const setting = { browser, world, places: await findPlaces(world), tokenOf: people(world) }
    const [full, failed] = await takeScreen(setting, allScreens[0] as Screen, {
      languages: ['pt-BR'],
      themes: ['dark'],
      widths: [320],
      faces: ['full', 'failed'],
      text: 100,
      axe: false,
    })
    expect([full?.findings, failed?.findings]).toEqual([[], []])
    const nothing = new Uint8Array()
    expect(await changedShare(browser, full?.png ?? nothing, full?.png ?? nothing)).toBe(0)
    expect(await changedShare(browser, full?.png ?? nothing, failed?.png ?? nothing)).toBeGreaterThan(0.01)
  } finally {
    await browser.close()
  }
})

test.each(['/registros', '/conta', '/vip', '/agentJl', '/ladderBonus', '/signInSheet', '/ajuda', '/dice'])(
  '%s is read in full in text of twice the size at 320, and zoomed to 196',
  async (path) => {
    const { page } = phone
    await enlarge(320)
    await page.goto(world.url + path)
    await page.getByRole('main').first().waitFor()
    await page.waitForLoadState('networkidle')
    await expect.poll(() => unreadable(page), { message: '200%', timeout: 20_000 }).toEqual([])
    await page.evaluate(`document.documentElement.dataset.text = 'plain';
      document.documentElement.style.setProperty('--ts-user', '1')`)
    await page.setViewportSize({ width: 196, height: 426 })
    await expect.poll(() => unreadable(page), { message: '196', timeout: 20_000 }).toEqual([])
  },
)

import type { Locator, Page } from '@playwright/test'
import { changedShare } from '../../tools/pictures/compare.ts'
import { unreadable } from '../../tools/pictures/measure.ts'
import { findPlaces, people } from '../../tools/pictures/people.ts'
import type { Screen } from '../../tools/pictures/screen.ts'
import { screens as allScreens } from '../../tools/pictures/screens.ts'
import { captureScreen } from '../../tools/pictures/take.ts'
import { settled } from './accessible.ts'
import { comeBack, type KnownPlayer } from './known-player.ts'
import { comingFixture } from './on-offer.ts'
import type { World } from './player.ts'
import { covered } from './reach.ts'
import { standStill } from './still.ts'
import { expect, test } from './test.ts'

/** Low ones first, where the fewest list rows are laid out; a landscape one; a desktop; and ours again. */
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
  '/footballPage?when=week&day=1',
  '/registros',
  '/conta',
  '/dice',
]

/** What overflows: the page on the screen, a card in its list. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const { scrollWidth } = document.documentElement
    // A wrapper for desktops only has no box on a phone.
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

for (const path of pages)
  test(`${path} is no wider than any screen`, async ({ walker }) => {
    const { page } = walker
    await page.setViewportSize({ width: 390, height: 664 })
    await walker.open({ name: path, who: 'player', path })
    for (const [width, height] of screens) {
      await page.setViewportSize({ width, height })
      // A moment later: the browser lays out again after resizing.
      await expect.poll(() => tooWide(page), `${width} × ${height}`).toEqual([])
    }
  })

/**
 * What of the visible rows is cut, or wrapped though it must not be. A market count without room is hidden entirely,
 * which is no cut.
 */
const brokenRows = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('main a[href^="/footballPage/"]')]
    .flatMap((row) => [...row.querySelectorAll('p, p > *, span')])
    .filter((part) => part.checkVisibility())
    .filter((part) => {
      const end = part.getBoundingClientRect().bottom
      const isWhole = (child) => {
        const { top, bottom } = child.getBoundingClientRect()
        return bottom <= end + 1 || top >= end - 1
      }
      const isCutBelow = part.scrollHeight > part.clientHeight + 1 &&
        (part.children.length === 0 || ![...part.children].every(isWhole))
      const isCut = getComputedStyle(part).overflow !== 'visible' &&
        (part.scrollWidth > part.clientWidth || isCutBelow)
      const isKickOff = part.tagName === 'TIME'
      return isCut || (isKickOff && part.offsetHeight > 1.5 * parseFloat(getComputedStyle(part).fontSize))
    })
    .map((part) => part.textContent)`)

test('kick-off, markets and teams are readable on phones of every width', async ({ walker }) => {
  const { page } = walker
  await walker.open({ name: 'week', who: 'player', path: '/footballPage?when=week&day=1' })
  await expect(page.getByRole('button', { name: /vence, odd/ }).first()).toBeVisible()
  for (const width of [393, 360, 320]) {
    await page.setViewportSize({ width, height: 852 })
    await settled(page)
    await expect.poll(() => brokenRows(page), String(width)).toEqual([])
  }
})

/** What overflows its own box, of everything below this. */
const cutUnder = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('${selector}, ${selector} *')]
    .filter((part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth)
    .map((part) => part.tagName + ': ' + part.textContent)`)

/** Line height and letter spacing of this class's first words, relative to their size. */
const spacing = async (page: Page, of: string): Promise<string> => {
  await expect(page.locator(`main .${of}`).first()).toBeAttached()
  return page.evaluate(`(() => {
    const { lineHeight, letterSpacing, fontSize } = getComputedStyle(document.querySelector('main .${of}'))
    return [lineHeight, letterSpacing].map((size) => ((parseFloat(size) || 0) / parseFloat(fontSize)).toFixed(2)).join(' ')
  })()`)
}

test('tight lines and plain tracking have their effect', async ({ walker }) => {
  const { page } = walker
  await walker.open({ name: 'wallet', who: 'player', path: '/conta' })
  await expect.poll(() => spacing(page, 'tracking-normal')).toBe('1.35 0.00')
  await walker.open({ name: 'week', who: 'player', path: '/footballPage?when=week&day=1' })
  await page.locator('a[href^="/footballPage/"]').first().click()
  await expect(page).toHaveURL(/footballPage\/\d+/)
  await expect.poll(() => spacing(page, 'leading-tight')).toBe('1.20 -0.02')
})

/** A mounted page of a player. */
const openAs = async (page: Page, world: World, player: KnownPlayer, path: string): Promise<void> => {
  await comeBack(page, world, player, path)
  await page.locator('[data-drawn]').waitFor({ state: 'detached' })
  await page.getByRole('main').first().waitFor()
  await settled(page)
}

/** The words of banners that are on their picture. */
const wordsOnPictures = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('main button[data-ink]')].flatMap((banner) => {
    const { bottom } = banner.querySelector('img').getBoundingClientRect()
    return [...banner.querySelectorAll('span')]
      .filter((words) => words.getBoundingClientRect().top < bottom)
      .map((words) => words.textContent)
  })`)

test("home's banners are readable beside their pictures in large text on phones of every width", async ({
  page,
  phone,
  toppedUp,
  world,
}) => {
  await standStill(page, world, { textPercent: 200 })
  await openAs(page, world, toppedUp, '/home')
  await expect(page.locator('main button[data-ink]').first()).toBeVisible()
  for (const width of [393, 360, 320]) {
    await page.setViewportSize({ width, height: 852 })
    await settled(page)
    await expect.poll(() => wordsOnPictures(page), String(width)).toEqual([])
    await phone.picture(`home-large-text-${width}`)
  }
})

for (const width of [393, 360, 320])
  test(`the slip is readable in text of twice the size at ${width}`, async ({
    page,
    phone,
    toppedUp,
    world,
  }) => {
    await page.setViewportSize({ width, height: 852 })
    await standStill(page, world, { textPercent: 200 })
    await openAs(page, world, toppedUp, '/footballPage?when=week&day=1')
    await page
      .getByRole('button', { name: /vence, odd/ })
      .first()
      .click()
    await expect(page.getByRole('button', { name: /Ver cupom/ })).toBeVisible()
    await expect.poll(() => cutUnder(page, '.frame-fixed > button')).toEqual([])
    await page.getByRole('button', { name: /Ver cupom/ }).click()
    await expect(page.getByRole('dialog').getByText('Saldo').filter({ visible: true })).toBeVisible()
    await expect.poll(() => cutUnder(page, 'dialog[open]')).toEqual([])
    // The longest possible stake.
    await page.getByLabel('Valor da aposta').fill('9999999,99')
    await expect(page.getByRole('button', { name: /9\.999\.999,99/ })).toBeVisible()
    await expect.poll(() => cutUnder(page, 'dialog[open]')).toEqual([])
    await phone.picture(`slip-large-text-${width}`)
  })

/** Mirrors the page, as for a right-to-left script. */
const mirror = (page: Page) => page.evaluate(`document.documentElement.dir = 'rtl'`)

const mirrored = {
  home: '/home',
  sports: '/footballPage?when=week&day=1',
  wallet: '/conta',
  dice: '/dice',
  double: '/double',
}

for (const [name, path] of Object.entries(mirrored))
  test(`${name} can be mirrored for a right-to-left script`, async ({ walker }) => {
    const { page } = walker
    await walker.open({ name, who: 'player', path })
    await mirror(page)
    await expect.poll(() => unreadable(page)).toEqual([])
    await expect.poll(() => tooWide(page)).toEqual([])
  })

/** This element's centre, relative to the screen's width. */
const placeOf = async (what: Locator): Promise<number> => {
  const box = await what.boundingBox()
  return box ? (box.x + box.width / 2) / (what.page().viewportSize()?.width ?? 1) : Number.NaN
}

const styleOf = (page: Page, selector: string, style: string) =>
  page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${style}`)

test('mirrored, a match, the slip and the menu begin at the right, and arrows are reversed', async ({
  page,
  toppedUp,
  world,
}) => {
  await standStill(page, world)
  await openAs(page, world, toppedUp, `/footballPage/${await comingFixture(world, 'football')}`)
  await mirror(page)
  await expect.poll(() => placeOf(page.getByRole('button', { name: 'Voltar' }))).toBeGreaterThan(0.8)
  expect(await styleOf(page, '[aria-label=Voltar] svg', 'scale')).toBe('-1 1')
  await expect.poll(() => unreadable(page)).toEqual([])
  await page.getByRole('button', { name: /, odd/ }).first().click()
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  await expect(page.getByRole('dialog').getByText('Saldo').filter({ visible: true })).toBeVisible()
  await expect.poll(() => placeOf(page.getByRole('heading', { name: 'Cupom' }))).toBeGreaterThan(0.5)
  await expect.poll(() => unreadable(page)).toEqual([])
  await openAs(page, world, toppedUp, '/home')
  await mirror(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect.poll(() => placeOf(menu)).toBeGreaterThan(0.5)
  expect(await styleOf(page, 'dialog[open]', 'borderTopRightRadius')).toBe('0px')
  await expect.poll(() => unreadable(page)).toEqual([])
  await menu.getByRole('radio', { name: 'Escuro' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(menu.getByRole('radio', { name: 'Claro' })).toHaveAttribute('aria-checked', 'true')
})

for (const { what, html } of [
  { what: 'cut', html: '<p style="width:4em;overflow:hidden;white-space:nowrap">words that are cut</p>' },
  { what: 'over', html: '<p>the first words</p><p style="margin-top:-2.3em">and others</p>' },
  { what: 'broken', html: '<p style="width:4em;overflow-wrap:anywhere">antidisestablishment</p>' },
  { what: 'a text that did not come', html: '<p>games.mines.begin</p>' },
  { what: 'wide', html: '<p style="width:2000px">a page</p>' },
])
  test(`words that are ${what} are reported for a picture`, async ({ page }) => {
    await page.setContent(`<main><p>in full</p>${html}</main>`)
    expect(await unreadable(page)).toEqual([expect.stringContaining(what)])
  })

test('a word may break at its hyphen, and at no other letter', async ({ page }) => {
  const column = (word: string) =>
    page.setContent(`<main><p style="width:4em;overflow-wrap:anywhere">${word}</p><p>in full</p></main>`)
  await column('respon\u00ADsabi\u00ADlidade')
  expect(await unreadable(page)).toEqual([])
  await column('respon\u00ADsabilidade')
  expect(await unreadable(page)).toEqual([expect.stringContaining('broken')])
})

test('a broken amount is reported for a picture', async ({ page }) => {
  await page.setContent(
    `<main><p>in full</p><p style="width:3em;overflow-wrap:anywhere">100,00\u00A0R$</p></main>`,
  )
  expect(await unreadable(page)).toEqual(['broken: "100,00\u00A0R$"'])
})

test("words at a strip's end do not overlap those beside it", async ({ page }) => {
  await page.setContent(`<main style="display:flex"><div style="width:6em;overflow-x:auto;white-space:nowrap">
    words that are scrolled to</div><p style="margin:0">beside them</p></main>`)
  expect(await unreadable(page)).toEqual([])
})

test('a covered button is reported, one scrolled to is not', async ({ page }) => {
  await page.setContent(`<main style="height:300px;overflow:auto"><button>under it</button>
    <div style="position:absolute;inset:0 0 auto;height:60px">over it</div>
    <div style="height:900px"></div><button>further down</button></main>`)
  expect(await covered(page)).toEqual(['BUTTON: under it'])
})

test('words scrolled half behind a title do not overlap it', async ({ page }) => {
  await page.setContent(`<main><p style="margin:0;line-height:20px">the title</p>
    <div style="height:40px;overflow-y:auto;line-height:20px">the first line<br>another<br>a third<br>the last</div></main>`)
  await page.locator('div').evaluate((part) => Object.assign(part, { scrollTop: 8 }))
  expect(await unreadable(page)).toEqual([])
})

test('a seed may break where its letters are shown', async ({ page }) => {
  const seed = 'abcdefabcdefabcdefabcdef'
  await page.setContent(
    `<main><p>in full</p><code style="display:block;width:4em;word-break:break-all">${seed}</code></main>`,
  )
  expect(await unreadable(page)).toEqual([])
})

test('pictures of home, full and failed, differ and have no faults', async ({ browser, world }) => {
  const setting = { browser, world, places: await findPlaces(world), tokenOf: people(world) }
  const [full, failed] = await captureScreen(setting, allScreens[0] as Screen, {
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
})

for (const path of [
  '/registros',
  '/conta',
  '/vip',
  '/agentJl',
  '/ladderBonus',
  '/signInSheet',
  '/ajuda',
  '/dice',
])
  test(`${path} is readable in text of twice the size at 320, and zoomed to 196`, async ({
    page,
    toppedUp,
    world,
  }) => {
    await page.setViewportSize({ width: 320, height: 852 })
    await standStill(page, world, { textPercent: 200 })
    await openAs(page, world, toppedUp, path)
    await expect.poll(() => unreadable(page), '200%').toEqual([])
    await page.evaluate(`document.documentElement.dataset.text = 'plain';
      document.documentElement.style.setProperty('--ts-user', '1')`)
    await page.setViewportSize({ width: 196, height: 426 })
    await expect.poll(() => unreadable(page), '196').toEqual([])
  })

/** The vertical extent of a match's side names. */
const sidesOf = (page: Page): Promise<{ top: number; bottom: number }[]> =>
  page.evaluate(`[...document.querySelectorAll('main .grid:has(> div > span.w-full) > div > span.w-full')]
    .map((name) => name.getBoundingClientRect().toJSON())`)

// Side by side, a side has a third of its card, and its name breaks between any letters.
test('a match has its sides stacked in text of twice the size, on the narrowest phones too', async ({
  page,
  toppedUp,
  world,
}) => {
  await standStill(page, world, { textPercent: 200 })
  await openAs(page, world, toppedUp, `/footballPage/${await comingFixture(world, 'football')}`)
  for (const width of [393, 320]) {
    await page.setViewportSize({ width, height: 852 })
    await expect
      .poll(async () => {
        const [home, away] = await sidesOf(page)
        return home !== undefined && away !== undefined && away.top >= home.bottom
      }, String(width))
      .toBe(true)
  }
})

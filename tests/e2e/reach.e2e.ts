import type { Locator, Page } from '@playwright/test'
import { overlayNames } from '../../apps/player/src/shared/overlay-names.ts'
import { type ScreenName, screens } from '../../apps/player/src/shared/paths.ts'
import type { Who } from '../../tools/pictures/screen.ts'
import { complaints, settled } from './accessible.ts'
import { comeBack, type KnownPlayer, loseEverything } from './known-player.ts'
import { greetedSocket } from './lines.ts'
import { enter, type World } from './player.ts'
import { outOfReach, small } from './reach.ts'
import { standStill } from './still.ts'
import { expect, test } from './test.ts'
import { walked } from './walk.ts'

/** A browser with visible bars. */
const lower = { width: 375, height: 553 }

/** Whether a tap on this element's centre hits it, without scrolling. */
const isInSight = async (what: Locator): Promise<boolean> => {
  const box = await what.boundingBox()
  const height = what.page().viewportSize()?.height ?? 0
  if (!box || box.y < 0 || box.y + box.height > height) return false
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  return what.evaluate(
    (element, { x, y }) => element.contains(element.ownerDocument.elementFromPoint(x, y)),
    middle,
  )
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first()

/** A screen's address; one that depends on a player or match has its own. */
const addressOf: { readonly [S in ScreenName]?: string } = {
  help: '/ajuda/termos',
  error: '/error?code=1403',
}

const pathOf = (screen: ScreenName): string | undefined => {
  const { path } = screens[screen]
  return addressOf[screen] ?? (typeof path === 'string' ? path : undefined)
}

const isWalked = (who: Who, path: string): boolean =>
  walked.some((screen) => screen.who === who && screen.path === path && !screen.press)

/** Screens that `screens.e2e.ts` does not show to this viewer: it visits each as the one with most content. */
const addressesFor = (who: Who) =>
  (Object.keys(screens) as ScreenName[]).flatMap((screen) => {
    const path = pathOf(screen)
    return path === undefined || isWalked(who, path) ? [] : [{ screen, path }]
  })

type Sheet = { who: Who; path: string; press: readonly (string | RegExp)[] }
/** Opened by an event, a form, or a key. */
const brought = ['startMask', 'quickBet', 'gameDeposit'] as const
type Brought = (typeof brought)[number]

/** Sheets for other viewers than in `screens.e2e.ts`, or not visited there. */
const sheets: Readonly<Record<string, Sheet>> = {
  gamesSheet: { who: 'visitor', path: '/home', press: [/^Jogos$/] },
  slip: { who: 'visitor', path: '/footballPage?when=week&day=1', press: [/vence, odd/, /Ver cupom/] },
  booking: { who: 'visitor', path: '/footballPage?code=00000000', press: [] },
  award: { who: 'climber', path: '/home', press: [] },
}

test('every sheet of the app is opened by a test', () => {
  const opened = new Set([...walked.flatMap(({ over }) => over ?? []), ...Object.keys(sheets), ...brought])
  expect(overlayNames.filter((name) => !opened.has(name))).toEqual([])
})

type Stage = { page: Page; world: World; player: KnownPlayer }

const bring: Readonly<Record<Brought, (stage: Stage) => Promise<void>>> = {
  async startMask({ page, world, player }) {
    await page.goto(`${world.url}/home`)
    await page.locator('[data-drawn]').waitFor({ state: 'detached' })
    await button(page, 'Entrar').click()
    await enter(page, world, player)
    await expect(page.getByRole('dialog', { name: /^Seu presente/ })).toBeVisible()
  },
  async quickBet({ page, world, player }) {
    await page.addInitScript(`localStorage.setItem('quickBet', '{"isOn":true}')`)
    await comeBack(page, world, player, '/footballPage?when=week&day=1')
    await button(page, /vence, odd/).press('Shift+Enter')
  },
  async gameDeposit({ page, world, player }) {
    // The prompt is pushed: a page without a socket yet would miss it.
    const line = greetedSocket(page)
    await comeBack(page, world, player, '/home')
    await line
    await loseEverything(world, player)
  },
}

/** The visible sheet is usable and has no axe findings. */
const isUsable = async (page: Page): Promise<void> => {
  await expect(page.getByRole('dialog').first()).toBeVisible()
  await settled(page)
  await expect.poll(() => outOfReach(page)).toEqual([])
  expect(await complaints(page)).toEqual([])
}

test.describe('at 360 × 560', () => {
  for (const { screen, path } of addressesFor('visitor'))
    test(`a visitor reaches the main action of ${screen}`, async ({ walker }) => {
      await walker.page.setViewportSize(small)
      await walker.open({ name: screen, who: 'visitor', path })
      // Late content, such as the captcha, may push the action away briefly.
      await expect.poll(() => outOfReach(walker.page)).toEqual([])
    })

  for (const { screen, path } of addressesFor('player'))
    test(`a player reaches the main action of ${screen}, and axe finds nothing, dark or light`, async ({
      walker,
    }) => {
      await walker.page.setViewportSize(small)
      await walker.open({ name: screen, who: 'player', path })
      await expect.poll(() => outOfReach(walker.page)).toEqual([])
      expect(await complaints(walker.page)).toEqual([])
    })

  test('a player reaches the main action of the matches of a week', async ({ walker }) => {
    await walker.page.setViewportSize(small)
    await walker.open({ name: 'week', who: 'player', path: '/footballPage?when=week&day=1' })
    await expect.poll(() => outOfReach(walker.page)).toEqual([])
  })

  test('a match does not scroll sideways', async ({ walker }) => {
    const { page } = walker
    await page.setViewportSize(small)
    await walker.openNamed('sports-week')
    await page.locator('a[href^="/footballPage/"]').first().click()
    await expect(page).toHaveURL(/footballPage\/\d+/)
    await settled(page)
    await expect.poll(() => outOfReach(page)).toEqual([])
  })

  for (const [name, each] of Object.entries(sheets))
    test(`the main action of the sheet ${name} is visible`, async ({ walker }) => {
      await walker.page.setViewportSize(small)
      await walker.open({ name, sees: 'dialog[open]', ...each })
      await isUsable(walker.page)
    })

  for (const name of brought)
    test(`the main action of the sheet ${name} is visible`, async ({ page, toppedUp, world }) => {
      await page.setViewportSize(small)
      await standStill(page, world)
      await bring[name]({ page, world, player: toppedUp })
      await isUsable(page)
    })
})

const games = [
  { path: '/dice', action: /^Rolar/ },
  { path: '/limbo', action: /^Lançar/ },
  { path: '/mines', action: /^Apostar$/ },
  { path: '/rowDouble', action: /^Começar/ },
  { path: '/double', action: /Branco/ },
  { path: '/luckyColor', action: /Violeta/ },
] as const

for (const { path, action } of games)
  for (const { width, height } of [small, lower])
    test(`at ${width} × ${height} a player of ${path} bets without scrolling`, async ({ walker }) => {
      const { page, picture } = walker
      await page.setViewportSize({ width, height })
      await walker.open({ name: path, who: 'player', path })
      await expect(button(page, action)).toBeVisible()
      await expect.poll(() => isInSight(button(page, action))).toBe(true)
      await picture(`${path.slice(1)}-${width}x${height}`)
    })

test('at 393 × 852 R$ 1 and R$ 2 are visible where a stake is typed, and so are the other choices', async ({
  walker,
}) => {
  const { page } = walker
  await page.setViewportSize({ width: 393, height: 852 })
  for (const [path, chosen] of [
    ['/dice', /^R\$\s10,00$/],
    ['/limbo', /^R\$\s10,00$/],
    ['/mines', /^24 minas/],
    ['/rowDouble', /^Mestre/],
  ] as const) {
    await walker.open({ name: path, who: 'player', path })
    for (const name of [/^R\$\s1,00$/, /^R\$\s2,00$/, chosen])
      await expect.poll(() => isInSight(button(page, name)), `${path}: ${String(name)}`).toBe(true)
  }
  // The mine count is above the bet bar, fully visible.
  await walker.open({ name: '/mines', who: 'player', path: '/mines' })
  const count = await button(page, /^24 minas/).boundingBox()
  const bar = await button(page, /^Apostar(?! o máximo)/).boundingBox()
  expect((count?.y ?? 0) + (count?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
})

/** Top and bottom of a part of the page, from the top of the window. */
const spanOf = async (part: Locator) => {
  const { y, height } = (await part.boundingBox()) ?? { y: 0, height: Infinity }
  return { top: y, bottom: y + height }
}

for (const { width, height } of [
  { width: 393, height: 852 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
])
  test(`at ${width} × ${height} the stake, the bet and what is still to be wagered are in sight together in each game`, async ({
    walker,
  }) => {
    const { page } = walker
    await page.setViewportSize({ width, height })
    for (const { path, action } of games) {
      await walker.open({ name: path, who: 'player', path })
      const reported = page.getByText(/^Faltam R\$\s[\d.,]+ neste jogo para retirar/).locator('..')
      await expect(reported).toContainText('Esportes contam 100%, jogos rápidos 20%, slots e crash 100%.')
      await expect.poll(() => isInSight(button(page, action)), path).toBe(true)
      await expect.poll(() => isInSight(button(page, /^R\$\s1,00$/)), path).toBe(true)
      const note = await spanOf(reported)
      const bet = await spanOf(button(page, action))
      // Of a game played alone the note ends above the bar of the bet, which lies over what is below it.
      const isRoom = path === '/double' || path === '/luckyColor'
      expect(note.bottom, path).toBeLessThanOrEqual(isRoom ? height : bet.top)
      expect(note.top, path).toBeGreaterThan(0)
    }
  })

test('at 360 × 560 an unavailable chance is moved, with a message', async ({ page, toppedUp, world }) => {
  await page.setViewportSize(small)
  await comeBack(page, world, toppedUp, '/dice')
  await page.getByLabel('Chance').fill('99')
  await page.getByLabel('Chance').press('Enter')
  await expect(page.getByText('A chance vai de 0,01% a 98%.')).toBeVisible()
})

test('from a game the account is one tap away, and the arrow returns', async ({ page, toppedUp, world }) => {
  await standStill(page, world)
  await comeBack(page, world, toppedUp, '/rowDouble')
  const account = button(page, /^Minha conta/)
  await account.waitFor()
  await expect.poll(() => isInSight(account)).toBe(true)
  await account.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Conta', exact: true }).click()
  await expect(page).toHaveURL(/\/conta$/)
  await page.getByRole('button', { name: 'Voltar' }).click()
  await expect(page).toHaveURL(/\/rowDouble$/)
})

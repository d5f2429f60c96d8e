import type { Locator, Page } from '@playwright/test'
import type { OverlayName } from '../../apps/player/src/shared/overlay-names.ts'
import { type ScreenName, screens } from '../../apps/player/src/shared/paths.ts'
import type { Who } from '../../tools/pictures/screen.ts'
import { complaints, settled } from './accessible.ts'
import { comeBack, type KnownPlayer, loseEverything } from './known-player.ts'
import { untilGreeted } from './lines.ts'
import { enter, type World } from './player.ts'
import { standStill } from './still.ts'
import { expect, test } from './test.ts'

/** The lowest phones of the three that a player holds: a small one, and one whose browser has its bars out. */
const small = { width: 360, height: 560 }
const lower = { width: 375, height: 553 }

/**
 * What is wrong with what lies on top: it can be moved sideways, or its main action is out of reach. That of a sheet is in
 * sight at once; that of a page no later than the form it belongs to.
 */
const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const sheet = [...document.querySelectorAll('dialog[open]')].at(-1)
    const wide = [document.documentElement, ...(sheet ? [sheet, ...sheet.children] : [])]
      .filter((part) => part.scrollWidth > part.clientWidth)
      .map((part) => part.tagName + ' is ' + part.scrollWidth + ' wide')
    const action = [...(sheet ?? document).querySelectorAll((sheet ? '' : 'main ') + 'button[data-kind=primary]')]
      .find((button) => button.checkVisibility() && !button.closest('header'))
    const isInSight = () => {
      const { left, top, bottom, width, height } = action.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight &&
        action.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    }
    if (!action || isInSight()) return wide
    if (!sheet) (action.closest('form, section') ?? action).scrollIntoView()
    return isInSight() ? wide : [...wide, 'out of reach: ' + action.textContent]
  })()`)

/** Whether a finger that is put on the middle of this meets it, without scrolling. */
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

/** Where a screen is looked at. One that another player or another match decides has an address of its own. */
const addressOf: { readonly [S in ScreenName]?: string } = {
  help: '/ajuda/termos',
  error: '/error?code=1403',
}

const pathOf = (screen: ScreenName): string | undefined => {
  const { path } = screens[screen]
  return addressOf[screen] ?? (typeof path === 'string' ? path : undefined)
}

const addresses = (Object.keys(screens) as ScreenName[]).flatMap((screen) => {
  const path = pathOf(screen)
  return path === undefined ? [] : [{ screen, path }]
})

type Sheet = { who: Who; path: string; press: readonly (string | RegExp)[]; sees?: string }
/** What an event brings, a form leads to, or a key. */
const brought = ['startMask', 'quickBet', 'gameDeposit'] as const
type Brought = (typeof brought)[number]

/** How each sheet is brought up: by whom, where, and what is pressed. The types ask for every one there is. */
const sheets: Readonly<Record<Exclude<OverlayName, Brought>, Sheet>> = {
  login: { who: 'visitor', path: '/home', press: ['Entrar'] },
  forgotPassword: { who: 'visitor', path: '/home', press: ['Entrar', 'Esqueci a senha'] },
  settingsMenu: { who: 'visitor', path: '/home', press: ['Menu'] },
  gamesSheet: { who: 'visitor', path: '/home', press: [/^Jogos$/] },
  search: { who: 'visitor', path: '/footballPage', press: ['Buscar'] },
  slip: { who: 'visitor', path: '/footballPage?when=week&day=1', press: [/vence, odd/, /Ver cupom/] },
  shareSlip: {
    who: 'player',
    path: '/footballPage?when=week&day=1',
    press: [/vence, odd/, /Ver cupom/, 'Compartilhar cupom'],
    sees: 'role=dialog[name="Compartilhar cupom"]', // the slip stays below
  },
  profit: { who: 'player', path: '/registros', press: ['Lucro e prejuízo'] },
  booking: { who: 'visitor', path: '/footballPage?code=00000000', press: [] },
  roomChain: { who: 'visitor', path: '/double', press: [/Sorteio verificável/] },
  roomRules: { who: 'visitor', path: '/double', press: ['Mais opções do jogo', 'Regras do jogo'] },
  kyc: { who: 'newcomer', path: '/home', press: ['Depositar'] },
  accountMenu: { who: 'player', path: '/home', press: [/^Minha conta/] },
  avatarPicker: { who: 'player', path: '/home', press: [/^Minha conta/, 'Trocar avatar'] },
  changePassword: { who: 'player', path: '/home', press: [/^Minha conta/, 'Mudar senha'] },
  changeEmail: { who: 'player', path: '/home', press: [/^Minha conta/, 'Mudar e-mail'] },
  passkeys: { who: 'player', path: '/home', press: [/^Minha conta/, 'Passkeys'] },
  devices: { who: 'player', path: '/home', press: [/^Minha conta/, 'Aparelhos'] },
  limits: { who: 'player', path: '/home', press: ['Menu', 'Jogo responsável'] },
  deposit: { who: 'player', path: '/home', press: ['Depositar'] },
  payment: { who: 'player', path: '/home', press: ['Depositar', /^Depositar R\$\s100,00/, 'Confirmar'] },
  fairness: { who: 'player', path: '/dice', press: [/ver semente/] },
  gameMenu: { who: 'player', path: '/dice', press: ['Mais opções do jogo'] },
  gameRules: { who: 'player', path: '/dice', press: ['Mais opções do jogo', 'Regras do jogo'] },
  gameRound: { who: 'climber', path: '/dice', press: [/ (ganhou|perdeu)$/] },
  testAccount: { who: 'tester', path: '/home', press: [/^Minha conta/, 'Conta de teste'] },
  messagePreferences: { who: 'player', path: '/gameMess', press: ['Avisos'] },
  message: { who: 'player', path: '/gameMess?kind=cashier', press: [/Depósito confirmado/] },
  award: { who: 'climber', path: '/home', press: [] },
  bonusIncrease: { who: 'climber', path: '/gamebouns', press: ['Liberar bônus'] },
  support: { who: 'player', path: '/home', press: ['Menu', 'Atendimento ao Cliente'] },
  setting: { who: 'player', path: '/home', press: [/^Minha conta/, 'Configurações'] },
  my: { who: 'player', path: '/dice', press: ['Mais opções do jogo', 'Meu resumo'] },
  customerService: { who: 'visitor', path: '/ajuda', press: ['Atendimento ao Cliente'] },
  download: { who: 'visitor', path: '/home', press: ['Menu', /^Download/] },
  language: { who: 'visitor', path: '/home', press: ['Menu', /^Idioma/] },
}

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
    // The prompt is pushed: a page that does not listen yet would miss it.
    const line = untilGreeted(page)
    await comeBack(page, world, player, '/home')
    await line
    await loseEverything(world, player)
  },
}

/** The sheet in sight can be used, and nobody is shut out of it. */
const isUsable = async (page: Page): Promise<void> => {
  await expect(page.getByRole('dialog').first()).toBeVisible()
  await settled(page)
  await expect.poll(() => outOfReach(page)).toEqual([])
  expect(await complaints(page)).toEqual([])
}

test.describe('at 360 × 560', () => {
  for (const { screen, path } of addresses)
    test(`a visitor reaches the main action of ${screen}`, async ({ walker }) => {
      await walker.page.setViewportSize(small)
      await walker.open({ name: screen, who: 'visitor', path })
      // What is loaded after the page stands, as the captcha is, may push the action away for a moment.
      await expect.poll(() => outOfReach(walker.page)).toEqual([])
    })

  for (const { screen, path } of addresses)
    test(`a player reaches the main action of ${screen}, and axe finds nothing wrong with it, dark or light`, async ({
      walker,
    }) => {
      await walker.page.setViewportSize(small)
      await walker.open({ name: screen, who: 'player', path })
      await expect.poll(() => outOfReach(walker.page)).toEqual([])
      expect(await complaints(walker.page)).toEqual([])
    })

  for (const path of [
    '/conta?tab=withdraw',
    '/registros?tab=games',
    '/registros?tab=wallet',
    '/footballPage?when=week&day=1',
  ])
    test(`a player reaches the main action of ${path}`, async ({ walker }) => {
      await walker.page.setViewportSize(small)
      await walker.open({ name: path, who: 'player', path })
      await expect.poll(() => outOfReach(walker.page)).toEqual([])
    })

  test('a match moves sideways for nobody', async ({ walker }) => {
    const { page } = walker
    await page.setViewportSize(small)
    await walker.openNamed('sports-week')
    await page.locator('a[href^="/footballPage/"]').first().click()
    await expect(page).toHaveURL(/footballPage\/\d+/)
    await settled(page)
    await expect.poll(() => outOfReach(page)).toEqual([])
  })

  for (const [name, each] of Object.entries(sheets))
    test(`the main action of the sheet ${name} is in sight`, async ({ walker }) => {
      await walker.page.setViewportSize(small)
      await walker.open({ name, sees: 'dialog[open]', ...each })
      await isUsable(walker.page)
    })

  for (const name of brought)
    test(`the main action of the sheet ${name} is in sight`, async ({ page, toppedUp, world }) => {
      await page.setViewportSize(small)
      await standStill(page, world)
      await bring[name]({ page, world, player: toppedUp })
      await isUsable(page)
    })

  test('so is that of the long form of somebody who registers', async ({ walker }) => {
    const { page, picture } = walker
    await page.setViewportSize(small)
    await walker.openNamed('register')
    await isUsable(page)
    await picture('register-360x560')
  })
})

const games = [
  { path: '/dice', action: /^Rolar/ },
  { path: '/limbo', action: /^Lançar/ },
  { path: '/mines', action: /^Apostar/ },
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

test('at 393 × 852 R$ 1 and R$ 2 are in sight where a stake is typed, and so is what else is chosen', async ({
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
  // The count of mines stands above the bar of the bet, none of it below.
  await walker.open({ name: '/mines', who: 'player', path: '/mines' })
  const count = await button(page, /^24 minas/).boundingBox()
  const bar = await button(page, /^Apostar(?! o máximo)/).boundingBox()
  expect((count?.y ?? 0) + (count?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
})

test('at 360 × 560 a chance that the game does not offer is moved and said so', async ({
  page,
  toppedUp,
  world,
}) => {
  await page.setViewportSize(small)
  await comeBack(page, world, toppedUp, '/dice')
  await page.getByLabel('Chance').fill('99')
  await page.getByLabel('Chance').press('Enter')
  await expect(page.getByText('A chance vai de 0,01% a 98%.')).toBeVisible()
})

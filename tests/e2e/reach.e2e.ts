import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OverlayName } from '../../apps/player/src/shared/overlay-names.ts'
import { overlayNames } from '../../apps/player/src/shared/overlay-names.ts'
import { type ScreenName, screens } from '../../apps/player/src/shared/paths.ts'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { complaints, settled } from './accessible.ts'
import {
  comeBack,
  type KnownPlayer,
  loggedIn,
  loseEverything,
  registered,
  rollElsewhere,
  toppedUp,
} from './known-player.ts'
import { enter, noteCaptchas } from './player.ts'
import { untilGreeted } from './lines.ts'
import { isSeen, sheet } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
/** The lowest phones of the three that a player holds: a small one, and one whose browser has its bars out. */
const small = { width: 360, height: 560 }
const lower = { width: 375, height: 553 }
/** Without motion, so that a sheet is where it will stay at once. */
const stillLook = 'theme=dark&text=100&motion=off&language=pt-BR'

let phone: Phone
let page: Page

beforeAll(async () => {
  phone = await openPhone()
  page = phone.page
  noteCaptchas(page)
  await page.context().addCookies([{ name: 'look', value: stillLook, url: world.url }])
  await page.setViewportSize(small)
})
afterAll(() => phone.close())

/**
 * What is wrong with what lies on top: it can be moved sideways, or its main action is out of reach. That of a sheet is in
 * sight at once; that of a page no later than the form it belongs to.
 */
const outOfReach = (): Promise<string[]> =>
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
  const box = await what.first().boundingBox()
  const height = page.viewportSize()?.height ?? 0
  if (!box || box.y < 0 || box.y + box.height > height) return false
  return what
    .first()
    .evaluate((element, { x, y }) => element.contains(element.ownerDocument.elementFromPoint(x, y)), {
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
    })
}

const button = (name: string | RegExp) => page.getByRole('button', { name }).filter({ visible: true }).first()

/** Where a screen is looked at. One that another player or another match decides has an address of its own. */
const addressOf: { readonly [S in ScreenName]?: string } = {
  help: '/ajuda/termos',
  error: '/error?code=1403',
}

const pathOf = (screen: ScreenName): string | undefined => {
  const { path } = screens[screen]
  return addressOf[screen] ?? (typeof path === 'string' ? path : undefined)
}

const walked = (Object.keys(screens) as ScreenName[]).flatMap((screen) => {
  const path = pathOf(screen)
  return path === undefined ? [] : [{ screen, path }]
})

type Sheet = { who: Who; path: string; press: readonly (string | RegExp)[] }
type Who = 'visitor' | 'returning' | 'newcomer' | 'player' | 'climber' | 'tester' | 'loser'

/** How each sheet is brought up: by whom, where, and what is pressed. The types ask for every one there is. */
const sheets: Readonly<Record<OverlayName, Sheet>> = {
  login: { who: 'visitor', path: '/home', press: ['Entrar'] },
  forgotPassword: { who: 'visitor', path: '/home', press: ['Entrar', 'Esqueci a senha'] },
  settingsMenu: { who: 'visitor', path: '/home', press: ['Menu'] },
  gamesSheet: { who: 'visitor', path: '/home', press: [/^Jogos$/] },
  search: { who: 'visitor', path: '/footballPage', press: ['Buscar'] },
  slip: { who: 'visitor', path: '/footballPage?when=week', press: [/vence, odd/, /Ver cupom/] },
  shareSlip: {
    who: 'player',
    path: '/footballPage?when=week',
    press: [/vence, odd/, /Ver cupom/, 'Compartilhar cupom'],
  },
  quickBet: {
    who: 'player',
    path: '/footballPage?when=week',
    press: [],
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
  startMask: { who: 'returning', path: '/home', press: ['Entrar'] },
  award: { who: 'climber', path: '/home', press: [] },
  bonusIncrease: { who: 'climber', path: '/gamebouns', press: ['Liberar bônus'] },
  support: { who: 'player', path: '/home', press: ['Menu', 'Atendimento ao Cliente'] },
  setting: { who: 'player', path: '/home', press: [/^Minha conta/, 'Configurações'] },
  my: { who: 'player', path: '/dice', press: ['Mais opções do jogo', 'Meu resumo'] },
  customerService: { who: 'visitor', path: '/ajuda', press: ['Atendimento ao Cliente'] },
  download: { who: 'visitor', path: '/home', press: ['Menu', /^Download/] },
  gameDeposit: { who: 'loser', path: '/home', press: [] },
  language: { who: 'visitor', path: '/home', press: ['Menu', /^Idioma/] },
}

const tokens: Partial<Record<Who, string>> = {}

async function tokenOf(who: Who): Promise<string> {
  if (who === 'visitor' || who === 'returning') return ''
  if (who === 'tester') return (await loggedIn(world, 'teste@palpite.example', 'palpite-de-teste')).token
  const player = await registered(world)
  if (who === 'newcomer') return player.token
  await toppedUp(world, player)
  if (who === 'climber') await climb(player)
  return player.token
}

/** Stakes what the first level of the VIP club asks for, at a price that hardly ever loses. */
async function climb(player: KnownPlayer): Promise<void> {
  for (let rolls = 0; rolls < 17; rolls += 1) {
    await rollElsewhere(world, player, { stakeCents: 25_00, targetHundredths: 2_00 })
  }
}

let present: Who | undefined

/** Opens an address as one of those who stand in the table. */
async function openAs(who: Who, path: string): Promise<void> {
  const token = (tokens[who] ??= await tokenOf(who))
  if (who === present) await page.goto(world.url + path)
  else await comeBack(page, world, { token }, path)
  present = who
  await page.getByRole('main').first().waitFor()
}

describe('at 360 × 560', () => {
  test.each(walked)('a visitor reaches the main action of $screen', async ({ path }) => {
    await openAs('visitor', path)
    await settled(page)
    // What is loaded after the page stands, as the captcha is, may push the action away for a moment.
    await expect.poll(outOfReach).toEqual([])
  })

  test.each(walked)(
    'a player reaches the main action of $screen, and axe finds nothing wrong with it, dark or light',
    async ({ path }) => {
      await openAs('player', path)
      await settled(page)
      expect(await outOfReach()).toEqual([])
      expect(await complaints(page)).toEqual([])
    },
  )

  test.each([
    '/conta?tab=withdraw',
    '/registros?tab=games',
    '/registros?tab=wallet',
    '/footballPage?when=week',
  ])('a player reaches the main action of %s', async (path) => {
    await openAs('player', path)
    await settled(page)
    expect(await outOfReach()).toEqual([])
  })

  test('a match moves sideways for nobody', async () => {
    await openAs('visitor', '/footballPage?when=week')
    await page.locator('a[href^="/footballPage/"]').first().click()
    await page.waitForURL(/footballPage\/\d+/)
    await settled(page)
    expect(await outOfReach()).toEqual([])
  })

  test.each(overlayNames)('the main action of the sheet %s is in sight', async (name) => {
    const { who, path, press } = sheets[name]
    await openAs(who, path)
    if (who === 'loser') {
      // The prompt is pushed: a page that does not listen yet would miss it.
      const line = untilGreeted(page)
      await page.reload()
      await line
      await loseEverything(world, { token: tokens[who] ?? '' })
    }
    if (name === 'quickBet') {
      await page.evaluate(() => localStorage.setItem('quickBet', '{"isOn":true}'))
      await page.reload()
      await button(/vence, odd/).press('Shift+Enter')
    }
    for (const each of press) await button(each).click()
    if (who === 'returning') await enter(page, world, await registered(world))
    if (name === 'startMask') await page.getByRole('dialog', { name: /^Seu presente/ }).waitFor()
    if (name === 'shareSlip') await sheet(page, 'Compartilhar cupom').waitFor() // the slip stays below
    await page.getByRole('dialog').first().waitFor()
    await settled(page)
    expect(await outOfReach()).toEqual([])
    expect(await complaints(page)).toEqual([])
  })

  test('so is that of the long form of somebody who registers', async () => {
    await openAs('visitor', '/registered')
    await page
      .getByRole('dialog')
      .getByRole('img', { name: /Imagem com os caracteres/ })
      .waitFor()
    await settled(page)
    expect(await outOfReach()).toEqual([])
    expect(await complaints(page)).toEqual([])
    await phone.picture('register-360x560')
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

test.each(games.flatMap((game) => [small, lower].map((size) => ({ ...game, ...size }))))(
  'at $width × $height a player of $path bets without scrolling',
  async ({ path, action, width, height }) => {
    await page.setViewportSize({ width, height })
    await openAs('player', path)
    await button(action).waitFor()
    await settled(page)
    await expect.poll(() => isInSight(button(action))).toBe(true)
    await phone.picture(`${path.slice(1)}-${width}x${height}`)
  },
)

test('at 360 × 560 a chance that the game does not offer is moved and said so', async () => {
  await page.setViewportSize(small)
  await openAs('player', '/dice')
  await page.getByLabel('Chance').fill('99')
  await page.getByLabel('Chance').press('Enter')
  expect(await isSeen(page.getByText('A chance vai de 0,01% a 98%.'))).toBe(true)
})

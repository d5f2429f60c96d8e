import { type TextLanguage, textLanguages } from '@palpite/contract/languages'
import type { Page } from '@playwright/test'
import { unreadable } from '../../tools/pictures/measure.ts'
import { textsOf } from '../../tools/pictures/words.ts'
import { settled } from './accessible.ts'
import { lengthenTexts } from './longer-words.ts'
import { comeBack } from './known-player.ts'
import { comingFixture } from './on-offer.ts'
import { covered } from './reach.ts'
import { standStill } from './still.ts'
import { expect, test } from './test.ts'
import { appStands, goOnTo } from './walk.ts'

/** A language may be too long on several screens: all are reported. */
const soft = expect.configure({ soft: true })

/** Common screens of a player. */
const mainScreens = [
  '/home',
  '/footballPage?when=week&day=1',
  '/registros',
  '/conta',
  '/dice',
  '/mines',
  '/vip',
  '/gameMess',
  '/ajuda',
]

/** The words on these screens are readable in a language, at the widths of small and of most phones. */
async function areRead(paths: readonly string[], page: Page, language: TextLanguage): Promise<void> {
  for (const path of paths) {
    await goOnTo(page, path)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    for (const width of [320, 393]) {
      await page.setViewportSize({ width, height: 852 })
      await expect.poll(() => unreadable(page), `${path} at ${width}`).toEqual([])
    }
  }
}

/** Languages with the longest or least breakable words, or other scripts. */
for (const language of ['de', 'ru', 'vi', 'th', 'hi', 'ja'] as const)
  test(`the main screens are readable on a phone in ${language}`, async ({ walker }) => {
    await walker.setLook({ language, textPercent: 100 })
    await walker.openNamed('home')
    await areRead(['/home', '/footballPage?when=week&day=1', '/conta', '/dice'], walker.page, language)
    await walker.picture(`${language}-dice-393`)
  })

test('the main screens are readable with words two fifths longer than in English', async ({
  page,
  toppedUp: player,
  world,
}) => {
  const heard = await lengthenTexts(page, 'en')
  await standStill(page, world, { language: 'en' })
  await comeBack(page, world, player, '/home')
  await appStands(page)
  await settled(page)
  await areRead(mainScreens, page, 'en')
  expect(heard()).toEqual(
    expect.arrayContaining(['first', 'common', 'sportsbook', 'games', 'wallet', 'rewards', 'messages']),
  )
})

/**
 * Whether the app is responsible for a finding. Side names come from the server, and browsers hyphenate them only with
 * patterns, which the test browser lacks.
 */
function answersFor(language: TextLanguage): (finding: string) => boolean {
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  // `{sport}` is a placeholder, no word of the language.
  const said = Object.values(textsOf(language)).map((text) => text.replaceAll(/\{\s*\w+/g, ' '))
  const own = new Set(said.flatMap(words))
  return (finding) => {
    const broken = /^broken: (.*)$/.exec(finding)?.[1]?.replaceAll('\u00ad', '')
    return broken === undefined || words(broken).some((word) => own.has(word))
  }
}

/** No app word is broken without a hyphen, and nothing is cut. */
for (const language of textLanguages)
  test(`the most used screens are readable in text of twice the size on the narrowest phones in ${language}`, async ({
    walker,
    world,
  }) => {
    const { page } = walker
    const isOurs = answersFor(language)
    await page.setViewportSize({ width: 320, height: 852 })
    await walker.setLook({ language, textPercent: 200 })
    await walker.openNamed('home')
    for (const path of [
      '/home',
      '/footballPage?when=week&day=1',
      '/registros',
      '/conta',
      '/dice',
      '/vip',
      `/footballPage/${await comingFixture(world, 'football')}`,
      '/ajuda',
    ]) {
      await goOnTo(page, path)
      await soft.poll(async () => (await unreadable(page)).filter(isOurs), path).toEqual([])
    }
  })

/** Overlays and forms: money, bets, login, and protection. */
const sheets = [
  'deposit',
  'account-withdraw',
  'kyc',
  'slip',
  'share-slip',
  'profit',
  'login',
  'second-factor',
  'devices',
  'own-data',
  'settings',
  'menu',
  'limits-form',
  'test-account',
  'game-summary',
  'room-rules',
]

/**
 * The longest words, and two other scripts. `ALL_LANGUAGES=1 npm run e2e -- languages` measures all fourteen, in eight
 * minutes more.
 */
const longest = ['pt-BR', 'de', 'fr', 'ru', 'hi']

for (const language of textLanguages.filter(
  (one) => longest.includes(one) || process.env['ALL_LANGUAGES'] === '1',
))
  test(`sheets are readable in text of twice the size on the narrowest phones in ${language}, and everything in them is reachable`, async ({
    walker,
  }) => {
    const { page } = walker
    const isOurs = answersFor(language)
    await page.setViewportSize({ width: 320, height: 852 })
    await walker.setLook({ language, textPercent: 200 })
    for (const name of sheets) {
      await walker.openNamed(name)
      await soft.poll(async () => (await unreadable(page)).filter(isOurs), name).toEqual([])
      await soft.poll(() => covered(page), name).toEqual([])
    }
  })

/** League names as feeds give them. */
const leagues = ['UEFA Champions League, Qualification', 'Campeonato Paulista Feminino Série A2']

/** The bars with their possible titles. */
const bars: Readonly<Record<string, readonly string[]>> = {
  '/vip': [
    'app.records.bets',
    'app.records.title',
    'app.help.title',
    'app.help.rules',
    'app.help.terms',
    'app.help.privacy',
    'rewards.vip.title',
    'rewards.ladder.title',
    'rewards.gameBonus.title',
    'rewards.activity.title',
    'rewards.checkIn.title',
    'rewards.share.title',
    'rewards.agent.title',
    'sportsbook.event.title',
    'messages.page.title',
    'play.lobby.title',
    ...leagues,
  ],
  '/conta': ['wallet.account.title', 'wallet.success.title', 'sportsbook.page.title'],
  '/luckyColor': ['app.game.luckyColor', 'app.game.double'],
  '/rowDouble': ['app.game.rowDouble', 'app.game.limbo', 'app.game.mines', 'app.game.dice'],
}

/**
 * Runs in the page: sets this title, with nothing below the bar. Hidden parts stay the app's, which continues
 * rendering.
 */
const entitle = (title: string, language: string): string => `(() => {
  document.documentElement.lang = ${JSON.stringify(language)}
  const heading = document.querySelector('h1')
  heading.textContent = ${JSON.stringify(title)}
  for (const part of document.querySelectorAll('main > :not(header), nav')) part.style.display = 'none'
})()`

for (const [path, titles] of Object.entries(bars))
  test(`the bar of ${path} shows its titles in full in every language on the narrowest phones and on most`, async ({
    page,
    toppedUp,
    world,
  }) => {
    await standStill(page, world)
    await comeBack(page, world, toppedUp, path)
    await appStands(page)
    await settled(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const wrong: string[] = []
    for (const width of [320, 393]) {
      await page.setViewportSize({ width, height: 852 })
      for (const language of textLanguages) {
        const texts = textsOf(language)
        for (const key of titles) {
          await page.evaluate(entitle(texts[key] ?? key, language))
          wrong.push(...(await unreadable(page)).map((what) => `${width} ${language} ${key}: ${what}`))
        }
      }
    }
    expect(wrong).toEqual([])
  })

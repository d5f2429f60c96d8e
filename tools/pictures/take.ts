import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type TextLanguage } from '@palpite/contract/languages'
import { type Theme, writeLook } from '@palpite/contract/look'
import { complaintsNow, settled } from '../../tests/e2e/accessible.ts'
import { registered } from '../../tests/e2e/known-player.ts'
import { enter, fillRegistration, noteCaptchas, somebodyNew, type World } from '../../tests/e2e/player.ts'
import { showFace } from './faces.ts'
import { unreadable } from './measure.ts'
import { addressIn, type Places } from './people.ts'
import type { Face, Screen, Who } from './screen.ts'
import { nameIn } from './words.ts'

/** A screen's picture and its faults. */
export type Picture = {
  screen: string
  face: Face
  language: TextLanguage
  theme: Theme
  width: number
  text: number
  png: Uint8Array
  findings: string[]
}

export type Wish = {
  languages: readonly TextLanguage[]
  themes: readonly Theme[]
  widths: readonly number[]
  faces: readonly Face[]
  /** The size of the text, in percent. */
  text: number
  /** Whether axe runs too. */
  axe: boolean
}

export type Setting = {
  browser: Browser
  world: World
  places: Places
  tokenOf: (who: Who) => Promise<string>
}

/** Heights for widths: phones, a tablet, a desktop. */
const heightOf = (width: number): number =>
  width < 250 ? 426 : width < 350 ? 568 : width < 700 ? 852 : width < 1200 ? 1024 : 900

const PATIENCE_MS = 20_000
/** Held or failed calls never end: by then placeholders and messages are shown. */
const SETTLE_MS = 1200
/** The duration of a long press. */
const HELD_MS = 1200

/** Takes a screen in every requested view, language, size and theme. */
export async function captureScreen(setting: Setting, screen: Screen, wish: Wish): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const language of wish.languages) {
    if (screen.enters && language !== 'pt-BR') continue
    for (const face of facesOf(screen, wish.faces)) {
      const context = await openContext(setting, screen, language, wish)
      try {
        pictures.push(
          ...(await captureFace(await context.newPage(), { setting, screen, language, face, wish })),
        )
      } finally {
        await context.close()
      }
    }
  }
  return pictures
}

const facesOf = (screen: Screen, wished: readonly Face[]): Face[] =>
  wished.filter((face) => face === 'full' || (screen.feeds && !screen.without?.includes(face)))

async function openContext(
  { browser, world, tokenOf }: Setting,
  { who, holdsPrice }: Screen,
  language: TextLanguage,
  { text }: Wish,
): Promise<BrowserContext> {
  const width = 393
  const context = await browser.newContext({
    viewport: { width, height: heightOf(width) },
    hasTouch: true,
    locale: language,
    timezoneId: 'America/Sao_Paulo',
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const look = writeLook({
    theme: 'dark',
    textPercent: text as 100,
    motion: 'off',
    language,
    odds: 'decimal',
    letterKeys: 'on',
  })
  await context.addCookies([{ name: 'look', value: look, url: world.url }])
  const token = await tokenOf(who)
  if (holdsPrice) await context.addInitScript(`localStorage.setItem('quickBet', '{"isOn":true,"entry":"7"}')`)
  if (token) await context.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`)
  return context
}

type Shot = { setting: Setting; screen: Screen; language: TextLanguage; face: Face; wish: Wish }

async function captureFace(page: Page, { setting, screen, language, face, wish }: Shot): Promise<Picture[]> {
  const broken = listen(page, face)
  const calm = await showFace(page, face, screen.feeds ?? /^$/)
  const missing = await open(page, { setting, screen, language, face, wish })
  const pictures: Picture[] = []
  for (const [at, width] of wish.widths.entries()) {
    await page.setViewportSize({ width, height: heightOf(width) })
    missing.push(...(await orFinding(() => stand(page, face))))
    for (const theme of wish.themes) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
      const png = await capturePng(page)
      const read = await unreadable(page)
      // Colours do not depend on the width, nor do axe's other findings on the theme.
      const axe =
        wish.axe && at === 0 ? await complaintsNow(page, theme === wish.themes[0] ? 'all' : 'colours') : []
      const findings = [...missing.splice(0), ...read, ...axe, ...broken.splice(0)]
      pictures.push({ screen: screen.name, face, language, theme, width, text: wish.text, png, findings })
    }
  }
  await calm()
  return pictures
}

/** Page errors. The browser also reports connections cut on purpose. */
function listen(page: Page, face: Face): string[] {
  const broken: string[] = []
  page.on('pageerror', (error) => broken.push(`broke: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error' || (face === 'failed' && message.text().startsWith('Failed to load')))
      return
    broken.push(`console: ${message.text()}`)
  })
  return broken
}

/** Opens a screen and its overlay; reports what did not appear. */
async function open(page: Page, { setting, screen, language, face }: Shot): Promise<string[]> {
  noteCaptchas(page)
  await page.goto(setting.world.url + addressIn(setting.places, screen.path))
  return orFinding(async () => {
    await page.getByRole('main').first().waitFor()
    if (screen.enters) await goThroughForm(page, setting.world, screen.enters)
    for (const name of screen.press ?? []) {
      const named = { name: nameIn(language, name) }
      const part = page.locator('dialog[open]').getByRole('radio', named) // of a multi-part sheet
      await page.getByRole('button', named).or(part).filter({ visible: true }).first().click()
    }
    if (screen.holdsPrice)
      await page.locator('button[data-outcome]:enabled').first().click({ delay: HELD_MS })
    // Its code loads at the first opening. A desktop's slip is beside the page, not over it.
    if (screen.over && screen.over !== 'slip') await page.locator('dialog[open]').first().waitFor()
    if (face === 'full' && screen.sees) await page.locator(screen.sees).first().waitFor()
    await stand(page, face)
    if (face === 'failed') await dismissAlerts(page)
  })
}

/** A new player logs in or registers: what follows has no address. */
async function goThroughForm(page: Page, world: World, form: NonNullable<Screen['enters']>): Promise<void> {
  if (form === 'register') {
    await fillRegistration(page, world, somebodyNew())
    const form = page.getByRole('dialog')
    await form.getByRole('checkbox').check()
    return form.getByRole('button', { name: 'Cadastrar', exact: true }).click()
  }
  const player = await registered(world)
  await page.getByRole('button', { name: 'Entrar' }).first().click()
  await enter(page, world, player)
}

/** An unreachable state is a finding; the other screens continue. */
const orFinding = async (work: () => Promise<void>): Promise<string[]> => {
  try {
    await work()
    return []
  } catch (error) {
    return [`did not come: ${String(error).split('\n').slice(0, 3).join(' ')}`]
  }
}

async function stand(page: Page, face: Face): Promise<void> {
  if (face === 'full' || face === 'empty') {
    await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined)
    await settled(page)
  } else await page.waitForTimeout(SETTLE_MS)
}

/** The failed call's alert covers the screen; the view below is measured. */
async function dismissAlerts(page: Page): Promise<void> {
  const understood = page.locator('[role=alertdialog] button')
  for (let alerts = 0; alerts < 5 && (await understood.count()) > 0; alerts += 1) {
    await understood.first().click()
    await page.waitForTimeout(600)
  }
}

/** A sheet as displayed; a page in full length. */
const capturePng = async (page: Page): Promise<Uint8Array> =>
  page.screenshot({ fullPage: (await page.locator('dialog[open]').count()) === 0 })

import type { TextLanguage } from '@palpite/contract/languages'
import type { Page } from '@playwright/test'
import { screenAt } from '../../apps/player/src/shared/paths.ts'
import { until } from '../../tools/test/until.ts'
import { addressIn, findPlaces, people } from '../../tools/pictures/people.ts'
import type { Screen, Who } from '../../tools/pictures/screen.ts'
import { screens } from '../../tools/pictures/screens.ts'
import { nameIn } from '../../tools/pictures/words.ts'
import type { Phone } from './phone.ts'
import { settled } from './accessible.ts'
import { comeBack } from './known-player.ts'
import type { World } from './player.ts'
import { standStill } from './still.ts'

/** What a form or a long press leads to or an event brings has journeys of its own, and a studio's game is the studio's. */
const left = ['award', 'play-crash', 'play-slot']

/** Every screen and sheet that an address and a few presses lead to. */
export const walked = screens.filter(
  ({ enters, holdsPrice, name }) => enters === undefined && !holdsPrice && !left.includes(name),
)

/** Somebody who looks at one screen after the other. */
export type Walker = {
  /** Brings up this screen as the one who looks at it. */
  open: (screen: Screen) => Promise<void>
  /** Brings up the screen of this name. */
  openNamed: (name: string) => Promise<void>
  /** From now on screens are in this language, with text of this size. */
  setLook: (look: { language: TextLanguage; textPercent: 100 | 200 }) => Promise<void>
}

/** A press opens a sheet, in which the next one is: the page below it may have a button of the same name. A price opens none. */
const whereTo = (page: Page, before: string | RegExp | undefined): Pick<Page, 'getByRole'> =>
  before === undefined || String(before).includes('odd')
    ? page
    : page.locator('dialog[open], [role=alertdialog]')

/** The sheets over the page, by their titles, the top one last. */
export const sheetsOver = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('dialog[open], [role=alertdialog]')].map((sheet) =>
    sheet.ariaLabel ?? document.getElementById(sheet.getAttribute('aria-labelledby'))?.textContent ?? '')`)

/** Waits until the app has taken the page over: what the build drew looks like it, but hears no press. */
export async function appStands(page: Page): Promise<void> {
  await page.locator('[data-drawn]').waitFor({ state: 'detached' })
  await page.getByRole('main').first().waitFor()
}

/**
 * Goes to another screen of the app that stands on this page, as its links do: nothing is loaded anew but what the screen
 * needs. For tests that look at one screen after the other; the first is opened by its address.
 */
export async function goOnTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({ inner: true }, '', ${JSON.stringify(path)})`)
  const name = screenAt(path.split('?')[0] ?? '')?.name ?? ''
  await page.locator(`#main[data-screen=${name}]`).waitFor()
  await appStands(page)
  await settled(page)
}

/** A walker on this phone, and in this world. */
export async function walk(world: World, { page }: Pick<Phone, 'page'>): Promise<Walker> {
  const [places, tokenOf] = [await findPlaces(world), people(world)]
  await standStill(page, world)
  let present: Who | undefined
  let spoken: TextLanguage = 'pt-BR'
  const nameOf = (name: string | RegExp) => (spoken === 'pt-BR' ? name : nameIn(spoken, name))
  const setLook: Walker['setLook'] = async ({ language, textPercent }) => {
    spoken = language
    await standStill(page, world, { language, textPercent })
  }
  const open = async ({ who, path, press, endsWithinSheet, sees }: Screen): Promise<void> => {
    const address = addressIn(places, path)
    // The price that a screen before has put into the slip would be taken off it by the next tap.
    if (present !== undefined) await page.evaluate(`localStorage.removeItem('slip')`)
    if (who === present) await page.goto(world.url + address)
    else await comeBack(page, world, { token: await tokenOf(who) }, address)
    present = who
    await appStands(page)
    let before = ''
    for (const [at, name] of (press ?? []).entries()) {
      before = String(await sheetsOver(page))
      const named = { name: nameOf(name) }
      const part = page.locator('dialog[open]').getByRole('radio', named) // of a sheet in several parts
      await whereTo(page, press?.[at - 1])
        .getByRole('button', named)
        .or(part)
        .filter({ visible: true })
        .first()
        .click()
    }
    // The sheet of the press before stands there until the last one has loaded.
    if (press?.length && !endsWithinSheet)
      await until(`${address} has its sheet`, async () => String(await sheetsOver(page)) !== before)
    if (sees) await page.locator(sees).first().waitFor()
    await settled(page)
  }
  const openNamed = async (name: string): Promise<void> => {
    const screen = walked.find((each) => each.name === name)
    if (!screen) throw new Error(`no screen is called ${name}`)
    await open(screen)
  }
  return { open, openNamed, setLook }
}

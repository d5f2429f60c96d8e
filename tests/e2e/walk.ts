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

/** Overlays of forms, long presses and events have their own journeys, and a studio's game is the studio's. */
const left = ['award', 'play-crash', 'play-slot']

/** Every screen and sheet reachable by an address and a few presses. */
export const walked = screens.filter(
  ({ enters, holdsPrice, name }) => enters === undefined && !holdsPrice && !left.includes(name),
)

/** A viewer who visits screens in sequence. */
export type Walker = {
  /** Opens this screen as its viewer. */
  open: (screen: Screen) => Promise<void>
  /** Brings up the screen of this name. */
  openNamed: (name: string) => Promise<void>
  /** From now on screens use this language and text size. */
  setLook: (look: { language: TextLanguage; textPercent: 100 | 200 }) => Promise<void>
}

/**
 * A press opens a sheet, which contains the next button: the page below may have one of the same name. A price opens
 * none.
 */
const whereTo = (page: Page, before: string | RegExp | undefined): Pick<Page, 'getByRole'> =>
  before === undefined || String(before).includes('odd')
    ? page
    : page.locator('dialog[open], [role=alertdialog]')

/** The open sheets by title, the top one last. */
export const sheetsOver = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('dialog[open], [role=alertdialog]')].map((sheet) =>
    sheet.ariaLabel ?? document.getElementById(sheet.getAttribute('aria-labelledby'))?.textContent ?? '')`)

/** Waits until the app has mounted: prerendered content looks like it, but handles no press. */
export async function appStands(page: Page): Promise<void> {
  await page.locator('[data-drawn]').waitFor({ state: 'detached' })
  await page.getByRole('main').first().waitFor()
}

/**
 * Navigates within the app as its links do: only the screen's own parts are loaded. For tests that visit several
 * screens; the first is opened by its address.
 */
export async function goOnTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({ inner: true }, '', ${JSON.stringify(path)})`)
  const name = screenAt(path.split('?')[0] ?? '')?.name ?? ''
  await page.locator(`#main[data-screen=${name}]`).waitFor()
  await appStands(page)
  await settled(page)
}

/** A walker on this phone, in this world. */
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
    // The next tap would remove a price that an earlier screen put into the slip.
    if (present !== undefined) await page.evaluate(`localStorage.removeItem('slip')`)
    if (who === present) await page.goto(world.url + address)
    else await comeBack(page, world, { token: await tokenOf(who) }, address)
    present = who
    await appStands(page)
    let before = ''
    for (const [at, name] of (press ?? []).entries()) {
      before = String(await sheetsOver(page))
      const named = { name: nameOf(name) }
      const part = page.locator('dialog[open]').getByRole('radio', named) // of a multi-part sheet
      await whereTo(page, press?.[at - 1])
        .getByRole('button', named)
        .or(part)
        .filter({ visible: true })
        .first()
        .click()
    }
    // The previous press's sheet stays until the last one has loaded.
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

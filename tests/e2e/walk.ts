import { addressIn, findPlaces, people } from '../../tools/pictures/people.ts'
import type { Screen, Who } from '../../tools/pictures/screen.ts'
import { screens } from '../../tools/pictures/screens.ts'
import type { Phone } from '../../tools/test/phone.ts'
import { settled } from './accessible.ts'
import { comeBack } from './known-player.ts'
import type { World } from './player.ts'

/** Without motion, so that a sheet is where it will stay at once. */
const stillLook = 'theme=dark&text=100&motion=off&language=pt-BR'
/** What a form or a long press leads to or an event brings has journeys of its own, and a studio's game is the studio's. */
const left = ['award', 'play-crash', 'play-slot']

/** Every screen and sheet that an address and a few presses lead to. */
export const walked = screens.filter(
  ({ enters, holdsPrice, name }) => enters === undefined && !holdsPrice && !left.includes(name),
)

/** Brings up one screen after the other on this phone, each as the one who looks at it. */
export async function walk(world: World, { page }: Phone): Promise<(screen: Screen) => Promise<void>> {
  const [places, tokenOf] = [await findPlaces(world), people(world)]
  await page.context().addCookies([{ name: 'look', value: stillLook, url: world.url }])
  let present: Who | undefined
  return async ({ who, path, press, sees }) => {
    const address = addressIn(places, path)
    // The price that a screen before has put into the slip would be taken off it by the next tap.
    if (present !== undefined) await page.evaluate(`localStorage.removeItem('slip')`)
    if (who === present) await page.goto(world.url + address)
    else await comeBack(page, world, { token: await tokenOf(who) }, address)
    present = who
    await page.getByRole('main').first().waitFor()
    for (const name of press ?? [])
      await page.getByRole('button', { name }).filter({ visible: true }).first().click()
    if (sees) await page.locator(sees).first().waitFor()
    await settled(page)
  }
}

import type { Page } from '@playwright/test'
import { showFace } from '../../tools/pictures/faces.ts'
import { unreadable } from '../../tools/pictures/measure.ts'
import { addressIn, findPlaces, people } from '../../tools/pictures/people.ts'
import type { Face } from '../../tools/pictures/screen.ts'
import { screens } from '../../tools/pictures/screens.ts'
import { complaintsNow, settled } from './accessible.ts'
import { comeBack } from './known-player.ts'
import { pressNow } from './sheets.ts'
import { standStill } from './still.ts'
import { expect, test } from './test.ts'

/** A view may have faults on several screens: all are reported. */
const soft = expect.configure({ soft: true })

/** The most visited screens. */
const used = [
  'home',
  'sports-live',
  'sports-today',
  'match',
  'dice',
  'double',
  'lucky-color',
  'play-games',
  'records-bets',
  'records-games',
  'records-wallet',
  'account',
  'account-withdraw',
  'messages',
  'vip',
].map((name) => {
  const screen = screens.find((each) => each.name === name)
  if (!screen?.feeds) throw new Error(`no screen ${name} is fed by calls`)
  return { ...screen, feeds: screen.feeds }
})

/** A room also comes by socket, and does not fail with its call. */
const rooms = ['double', 'lucky-color']

/** Waits until the page shows this view. A failed call's alert is dismissed: the view below is checked. */
const stands: Readonly<Record<Exclude<Face, 'full'>, (page: Page) => Promise<void>>> = {
  loading: async (page) => {
    await expect(page.locator('.wait').filter({ visible: true }).first()).toBeVisible()
  },
  empty: settled,
  failed: async (page) => {
    const understand = page.getByRole('alertdialog').getByRole('button')
    const failed = page.getByText(/não carreg/i).filter({ visible: true })
    const isShown = async () => {
      await pressNow(understand)
      return (await understand.count()) === 0 && (await failed.count()) > 0
    }
    await expect.poll(isShown).toBe(true)
    await settled(page)
  },
}

for (const face of ['loading', 'empty', 'failed'] as const)
  test(`axe finds nothing wrong with the ${face} face of the screens used most, and it is read in full`, async ({
    page,
    world,
  }) => {
    const [places, tokenOf] = [await findPlaces(world), people(world)]
    await standStill(page, world)
    await comeBack(page, world, { token: await tokenOf('player') }, '/ajuda')
    for (const { name, path, feeds, without } of used) {
      if (without?.includes(face) || (face === 'failed' && rooms.includes(name))) continue
      await test.step(name, async () => {
        const giveUp = await showFace(page, face, feeds, 'answered')
        await page.goto(world.url + addressIn(places, path))
        await page.locator('[data-drawn]').waitFor({ state: 'detached' })
        await page.getByRole('main').first().waitFor()
        await stands[face](page)
        expect(page.url(), 'no error page').toContain(addressIn(places, path))
        soft(await unreadable(page), name).toEqual([])
        soft(await complaintsNow(page, 'all'), name).toEqual([])
        await giveUp()
        if (face === 'loading') return // its places have no words
        await page.evaluate(`document.documentElement.dataset.theme = 'light'`)
        soft(await complaintsNow(page, 'colours'), `${name} in the light`).toEqual([])
      })
    }
  })

import { afterAll, beforeAll, expect, test } from 'vitest'
import { unreadable } from '../../tools/pictures/measure.ts'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { settled } from './accessible.ts'
import { drawOutTexts } from './drawn-out.ts'
import { comeBack, registered, toppedUp } from './known-player.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
const PATIENCE_MS = 5_000

let phone: Phone
beforeAll(async () => {
  phone = await openPhone()
  await comeBack(phone.page, world, await toppedUp(world, await registered(world)))
})
afterAll(() => phone.close())

/** Screens that everybody comes by, as a player sees them. */
const mainScreens = [
  '/home',
  '/footballPage?when=week',
  '/registros',
  '/conta',
  '/dice',
  '/mines',
  '/vip',
  '/gameMess',
  '/ajuda',
] as const

/** What cannot be read, also after what is still coming has had its time. */
async function lastlyUnreadable(): Promise<string[]> {
  const until = Date.now() + PATIENCE_MS
  let found = await unreadable(phone.page)
  while (found.length > 0 && Date.now() < until) {
    await phone.page.waitForTimeout(200)
    found = await unreadable(phone.page)
  }
  return found
}

/** What of the words on these screens cannot be read in a language, at the widths of small and of most phones. */
async function unreadIn(language: string, paths: readonly string[]): Promise<string[]> {
  const { page } = phone
  const look = `theme=dark&text=100&motion=off&language=${language}`
  await page.context().addCookies([{ name: 'look', value: look, url: world.url }])
  const found: string[] = []
  for (const path of paths) {
    await page.goto(world.url + path)
    await page.getByRole('main').first().waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    await settled(page)
    for (const width of [320, 393]) {
      await page.setViewportSize({ width, height: 852 })
      found.push(...(await lastlyUnreadable()).map((words) => `${path} at ${width}: ${words}`))
    }
  }
  return found
}

/** In these the words are longest, break least, or stand in letters of their own. */
test.each(['de', 'ru', 'vi', 'th', 'hi', 'ja'])(
  'the main screens are read in full on a phone in %s',
  async (language) => {
    const found = await unreadIn(language, ['/home', '/footballPage?when=week', '/conta', '/dice'])
    expect(found).toEqual([])
    await phone.picture(`${language}-dice-393`)
  },
)

test('the main screens are read in full with words two fifths longer than in English', async () => {
  const drawnOut = await drawOutTexts(phone.page, 'en')
  expect(await unreadIn('en', mainScreens)).toEqual([])
  expect(drawnOut.heard()).toContain('rest')
  await drawnOut.stop()
})

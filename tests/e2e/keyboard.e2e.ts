import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { type KnownPlayer, registered } from './known-player.ts'
import { noteCaptchas, readCaptcha, scheduleMatch } from './player.ts'
import { breakages, hasFocus, isSeen, sheet } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
/** More than any page here has before what is looked for: past all prices of a match. */
const MAX_TABS = 150
let player: KnownPlayer
let phone: Phone
let page: Page

beforeAll(async () => {
  player = await registered(world)
  phone = await openPhone()
  page = phone.page
  noteCaptchas(page)
})

afterAll(async () => {
  await phone.picture('keyboard-last')
  await phone.close()
})

/** Presses Tab until this has the focus; somebody without a mouse has no other way. */
async function tabTo(what: Locator): Promise<void> {
  await what.waitFor()
  for (let tabs = 0; tabs <= MAX_TABS; tabs += 1) {
    if (await hasFocus(what)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${MAX_TABS} tabs do not lead to ${String(what)}`)
}

const tabAndPress = async (what: Locator, key = 'Enter') => {
  await tabTo(what)
  await page.keyboard.press(key)
}

const tabAndType = async (what: Locator, words: string) => {
  await tabTo(what)
  await page.keyboard.type(words)
}

test('a player enters with the keyboard alone', async () => {
  await page.goto(`${world.url}/home`)
  await tabAndPress(page.getByRole('button', { name: 'Entrar', exact: true }).first())
  const form = sheet(page, 'Entrar')
  await tabAndType(form.getByLabel('E-mail'), player.email)
  await tabAndType(form.getByLabel('Senha', { exact: true }), player.password)
  await tabAndType(form.getByLabel('Código de verificação'), await readCaptcha(page, world))
  await tabAndPress(form.getByRole('button', { name: 'Entrar', exact: true }))
  expect(await isSeen(page.getByRole('button', { name: /^Minha conta/ }))).toBe(true)
})

test('the first tab of home leads past the bars to its content', async () => {
  await page.goto(`${world.url}/home`)
  const skip = page.getByRole('link', { name: 'Ir para o conteúdo' })
  await skip.waitFor({ state: 'attached' })
  await page.keyboard.press('Tab')
  expect(await hasFocus(skip)).toBe(true)
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.id')).toBe('main')
})

test('a screen that is come to has its name under the focus, so that it is read out', async () => {
  await page.goto(`${world.url}/home`)
  await tabAndPress(page.getByRole('link', { name: 'Esportes', exact: true }).last())
  const name = page.getByRole('heading', { name: 'Esportes', level: 1 })
  await name.waitFor()
  await expect.poll(() => hasFocus(name)).toBe(true)
})

test('a price is put on the slip, and the slip opened and closed, with the keyboard alone', async () => {
  const match = { home: 'Morro do Tucano', away: 'Lagoa do Jacu', startsInSeconds: 3600, speed: 1 }
  const { fixtureId } = await scheduleMatch(world, match)
  await page.goto(`${world.url}/footballPage/${fixtureId}`)
  const price = page.getByRole('button', { name: /Morro do Tucano.*, odd/ }).first()
  await tabAndPress(price, 'Space')
  await expect.poll(() => price.getAttribute('aria-pressed')).toBe('true')
  const open = page.getByRole('button', { name: /Ver cupom/ })
  await tabAndPress(open)
  const slip = sheet(page, 'Cupom')
  await tabAndPress(slip.getByRole('button', { name: '5', exact: true }))
  expect(await isSeen(slip.getByRole('button', { name: /^Faltam R\$\s5,00/ }))).toBe(true)
  await page.keyboard.press('Escape')
  await slip.waitFor({ state: 'hidden' })
  await expect.poll(() => hasFocus(open)).toBe(true)
})

test('nothing broke on the way', () => {
  expect(breakages(phone.faults())).toEqual([])
})

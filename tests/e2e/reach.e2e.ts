import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { comeBack, registered, toppedUp } from './known-player.ts'
import { closeSheet, isSeen, sheet } from './sheets.ts'

const world = inject('app')
let phone: Phone
let page: Page

beforeAll(async () => {
  phone = await openPhone()
  page = phone.page
  await page.setViewportSize({ width: 360, height: 560 })
})
afterAll(() => phone.close())

/** Whether a finger that is put on the middle of this meets it, once it was scrolled to; a button may still be blocked. */
const isReached = async (what: Locator): Promise<boolean> => {
  await what.first().waitFor()
  await what.first().scrollIntoViewIfNeeded()
  return what
    .first()
    .evaluate((element) =>
      element.contains(
        element.ownerDocument.elementFromPoint(
          element.getBoundingClientRect().left + element.getBoundingClientRect().width / 2,
          element.getBoundingClientRect().top + element.getBoundingClientRect().height / 2,
        ),
      ),
    )
}

const button = (name: string | RegExp, within: Page | Locator = page) => within.getByRole('button', { name })

test.each([
  { tab: 'Entrar', action: 'Entrar' },
  { tab: 'Cadastrar', action: 'Cadastrar' },
])('at 360 × 560 a visitor reaches the button of the sheet $tab', async ({ tab, action }) => {
  await page.goto(`${world.url}/home`)
  await button(tab).first().click()
  expect(await isReached(page.getByRole('dialog').locator('button[type=submit]', { hasText: action }))).toBe(
    true,
  )
})

test.each(['/registros', '/conta'])('at 360 × 560 a visitor reaches the way in on %s', async (path) => {
  await page.goto(world.url + path)
  await expect
    .poll(() => isReached(page.getByRole('main').getByRole('button', { name: 'Entrar' })))
    .toBe(true)
})

test('at 360 × 560 a player rolls the dice without scrolling', async () => {
  await comeBack(page, world, await toppedUp(world, await registered(world)), '/dice')
  const roll = button(/^Rolar/)
  await roll.waitFor()
  const box = await roll.boundingBox()
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(560)
  await expect.poll(() => isReached(roll)).toBe(true)
  await phone.picture('dice-360x560')
})

test('at 360 × 560 a chance that the game does not offer is moved and said so', async () => {
  await page.getByLabel('Chance').fill('99')
  await page.getByLabel('Chance').press('Enter')
  expect(await isSeen(page.getByText('A chance vai de 0,01% a 98%.'))).toBe(true)
})

test('at 360 × 560 a player reaches the button of each sheet of the account', async () => {
  await page.goto(`${world.url}/home`)
  await button(/^Minha conta/).click()
  await button('Mudar senha').click()
  await expect.poll(() => isReached(button('Salvar senha', sheet(page, 'Mudar senha')))).toBe(true)
  await closeSheet(page, 'Mudar senha')
  await button('Menu').click()
  await button('Jogo responsável').click()
  await expect.poll(() => isReached(button('Salvar limite', sheet(page, 'Jogo responsável')))).toBe(true)
  await closeSheet(page, 'Jogo responsável')
  await button('Depositar', page.getByRole('banner')).click()
  await expect.poll(() => isReached(page.getByRole('dialog').locator('button[data-kind=primary]'))).toBe(true)
})

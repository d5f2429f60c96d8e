import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { complaints } from './accessible.ts'
import { comeBack, registered, toppedUp } from './known-player.ts'
import { breakages, isSeen } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
const verdict = /^(Passou do alvo: ≥|Abaixo do alvo de) /
let phone: Phone
let page: Page

beforeAll(async () => {
  phone = await openPhone()
  page = phone.page
})

afterAll(() => phone.close())

const results = () => page.getByRole('list', { name: 'Últimos resultados' }).getByRole('listitem')

test('a visitor sees limbo and finds the way in where a player would launch', async () => {
  await page.goto(`${world.url}/limbo`)
  await page.getByLabel('Multiplicador alvo').waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Entrar' }).last().click()
  expect(await isSeen(page.getByRole('dialog').first())).toBe(true)
})

test('a player comes to limbo by its tile, launches by touch and is told what came of it', async () => {
  await comeBack(page, world, await toppedUp(world, await registered(world)))
  await page
    .getByRole('link', { name: /^Limbo/ })
    .first()
    .click()
  await page.getByRole('button', { name: '10,00×' }).click()
  expect(await page.getByLabel('Multiplicador alvo').inputValue()).toBe('10,00')
  await page.getByRole('button', { name: /^Lançar\s*Paga R\$\s50,00$/ }).click()
  await page.getByText(verdict).waitFor()
  expect(await results().count()).toBe(1)
  await phone.picture('limbo-played')
})

test.each([320, 393])(
  'limbo is played by the keyboard alone at %d, and nothing stands in the way',
  async (width) => {
    await page.setViewportSize({ width, height: width === 320 ? 568 : 852 })
    await page.goto(`${world.url}/limbo`)
    const target = page.getByLabel('Multiplicador alvo')
    await target.fill('1,5')
    await target.press('Enter')
    await results().first().waitFor() // all of them come at once
    const before = await results().count()
    const launch = page.getByRole('button', { name: /^Lançar\s*Paga R\$\s7,50$/ })
    await launch.focus()
    await page.keyboard.press('Enter')
    await page.getByText(verdict).waitFor()
    await expect.poll(() => results().count()).toBe(before + 1)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    expect(await complaints(page)).toEqual([])
    await phone.picture(`limbo-${width}`)
  },
)

test('nothing broke on the way', () => {
  expect(breakages(phone.faults())).toEqual([])
})

import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { complaints } from './accessible.ts'
import { pressOn } from './keys.ts'
import { comeBack } from './known-player.ts'

const verdict = /^(Passou do alvo: ≥|Abaixo do alvo de) /

const results = (page: Page) => page.getByRole('list', { name: 'Últimos resultados' }).getByRole('listitem')

test('a visitor sees limbo and finds the login where a player would launch', async ({ page, world }) => {
  await page.goto(`${world.url}/limbo`)
  await expect(page.getByLabel('Multiplicador alvo')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Entrar' }).last().click()
  await expect(page.getByRole('dialog').first()).toBeVisible()
})

test('a player opens limbo by its tile, launches by touch and sees the result', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  await comeBack(page, world, toppedUp)
  await page
    .getByRole('link', { name: /^Limbo/ })
    .first()
    .click()
  await page.getByRole('button', { name: '10×' }).click()
  await expect(page.getByLabel('Multiplicador alvo')).toHaveValue('10,00')
  await page.getByRole('button', { name: /^Lançar\s*Paga R\$\s50,00$/ }).click()
  await expect(page.getByText(verdict)).toBeVisible()
  await expect(results(page)).toHaveCount(1)
  await phone.picture('limbo-played')
})

for (const width of [320, 393]) {
  test(`limbo is played by the keyboard alone at ${width}, without obstacles`, async ({
    page,
    phone,
    world,
    toppedUp,
  }) => {
    await page.setViewportSize({ width, height: width === 320 ? 568 : 852 })
    await comeBack(page, world, toppedUp, '/limbo')
    const target = page.getByLabel('Multiplicador alvo')
    await target.fill('1,5')
    await target.press('Enter')
    const launch = page.getByRole('button', { name: /^Lançar\s*Paga R\$\s7,50$/ })
    await pressOn(launch)
    await expect(page.getByText(verdict)).toBeVisible()
    await expect(results(page)).toHaveCount(1)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    expect(await complaints(page)).toEqual([])
    await phone.picture(`limbo-${width}`)
  })
}

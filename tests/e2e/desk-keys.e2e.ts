import type { Page } from '@playwright/test'
import { present } from '../../apps/server/src/platform/errors.ts'
import { comeBack } from './known-player.ts'
import { sheet } from './sheets.ts'
import { expect, test } from './test.ts'

/** The narrowest desktop, and wider ones. */
const desks = [
  [1024, 768],
  [1440, 900],
  [2560, 1440],
] as const

/** The next Tab starts at the top of the page, not at the focused heading. */
const fromTop = (page: Page): Promise<unknown> =>
  page.evaluate(
    `document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')`,
  )

// Not of today: late in the evening no match of today is left.
for (const [width, height] of desks)
  for (const address of ['/footballPage?when=week', '/footballPage?when=week&day=1', '/home'])
    test(`the first price of ${address} is within twelve tabs at ${width} pixels`, async ({
      page,
      player,
      world,
    }) => {
      await page.setViewportSize({ width, height })
      await comeBack(page, world, player, address)
      await page.locator('[data-drawn]').waitFor({ state: 'detached' })
      await expect(page.locator('button[data-outcome]').first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Ir para as odds' })).toBeAttached() // its Tab handler is mounted with it
      const price = page.locator('button[data-outcome]:focus')
      await fromTop(page)
      let tabs = 0
      for (; tabs <= 12 && (await price.count()) === 0; tabs += 1) await page.keyboard.press('Tab')
      expect(tabs).toBeLessThanOrEqual(12)
      // Inside the table arrow keys move, and one Tab leaves it.
      const first = await price.getAttribute('data-outcome')
      await page.keyboard.press('ArrowRight')
      await expect(price).not.toHaveAttribute('data-outcome', present(first, 'the outcome of a price'))
    })

test('by keyboard alone a price is picked, C focuses its stake and Ctrl+Enter bets', async ({
  page,
  toppedUp,
  world,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await comeBack(page, world, toppedUp, '/footballPage?when=week&day=1')
  await page.locator('[data-drawn]').waitFor({ state: 'detached' })
  await expect(page.getByRole('button', { name: /, odd/ }).first()).toBeVisible()
  const toPrices = page.getByRole('button', { name: 'Ir para as odds' })
  await expect(toPrices).toBeAttached()
  await fromTop(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(toPrices).toBeFocused()
  await page.keyboard.press('Enter')
  const price = page.locator('button[data-outcome]:focus')
  await expect(price).toHaveCount(1)
  await page.keyboard.press('Enter')
  const slip = page.getByRole('region', { name: 'Cupom' })
  const stake = slip.getByLabel('Valor da aposta')
  await expect(stake).toBeVisible()
  await page.keyboard.press('c')
  await expect(stake).toBeFocused()
  await page.keyboard.type('5')
  // From elsewhere the first press only focuses the button.
  await page.locator('button[data-outcome][aria-pressed=true]').focus()
  await page.keyboard.press('Control+Enter')
  const bet = slip.getByRole('button', { name: /^Apostar R\$\s5,00/ })
  await expect(bet).toBeFocused()
  await expect(bet).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Aposta feita').filter({ visible: true }).first()).toBeVisible()
})

test('single-letter keys do nothing once disabled in the footer', async ({ page, world }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  // Prerendered content looks like the app, but handles no key; the footer may be mounted before its bar.
  const isHearing = async () => {
    await page.locator('[data-drawn]').waitFor({ state: 'detached' })
    await expect(page.getByRole('button', { name: 'Time, liga, jogo ou página' })).toBeVisible()
  }
  await page.goto(`${world.url}/ajuda`)
  await isHearing()
  await page.getByText('Teclas: / busca').click()
  await page.reload()
  await isHearing()
  await expect(page.getByRole('checkbox', { name: /^Teclas/ })).not.toBeChecked()
  await page.keyboard.press('c')
  await page.keyboard.press('/')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByText('Teclas: / busca').click()
  await expect(page.getByRole('checkbox', { name: /^Teclas/ })).toBeChecked()
  await page.keyboard.press('/')
  await expect(sheet(page, 'Buscar')).toBeVisible()
})

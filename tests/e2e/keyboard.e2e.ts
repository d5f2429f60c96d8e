import { isFocusShown, keysOf } from './keys.ts'
import { comeBack } from './known-player.ts'
import { readCaptcha, scheduleMatch } from './player.ts'
import { sheet } from './sheets.ts'
import { expect, test } from './test.ts'

test('a player logs in with the keyboard alone', async ({ page, player, world }) => {
  const keys = keysOf(page)
  await page.goto(`${world.url}/home`)
  await keys.press(page.getByRole('button', { name: 'Entrar', exact: true }).first())
  const form = sheet(page, 'Entrar')
  await keys.type(form.getByLabel('E-mail'), player.email)
  await keys.type(form.getByLabel('Senha', { exact: true }), player.password)
  await keys.type(form.getByLabel('Código de verificação'), await readCaptcha(page, world))
  await keys.press(form.getByRole('button', { name: 'Entrar', exact: true }))
  await expect(page.getByRole('button', { name: /^Minha conta/ })).toBeVisible()
})

test("home's first Tab skips the bars to its content", async ({ page, player, world }) => {
  await comeBack(page, world, player)
  const skip = page.getByRole('link', { name: 'Ir para o conteúdo' })
  await expect(skip).toBeAttached()
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
})

test('a newly opened screen has its title focused, so that it is announced', async ({
  page,
  player,
  world,
}) => {
  await comeBack(page, world, player)
  await keysOf(page).press(page.getByRole('link', { name: 'Esportes', exact: true }).last())
  await expect(page.getByRole('heading', { name: 'Esportes', level: 1 })).toBeFocused()
})

test('a match is found, bet on, viewed and cashed out with the keyboard alone, without losing the focus', async ({
  page,
  toppedUp,
  world,
}) => {
  const keys = keysOf(page)
  const match = { home: 'Morro do Tucano', away: 'Lagoa do Jacu', startsInSeconds: 3600, speed: 1 }
  await scheduleMatch(world, match)
  await comeBack(page, world, toppedUp, '/footballPage')
  // The page handles keys once mounted, not when prerendered.
  await expect(page.locator('[data-drawn]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /vence, odd/ }).first()).toBeVisible()
  await page.keyboard.press('/')
  const search = sheet(page, 'Buscar')
  await expect(search.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('morro do tuc')
  // An earlier run may have left one more such match.
  await keys.press(search.getByRole('button', { name: /Morro do Tucano.*Lagoa do Jacu/ }).first())
  const price = page.getByRole('button', { name: /Morro do Tucano.*, odd/ }).first()
  await keys.press(price, 'Space')
  await expect(price).toHaveAttribute('aria-pressed', 'true')
  const open = page.getByRole('button', { name: /Ver cupom/ })
  await keys.press(open)
  const slip = sheet(page, 'Cupom')
  await expect(slip).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(slip).toBeHidden()
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  const share = slip.getByRole('button', { name: 'Compartilhar cupom' })
  await keys.press(share)
  await expect(sheet(page, 'Compartilhar cupom')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(share).toBeFocused()
  await keys.type(slip.getByLabel('Valor da aposta'), '5')
  await keys.press(slip.getByRole('button', { name: /^Apostar R\$\s5,00/ }))
  await keys.press(sheet(page, 'Aposta feita').getByRole('button', { name: 'Ver em Minhas apostas' }))
  const card = page.getByRole('article').filter({ hasText: 'Morro do Tucano' })
  await keys.press(card.getByRole('button', { expanded: false }))
  await expect(card.getByRole('link', { name: /Morro do Tucano/ })).toBeVisible()
  const offer = card.getByRole('button', { name: /^Encerrar por R\$/ })
  await keys.press(offer)
  await expect(card.getByRole('slider')).toBeFocused()
  await keys.press(card.getByRole('button', { name: 'Voltar' }))
  await expect(offer).toBeFocused()
  await page.keyboard.press('Enter')
  await keys.press(card.getByRole('button', { name: /^Confirmar R\$/ }))
  await expect(card.getByText('Encerrada por cash-out')).toBeVisible()
  await expect(card.getByRole('button', { expanded: true })).toBeFocused()
})

test('dice is rolled with the keyboard alone', async ({ page, toppedUp, world }) => {
  await comeBack(page, world, toppedUp, '/dice')
  await keysOf(page).press(page.getByRole('button', { name: /^Rolar/ }))
  await expect(page.getByRole('button', { name: / (ganhou|perdeu)$/ }).first()).toBeVisible()
})

test('the theme is changed with the keyboard alone, with visible focus that returns', async ({
  page,
  player,
  world,
}) => {
  const keys = keysOf(page)
  await comeBack(page, world, player)
  const open = page.getByRole('button', { name: 'Menu', exact: true })
  await keys.press(open)
  const themes = sheet(page, 'Menu').getByRole('radiogroup', { name: 'Tema' })
  await keys.tabTo(themes.getByRole('radio', { checked: true }))
  await expect.poll(() => isFocusShown(page)).toBe(true)
  // An arrow key moves to the next of the three, and from the last to the first.
  const isLight = async () => {
    await page.keyboard.press('ArrowRight')
    return themes.getByRole('radio', { name: 'Claro' }).isChecked()
  }
  await expect.poll(isLight).toBe(true)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.keyboard.press('Escape')
  await expect(sheet(page, 'Menu')).toBeHidden()
  await expect(open).toBeFocused()
  await expect.poll(() => isFocusShown(page)).toBe(true)
})

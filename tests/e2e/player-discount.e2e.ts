import type { Page } from '@playwright/test'
import { complaints } from './accessible.ts'
import { infoOf } from './known-player.ts'
import { operatorsWith } from './operators.ts'
import { expect, test } from './test.ts'

const drawer = (page: Page) => page.getByRole('complementary')

test('an operator gives a player a discount once, though the first answer was lost', async ({
  openPhone,
  world,
  player,
}) => {
  const [token = ''] = await operatorsWith(
    world,
    ['players.read', 'discounts.grant'],
    ['desconta@casa.example'],
  )
  const { page } = await openPhone({ isDesk: true })
  await page.goto(`${world.backofficeUrl}/jogadores?busca=${encodeURIComponent(player.email)}`)
  await page.evaluate((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), token)
  await page.reload()
  await drawer(page).getByText('Desconto no próximo depósito').click()
  await drawer(page).getByLabel('Desconto no preço, em %').fill('91')
  await expect(drawer(page).getByText('Um número inteiro de 1 a 90.')).toBeVisible()
  await drawer(page).getByLabel('Desconto no preço, em %').fill('15')
  await drawer(page).getByRole('textbox', { name: 'Motivo' }).fill('noite sem transmissão ao vivo')
  expect(await complaints(page)).toEqual([])
  const grant = drawer(page).getByRole('button', { name: 'Dar desconto' })
  const granted: string[] = []
  await page.route('**/api/backoffice/players/*/discount', async (route) => {
    const response = await route.fetch()
    granted.push(((await response.json()) as { data: { discountId: string } }).data.discountId)
    // The server acts, but its first answer gets lost.
    await (granted.length === 1 ? route.abort() : route.fulfill({ response }))
  })
  await grant.click()
  await expect.poll(() => granted.length).toBe(1)
  await expect(grant).toBeEnabled()
  await grant.click()
  await expect(page.getByText('15% de desconto no próximo depósito, por 7 dias.')).toBeVisible()
  await expect(grant).toBeDisabled() // pressed once more, it would be a second discount
  expect(granted).toEqual([granted[0], granted[0]])
  expect(await infoOf(world, player)).toMatchObject({ payDiscount: { discount: 0.15 } })
})

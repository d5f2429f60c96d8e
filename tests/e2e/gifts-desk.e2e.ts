import type { Page } from '@playwright/test'
import { complaints } from './accessible.ts'
import { call, comeBack } from './known-player.ts'
import { operatorsWith } from './operators.ts'
import { scheduleMatch } from './player.ts'
import { expect, test } from './test.ts'

const MARKETER = 'marketing-presentes@casa.example'

/** Opens a screen of the back office as this operator. */
async function openAt(page: Page, address: string, token: string): Promise<void> {
  await page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), token)
  await page.goto(address)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
}

test('a price is boosted from a screen and a player sees it; a free bet is given and taken back', async ({
  openPhone,
  page,
  player,
  world,
}) => {
  const permissions = ['players.read', 'boosts.give', 'freeBets.grant'] as const
  const [token = ''] = await operatorsWith(world, permissions, [MARKETER])
  const [home, away] = ['Sport Bambolê', 'Solar Andorinha'] as const
  const { fixtureId } = await scheduleMatch(world, { home, away, startsInSeconds: 3600, speed: 1 })
  const { page: desk, picture } = await openPhone({ isDesk: true, look: 'light' })
  await openAt(desk, `${world.backofficeUrl}/turbinadas`, token)
  await desk.getByRole('button', { name: 'Turbinar uma odd' }).click()
  const drawer = desk.getByRole('complementary')
  const match = drawer.getByLabel('Jogo', { exact: true })
  const option = match.locator('option').filter({ hasText: `${home} x ${away}` })
  await match.selectOption((await option.getAttribute('value')) ?? '')
  const price = drawer.getByLabel('Mercado e resultado')
  const first = price.locator('option').filter({ hasText: /^Resultado final · 1 · / })
  await price.selectOption((await first.getAttribute('value')) ?? '')
  await drawer.getByLabel('Quanto o ganho aumenta, em %').fill('0')
  await expect(drawer.getByRole('alert')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Turbinar', exact: true })).toBeDisabled()
  await drawer.getByLabel('Quanto o ganho aumenta, em %').fill('20')
  await expect(drawer.getByText('Um jogador ganha a mais, no máximo')).toBeVisible()
  await drawer.getByLabel('Motivo').fill('clássico da rodada na capa')
  await picture('odd-turbinada-nova')
  expect(await complaints(desk)).toEqual([])
  await drawer.getByRole('button', { name: 'Turbinar', exact: true }).click()
  const row = desk.getByRole('row').filter({ hasText: `${home} x ${away}` })
  await expect(row).toContainText('Valendo')
  await comeBack(page, world, player, `/footballPage/${fixtureId}?topic=all`)
  await expect(page.getByText('Odd turbinada').first()).toBeVisible()

  await row.getByRole('button').first().click()
  await drawer.getByLabel('Motivo').fill('jogador lesionado no treino')
  await drawer.getByRole('button', { name: 'Encerrar agora' }).click()
  await expect(row).toContainText('Encerrada')

  // Gifts are for identified players.
  await call(world, player.token, '/api/app/user/updateKyc', { name: player.name, cardNo: player.cpf })
  await openAt(desk, `${world.backofficeUrl}/jogadores?busca=${encodeURIComponent(player.email)}`, token)
  await drawer.getByRole('radio', { name: 'Grátis' }).click()
  await drawer.getByLabel('Motivo').fill('pediu desculpas pela espera no chat')
  await drawer.getByRole('button', { name: 'Dar aposta grátis' }).click()
  await expect(drawer.getByText('R$ 10,00')).toBeVisible()
  await picture('aposta-gratis-dada')
  await drawer.getByRole('button', { name: 'Retirar', exact: true }).click()
  await drawer.getByRole('listitem').getByLabel('Motivo').fill('dada ao jogador errado')
  await drawer.getByRole('button', { name: 'Retirar a aposta grátis' }).click()
  await expect(drawer.getByText('Retirada')).toBeVisible()
})

import { complaints } from './accessible.ts'
import { test } from './database.ts'
import { operatorsWith } from './operators.ts'
import { expect } from './test.ts'

test("a game that paid too much stands out; one operator closes and reopens it with another's approval", async ({
  openPhone,
  world,
  db,
}) => {
  const permissions = ['rounds.read', 'studios.read', 'settings.read', 'settings.propose', 'settings.approve']
  const [first = '', second = ''] = await operatorsWith(world, permissions, [
    'jogos-1@casa.example',
    'jogos-2@casa.example',
  ])
  // A counted hour of ten thousand rounds that paid twice their pay table.
  await db`
    insert into games_return_hour (game, hour, rounds, staked_cents, paid_cents, expected_cents, variance,
                                   max_above_cents, max_below_cents)
    values ('limbo', date_trunc('hour', now()) - interval '40 days', 10000, 1000000, 1980000, 990000, 99990000, 101, 99)`
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), first)
  await page.goto(`${world.backofficeUrl}/jogos`)
  const list = page.getByRole('region', { name: 'Jogos', exact: true })
  await expect(list.getByRole('row', { name: /Limbo/ }).getByText('Alarme')).toBeVisible()
  await expect(list.getByRole('row', { name: /Limbo/ })).toContainText('198%')
  await list.getByRole('button', { name: 'Limbo' }).click()
  const drawer = page.getByRole('complementary')
  await expect(drawer.getByText('R$ 19.800,00')).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await picture('backoffice-games')
  await drawer.getByRole('button', { name: 'Propor fechar o jogo' }).click()
  await expect(page.getByText(/Proposta 1 registrada/)).toBeVisible()

  const other = await openPhone({ isDesk: true, look: 'light' })
  await other.page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), second)
  await other.page.goto(`${world.backofficeUrl}/ajustes?aberto=games`)
  await other.page.getByRole('button', { name: 'Aprovar' }).click()
  await page.reload()
  await expect(list.getByRole('row', { name: /Limbo/ }).getByText('Fechado')).toBeVisible()

  // Later journeys play it.
  await drawer.getByRole('button', { name: 'Propor abrir o jogo' }).click()
  await expect(page.getByText(/Proposta 2 registrada/)).toBeVisible()
  await other.page.reload()
  await other.page.getByRole('button', { name: 'Aprovar' }).click()
  await page.reload()
  await expect(list.getByRole('row', { name: /Limbo/ }).getByText('Aberto')).toBeVisible()
})

test('unusual rounds are listed by their reason for review', async ({ openPhone, world }) => {
  const [token = ''] = await operatorsWith(world, ['rounds.read'], ['jogos-3@casa.example'])
  const { page } = await openPhone({ isDesk: true, look: 'light' })
  await page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), token)
  await page.goto(`${world.backofficeUrl}/jogos/anormais`)
  await expect(page.getByText('Nenhuma rodada fora do normal')).toBeVisible()
  await page.getByLabel('Mostrar').selectOption({ label: 'Devolvidas' })
  await expect(page).toHaveURL(/ver=refunded/)
  expect(await complaints(page)).toEqual([])
})

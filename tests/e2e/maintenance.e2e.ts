import type { Page } from '@playwright/test'
import { complaints } from './accessible.ts'
import { call, comeBack, infoOf } from './known-player.ts'
import { operatorsWith } from './operators.ts'
import { alerted } from './sheets.ts'
import { standStill } from './still.ts'
import { expect, test } from './test.ts'

const WHY = 'o provedor dos jogos troca de servidor'
const DONE = 'o servidor novo responde'

const told = (page: Page) => page.getByRole('status')
const bar = (page: Page) => told(page).filter({ hasText: 'Os jogos estão em manutenção.' })
const roll = (page: Page) => page.getByRole('button', { name: /^Rolar/ })
const results = (page: Page) => page.getByRole('list', { name: 'Últimos resultados' }).getByRole('listitem')

test('K38: an operator closes the games, the player sees until when and is refused; once it ends the player plays without a reload', async ({
  page,
  phone,
  openPhone,
  world,
  toppedUp,
}) => {
  test.setTimeout(300_000)
  const [token = ''] = await operatorsWith(
    world,
    ['system.read', 'system.maintain', 'audit.read'],
    ['manutencao@casa.example'],
  )
  await standStill(page, world, { language: 'pt-BR' })
  await comeBack(page, world, toppedUp, '/dice')
  await expect(roll(page)).toBeEnabled()
  await roll(page).click()
  await expect(results(page)).toHaveCount(1)

  const { page: desk, picture } = await openPhone({ isDesk: true, look: 'light' })
  await desk.goto(`${world.backofficeUrl}/sistema`)
  await desk.evaluate((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), token)
  await desk.reload()
  const form = desk.getByRole('region', { name: 'Nova manutenção' })
  await form.getByLabel('O que fecha').selectOption({ label: 'Jogos' })
  await form.getByRole('textbox', { name: 'Duração prevista (minutos)' }).fill('45')
  await expect(form.getByRole('button', { name: 'Iniciar manutenção' })).toBeDisabled() // no reason yet
  await form.getByRole('textbox', { name: 'Motivo' }).fill(WHY)
  await picture('maintenance-desk-form')
  expect(await complaints(desk)).toEqual([])
  try {
    await form.getByRole('button', { name: 'Iniciar manutenção' }).click()
    await expect(told(desk).getByText('A manutenção começou.')).toBeVisible()
    await expect(told(desk).filter({ hasText: 'Manutenção: Jogos.' })).toContainText(WHY)
    await picture('maintenance-desk-on')
    expect(await complaints(desk)).toEqual([])

    // The open page says so by itself, and never why.
    await expect(bar(page)).toContainText('Previsão de volta:')
    await expect(page.getByText(WHY)).toBeHidden()
    const { balance } = await infoOf(world, toppedUp)
    await roll(page).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await phone.picture('maintenance-refused')
    expect(await alerted(page)).toMatch(/^Os jogos estão em manutenção\. Previsão de volta: .*\d\d:\d\d\.$/)
    await expect(results(page)).toHaveCount(1)
    expect((await infoOf(world, toppedUp)).balance).toBe(balance)
    await comeBack(page, world, toppedUp)
    await expect(bar(page)).toBeVisible()
    await phone.picture('maintenance-home')
    expect(await complaints(page)).toEqual([])
    const { page: wide, picture: widePicture } = await openPhone({ isDesk: true, look: 'light' })
    await standStill(wide, world, { language: 'pt-BR' })
    await comeBack(wide, world, toppedUp, '/dice')
    await expect(bar(wide)).toBeVisible()
    await widePicture('maintenance-wide')
    expect(await complaints(wide)).toEqual([])

    await comeBack(page, world, toppedUp, '/dice')
    await expect(bar(page)).toBeVisible()
    const open = desk.getByRole('region', { name: 'Jogos', exact: true })
    await open.getByRole('textbox', { name: 'Motivo' }).first().fill(DONE)
    await open.getByRole('button', { name: 'Encerrar manutenção' }).click()
    await expect(told(desk).getByText('A manutenção terminou.')).toBeVisible()
  } finally {
    await endAll(world, token)
  }
  await expect(desk.getByText('Manutenção: Jogos.')).toBeHidden()
  await expect(desk.getByRole('main').getByText('Encerrada', { exact: true }).first()).toBeVisible()
  await picture('maintenance-desk-ended')
  await expect(bar(page)).toBeHidden()
  await expect(results(page)).toHaveCount(1)
  await roll(page).click()
  await expect(results(page)).toHaveCount(2)
})

/** Leaves the world of the next test open, whatever failed here. */
async function endAll(world: Parameters<typeof call>[0], token: string): Promise<void> {
  const { items } = (await call(world, token, '/api/backoffice/maintenance/open')) as {
    items: { maintenanceId: string }[]
  }
  for (const { maintenanceId } of items)
    await call(world, token, `/api/backoffice/maintenance/${maintenanceId}/end`, { reason: DONE })
}

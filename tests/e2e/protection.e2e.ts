import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { complaints } from './accessible.ts'
import { test } from './database.ts'
import { call, comeBack, infoOf } from './known-player.ts'
import { advance, surelyUnder } from './player.ts'
import { sheet } from './sheets.ts'
import { expect } from './test.ts'

/** Opens the player's limits from the menu, at one of its parts. */
async function openLimits(page: Page, part?: 'Pausas' | 'Ajuda'): Promise<Locator> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await sheet(page, 'Menu').getByRole('button', { name: 'Jogo responsável' }).click()
  const limits = sheet(page, 'Jogo responsável')
  if (part) await limits.getByRole('radio', { name: part }).click()
  return limits
}

/** Automatic play of dice: stakes R$ 1 a round, so many rounds. */
async function beginAuto(page: Page): Promise<Locator> {
  await page.getByRole('radio', { name: 'Automático' }).click()
  await page.getByLabel('Aposta', { exact: true }).fill('1')
  await page.getByLabel('Parar com perda de').fill('20')
  await page.getByRole('button', { name: /^Começar \d+ rodadas$/ }).click()
  return page.getByRole('region', { name: 'Jogo automático' })
}

test('a limit that is met in the middle of automatic play ends it, with the reason and the way to the limit', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  const limit = { kind: 'bets', period: 'day', amount: 2 }
  await call(world, toppedUp.token, '/api/app/protection/limit', limit)
  await comeBack(page, world, toppedUp, '/dice')
  const run = await beginAuto(page)
  const told = page.getByRole('alertdialog')
  await expect(told).toContainText('Você chegou ao número de apostas que definiu como limite.')
  await phone.picture('limit-met')
  await told.getByRole('button', { name: 'Jogo responsável' }).click()
  const limits = sheet(page, 'Jogo responsável')
  await expect(limits.getByRole('button', { name: /^Número de apostas:\s*Dia\s+2 de 2$/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(run.getByText('Rodada 2 de 10')).toHaveCount(1)
  await expect(run.getByText('Você chegou ao número de apostas')).toBeVisible()
  await expect(run.getByRole('button', { name: 'Jogo responsável' })).toBeVisible()
})

test('who excludes themselves is paid what was open, places no further bet and can withdraw', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  const { fixtureId, outcomeId, priceMilli } = await surelyUnder(world)
  await call(world, toppedUp.token, '/api/app/sportsbook/betPlay', {
    requestId: randomBytes(16).toString('hex'),
    unitStakeCents: 9_00,
    legs: [{ outcomeId, priceMilli }],
    accept: 'any',
  })
  await comeBack(page, world, toppedUp)
  const limits = await openLimits(page, 'Pausas')
  const exclusion = limits.getByRole('region', { name: 'Autoexclusão' })
  await exclusion.getByRole('button', { name: '3 meses' }).click()
  await exclusion.getByRole('button', { name: 'Continuar' }).click()
  const step = limits.getByRole('region', { name: /^Ficar fora das apostas até \d+ de / })
  const begin = step.getByRole('button', { name: 'Confirmar autoexclusão' })
  await expect(begin).toBeDisabled()
  await phone.picture('exclusion-step')
  expect(await complaints(page)).toEqual([])
  await step.getByRole('checkbox').check()
  await begin.click()
  await expect(limits.getByText(/^Sua autoexclusão vale até \d+ de /)).toBeVisible()

  await page.goto(`${world.url}/dice`)
  await expect(page.getByText(/^Sua autoexclusão vale até /)).toBeVisible()
  await phone.picture('excluded-dice')
  await page.getByLabel('Aposta', { exact: true }).fill('1')
  await page.getByRole('button', { name: /^Rolar/ }).click()
  const told = page.getByRole('alertdialog')
  await expect(told).toContainText('Você se autoexcluiu.')
  await told.getByRole('button', { name: 'Eu entendi' }).click()

  const before = (await infoOf(world, toppedUp)).balance
  expect(before).toBe(91)
  await advance(world, fixtureId, 'end')
  await expect.poll(async () => (await infoOf(world, toppedUp)).balance).toBeGreaterThan(100)

  await page.goto(`${world.url}/conta?tab=withdraw`)
  await expect(page.getByLabel('Valor do saque')).toBeEnabled()
  await page.goto(`${world.url}/conta`)
  await expect(page.getByText(/^Sua autoexclusão vale até /)).toBeVisible()
})

test('a looser limit waits, is told as waiting, is given up, and holds only once it is confirmed', async ({
  page,
  phone,
  world,
  toppedUp,
  db,
}) => {
  await comeBack(page, world, toppedUp)
  const limits = await openLimits(page)
  const row = (standing: string) =>
    limits.getByRole('button', { name: new RegExp(`^Depósito:\\s*Semana\\s+${standing}`) })
  const set = async (reais: string) => {
    await limits.getByLabel('Depósito: Semana', { exact: true }).fill(reais)
    await limits.getByRole('button', { name: 'Salvar limite' }).click()
  }
  await row('Sem limite').click()
  await set('300')
  const held = row('R\\$\\s100,00 de R\\$\\s300,00')
  await held.click()
  await set('900')
  const waits = limits.getByText(/^Você pediu R\$\s900,00\. Para valer, confirme entre \d+ de .+ e \d+ de /)
  await expect(waits).toBeVisible()
  await expect(held).toBeVisible()
  await expect(limits.getByRole('button', { name: 'Confirmar', exact: true })).toHaveCount(0)
  await phone.picture('limit-waits')
  expect(await complaints(page)).toEqual([])
  await limits.getByRole('button', { name: 'Ficar com o limite atual' }).click()
  await expect(waits).toHaveCount(0)

  await held.click()
  await set('900')
  await expect(waits).toBeVisible()
  // A day later.
  await db`
    update protection_own_limit set pending_starts_at = now() - interval '1 hour'
     where player_id = (select id from identity_player where email = ${toppedUp.email})`
  await page.reload()
  const later = await openLimits(page)
  await expect(later.getByText(/^Seu pedido de R\$\s900,00 já pode valer\. Confirme até /)).toBeVisible()
  await later.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await expect(row('R\\$\\s100,00 de R\\$\\s900,00')).toBeVisible()
})

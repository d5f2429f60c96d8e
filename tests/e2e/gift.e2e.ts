import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import {
  call,
  comeBack,
  infoOf,
  type KnownPlayer,
  newOrder,
  payAtBank,
  rollElsewhere,
} from './known-player.ts'
import { balanceCents, type World } from './player.ts'
import { alerted, sheet } from './sheets.ts'
import { showsBlockedWithdrawal } from './blocked-withdrawal.ts'
import { betWhatWins } from './sure-bet.ts'

const main = (page: Page) => page.getByRole('main')
const withdraw = (page: Page) => main(page).getByRole('button', { name: /^Retirar\s+R\$/ })

const balancesOf = async (world: World, { token }: KnownPlayer) => {
  const info = (await infoOf(world, { token })) as unknown as {
    balance: number
    freeBalance: number
    wagering: { ownLeftCents: number; bonusLeftCents: number }
  }
  return { ...info.wagering, balance: info.balance, bonus: info.freeBalance }
}

/** Identifies, and pays a first top-up of R$ 100 with its gift of R$ 20. */
const withGift = async (world: World, player: KnownPlayer): Promise<void> => {
  const { token, name, cpf } = player
  await call(world, token, '/api/app/user/updateKyc', { name, cardNo: cpf })
  await payAtBank(world, token, await newOrder(world, player, '1'))
  await expect.poll(() => balancesOf(world, player)).toMatchObject({ balance: 120, bonus: 20 })
}

test.describe('a first top-up with its gift', () => {
  const meter = (page: Page) => main(page).getByRole('region', { name: 'Apostas que faltam' })
  const bonusLeft = (page: Page) => meter(page).getByText(/ara liberar o bônus:/)

  test('is paid after identification, and brings deposit and gift, shown separately', async ({
    page,
    phone,
    world,
    player,
  }) => {
    await comeBack(page, world, player, '/conta')
    await page.getByRole('banner').getByRole('button', { name: 'Depositar' }).click()
    const kyc = sheet(page, 'Seus dados')
    await kyc.getByLabel('Nome completo').fill(player.name)
    await kyc.getByLabel('CPF').fill(player.cpf)
    await kyc.getByRole('button', { name: 'Confirmar' }).click()
    const deposit = sheet(page, 'Depósito')
    await expect(deposit.getByText(/^Com bônus de R\$\s20,00/)).toBeVisible()
    await expect(deposit.getByRole('checkbox', { name: 'Não participe de promoções' })).not.toBeChecked()
    await deposit.getByRole('button', { name: /^Depositar R\$\s100,00/ }).click()
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await page.frameLocator('iframe').getByRole('button', { name: 'Pagar no banco de testes' }).click()
    expect(await alerted(page)).toBe('Recarga bem-sucedida, continue fazendo apostas')
    await page.goto(`${world.url}/conta`)
    await expect.poll(() => balanceCents(page)).toBe(120_00)
    expect(await balancesOf(world, player)).toMatchObject({ balance: 120, bonus: 20 })
    await expect(
      meter(page).getByText(/^Faltam R\$\s100,00 em apostas esportivas para retirar$/),
    ).toBeVisible()
    await expect(bonusLeft(page)).toHaveText(/: mais R\$\s40,00 em apostas/)
    await expect(meter(page).getByText(/^Esportes contam 100%, jogos rápidos 20%/)).toBeVisible()
    await phone.picture('gift-1-meter')
  })

  test('cannot be withdrawn before it is wagered', async ({ page, world, player }) => {
    await withGift(world, player)
    await comeBack(page, world, player, '/conta?tab=withdraw')
    await main(page).getByLabel('Valor do saque').fill('50')
    await showsBlockedWithdrawal(page, withdraw(page), 'Sem valor de levantamento')
  })

  test('belongs to the player once wagered, with its gift, and is withdrawn', async ({
    page,
    phone,
    world,
    player,
  }) => {
    await withGift(world, player)
    await betWhatWins(world, player.token)
    await expect.poll(async () => (await balancesOf(world, player)).balance).toBeGreaterThan(2_000)
    await comeBack(page, world, player, '/conta')
    await expect(bonusLeft(page)).toHaveText(/: faltam R\$\s40,00 em apostas esportivas/)
    await expect(meter(page).getByText(/em apostas esportivas para retirar/)).toHaveCount(0)
    // A fifth of a roll counts: R$ 200, with small possible losses.
    await rollElsewhere(world, player, { stakeCents: 200_00, targetHundredths: 40_00 })
    const free = { ownLeftCents: 0, bonusLeftCents: 0, bonus: 0 }
    await expect.poll(() => balancesOf(world, player)).toMatchObject(free)
    const { balance } = await balancesOf(world, player)
    const beforeCents = Math.round(balance * 100)
    await page.goto(`${world.url}/conta?tab=withdraw`)
    await main(page).getByLabel('Valor do saque').fill('150')
    await expect(meter(page)).toHaveCount(0)
    await expect.poll(() => balanceCents(page)).toBe(beforeCents)
    await phone.picture('gift-2-free')
    await withdraw(page).click()
    await main(page).getByLabel('Senha', { exact: true }).fill(player.password)
    await main(page).getByRole('button', { name: 'Confirmar e retirar' }).click()
    expect(await alerted(page)).toBe('Solicitação de saque bem-sucedida!')
    await expect.poll(() => balanceCents(page)).toBe(beforeCents - 150_00)
    await page.goto(`${world.url}/registros?tab=wallet`)
    const paidOut = page.getByRole('listitem').filter({ hasText: 'Saque' }).filter({ hasText: 'Pago' })
    // The bank accepts a payout first, and completes it later.
    await expect(paidOut).toBeVisible({ timeout: 60_000 })
    await phone.picture('gift-3-paid-out')
  })

  test('is returned by a player who does not want to wager the next one, and the deposit is unchanged', async ({
    page,
    phone,
    world,
    toppedUp,
  }) => {
    await payAtBank(world, toppedUp.token, await newOrder(world, toppedUp, '1'))
    // Both deposits are to be wagered.
    await expect.poll(() => balancesOf(world, toppedUp)).toMatchObject({ bonus: 1, ownLeftCents: 200_00 })
    await comeBack(page, world, toppedUp, '/conta')
    await meter(page).getByRole('button', { name: 'Desistir do bônus' }).click()
    await page.getByRole('button', { name: 'Desistir', exact: true }).click()
    expect(await alerted(page)).toMatch(/^Você desistiu do bônus: R\$\s1,00 saíram da sua conta\.$/)
    await expect(bonusLeft(page)).toHaveCount(0)
    const after = { bonus: 0, bonusLeftCents: 0, ownLeftCents: 200_00 }
    expect(await balancesOf(world, toppedUp)).toMatchObject(after)
    await phone.picture('gift-4-given-back')
  })
})

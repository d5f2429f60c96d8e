import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { comeBack, infoOf, loseEverything } from './known-player.ts'
import { advance, balanceCents, fillRegistration, scheduleMatch, somebodyNew } from './player.ts'
import { alerted, closeSheet, sheet } from './sheets.ts'
import { showsBlockedWithdrawal } from './blocked-withdrawal.ts'
import { wagerOnWinner } from './sure-bet.ts'

const WEEK = '/footballPage?when=week&day=1'

/** Puts the first visible winner into the slip, and opens it. */
const openSlipWithAWinner = async (page: Page): Promise<Locator> => {
  await page
    .getByRole('button', { name: /vence, odd/ })
    .first()
    .click()
  return openSlip(page)
}

const openSlip = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  return sheet(page, 'Cupom')
}

/** Focuses the stake, which opens the keypad, and types on it. */
const stake = async (slip: Locator, reais: string) => {
  await slip.getByLabel('Valor da aposta', { exact: true }).click()
  for (const digit of reais) await slip.getByRole('button', { name: digit, exact: true }).click()
}

const nothingLeaves = 'Sem valor de levantamento'

const openWithdrawal = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: /^Minha conta/ }).click()
  await page.getByRole('button', { name: 'Retirar' }).click()
  return sheet(page, 'Saque')
}

test('an invitation is kept until its guest registers', async ({ page, world, player }) => {
  const { yqm } = await infoOf(world, player)
  await page.goto(`${world.url}/y${yqm}`)
  await expect(page).toHaveURL(/\/home$/)
  await fillRegistration(page, world, somebodyNew())
  const form = sheet(page, 'Cadastrar')
  await expect(form.getByText(`Convite: ${yqm}`)).toBeVisible()
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Cadastrar', exact: true }).click()
  await page.getByRole('button', { name: 'Agora não' }).click()
})

test('a bet and a roll without money open the deposit, after the identity form', async ({
  page,
  world,
  player,
}) => {
  await comeBack(page, world, player, WEEK)
  const slip = await openSlipWithAWinner(page)
  await stake(slip, '5')
  await slip.getByRole('button', { name: /^Faltam R\$\s5,00/ }).click()
  await expect(sheet(page, 'Seus dados')).toBeVisible()
  await page.goto(`${world.url}/dice`)
  await page.getByRole('button', { name: /^Faltam R\$\s5,00/ }).click()
  await expect(sheet(page, 'Seus dados')).toBeVisible()
  await closeSheet(page, 'Seus dados')
})

test('nobody is sent to deposit for a stake above the maximum return', async ({
  page,
  phone,
  world,
  player,
}) => {
  await comeBack(page, world, player, WEEK)
  const slip = await openSlipWithAWinner(page)
  await slip.getByLabel('Valor da aposta').fill('9999999')
  await expect(slip.getByText(/^O retorno máximo de um bilhete é R\$\s100\.000,00/)).toBeVisible()
  await expect(slip.getByRole('button', { name: /^Apostar R\$\s9\.999\.999,00/ })).toBeDisabled()
  await phone.picture('stake-beyond-return')
  await slip.getByRole('button', { name: /^Usar R\$/ }).click()
  await expect(slip.getByRole('button', { name: /^Faltam R\$/ })).toBeVisible()
})

test('nobody withdraws from an empty account', async ({ page, world, player }) => {
  await comeBack(page, world, player)
  const desk = await openWithdrawal(page)
  await showsBlockedWithdrawal(page, desk.getByRole('button', { name: /^Retirar$/ }), nothingLeaves)
})

test('a withdrawal is refused for the first reason in the list, with its text', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  await comeBack(page, world, toppedUp)
  const desk = await openWithdrawal(page)
  const amount = desk.getByLabel('Valor do saque')
  const withdraw = desk.getByRole('button', { name: /^Retirar\s+R\$/ })
  await amount.fill('49')
  // Nothing of the top-up is wagered yet.
  await showsBlockedWithdrawal(page, withdraw, nothingLeaves)
  await phone.picture('withdraw-nothing')
  // The wagered amount is free.
  await wagerOnWinner(world, toppedUp.token, 20_00)
  // The open sheet follows stakes counted elsewhere, and keeps the input.
  await expect(withdraw).toBeEnabled()
  await expect(amount).toHaveValue('49')
  await amount.fill('')
  await desk.getByRole('button', { name: /^Retirar$/ }).click()
  expect(await alerted(page)).toBe('Montante mínimo de retirada:R$50')
  await amount.fill('49')
  await withdraw.click()
  expect(await alerted(page)).toBe('Montante mínimo de retirada:R$50')
  await amount.fill('99999')
  await expect(desk.getByText(/^Ajustamos ao seu saldo/)).toBeVisible()
  await withdraw.click()
  expect(await alerted(page)).toMatch(/^Montante máximo de levantamento:R\$\d+(,\d\d)?$/)
})

test('a moved price is shown on the slip, and bets once accepted', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  const match = { home: 'Barra do Pequi', away: 'Vale da Pitomba', startsInSeconds: 3600, speed: 1 }
  // No goal in the first half hour: it would suspend the market.
  const firstGoal = { from: 2400, to: 3000 }
  const { fixtureId } = await scheduleMatch(world, { ...match, firstGoal })
  await advance(world, fixtureId, 'kick-off')
  await comeBack(page, world, toppedUp, `/footballPage/${fixtureId}`)
  await page
    .getByRole('button', { name: /^Empate.*, odd/ })
    .first()
    .click()
  const slip = await openSlip(page)
  await stake(slip, '5')
  await slip.getByLabel('Se a odd mudar').selectOption('Perguntar')
  await advance(world, fixtureId, { minute: 20 })
  // One button, in place of the bet button; the old odds are struck through beside the new ones.
  const agree = slip.getByRole('button', { name: /Aceitar/ })
  await expect(agree).toHaveText(/^Aceitar nova odd/)
  await expect(agree).toHaveCount(1)
  await expect(slip.getByRole('button', { name: /^Apostar/ })).toHaveCount(0)
  await expect(slip.getByRole('listitem').locator('s')).toBeVisible()
  await expect(slip.locator('p').filter({ hasText: /^Uma odd (subiu|caiu):/ })).toBeVisible()
  await phone.picture('slip-agree')
  await agree.click()
  // From here on the match may move it again while the bet is in flight.
  await slip.getByLabel('Se a odd mudar').selectOption('Aceitar qualquer')
  await slip.getByRole('button', { name: /^Apostar R\$/ }).click()
  await expect(sheet(page, 'Aposta feita')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect.poll(() => balanceCents(page)).toBe(95_00)
})

test('a round is verified from its revealed seeds, with its result', async ({ page, world, toppedUp }) => {
  await comeBack(page, world, toppedUp, '/dice')
  await page.getByRole('button', { name: /^Rolar/ }).click()
  const results = page.getByRole('list', { name: 'Últimos resultados' }).getByRole('listitem')
  await expect(page.getByText(/^(Ganhou|Perdeu) /).first()).toBeVisible()
  await expect(results).toHaveCount(1)
  const rolled = /^[\d,]+/.exec((await results.innerText()).trim())?.[0] ?? 'nothing'
  await page.getByRole('button', { name: /ver semente/ }).click()
  const fair = sheet(page, 'Jogo verificável')
  const inUse = hashInUse(fair)
  await expect(inUse).toHaveText(/./)
  const hashBefore = await inUse.innerText()
  await fair.getByRole('button', { name: 'Trocar sementes' }).click()
  await expect(fair.getByText('Semente revelada')).toBeVisible()
  await expect(inUse).not.toHaveText(hashBefore)
  await fair.getByRole('radio', { name: 'Verificar' }).click()
  await fair
    .getByRole('group', { name: 'Rodadas reveladas' })
    .getByRole('button', { name: rolled })
    .first()
    .click()
  const verdict = fair.getByRole('status').first() // below it the commitment's proof
  await expect(verdict).toContainText(rolled)
  await expect(verdict).toContainText('A semente é a mesma da impressão digital')
  await expect(fair.getByLabel('Impressão digital da semente do servidor')).toHaveValue(hashBefore)
  const seed = fair.getByLabel('Semente do servidor', { exact: true })
  await seed.fill(`${await seed.inputValue()}x`)
  await expect(fair.getByText('A semente não corresponde à impressão digital')).toBeVisible()
})

const hashInUse = (fair: Locator) =>
  fair
    .locator('div', {
      has: fair.page().getByText('Impressão digital da semente do servidor', { exact: true }),
    })
    .last()
    .locator('code')

test('a daily loss limit applies from the next stake on', async ({ page, world, toppedUp }) => {
  await comeBack(page, world, toppedUp)
  await page.getByRole('button', { name: 'Menu' }).click()
  await sheet(page, 'Menu').getByRole('button', { name: 'Jogo responsável' }).click()
  const limits = sheet(page, 'Jogo responsável')
  await limits.getByRole('button', { name: /^Perda:\s*Dia/ }).click()
  await limits.getByLabel('Perda: Dia', { exact: true }).fill('20')
  await expect(limits.getByText('Este limite vale na hora.')).toBeVisible()
  await limits.getByRole('button', { name: 'Salvar limite' }).click()
  await expect(limits.getByText(/^R\$\s0,00 de R\$\s20,00/)).toBeVisible()
  await page.goto(`${world.url}/dice`)
  await page.getByLabel('Aposta', { exact: true }).fill('50')
  await page.getByRole('button', { name: /^Rolar Paga R\$\s100,00/ }).click()
  expect(await alerted(page)).toBe('Esta aposta passa do limite de perda que você definiu para hoje.')
  await expect.poll(() => balanceCents(page)).toBe(100_00)
})

test('money spent on another phone is noticed: the deposit is offered', async ({ page, world, toppedUp }) => {
  // The socket is silent, so this phone does not learn that the money is gone.
  await page.routeWebSocket(/gamecenter-siop/, () => {})
  await comeBack(page, world, toppedUp, WEEK)
  const slip = await openSlipWithAWinner(page)
  await stake(slip, '5')
  const bet = slip.getByRole('button', { name: /^Apostar R\$\s5,00/ })
  await expect(bet).toBeVisible()
  await loseEverything(world, toppedUp)
  await bet.click()
  await expect(sheet(page, 'Saldo baixo')).toBeVisible()
  await expect(sheet(page, 'Saldo baixo').getByText(/^Você tem R\$\s0,0\d/)).toBeVisible()
})

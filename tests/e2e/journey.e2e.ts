import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { advance, balanceCents, fillRegistration, scheduleMatch, somebodyNew, type World } from './player.ts'

const ROLLS = 8
const STARTS_IN_SECONDS = 120

const houseDay = (at: number) => new Date(at).toLocaleDateString('sv', { timeZone: 'America/Sao_Paulo' })
/** The list that has a match scheduled just now: just before midnight it is tomorrow's. */
const listOfSoon = () =>
  houseDay(Date.now() + STARTS_IN_SECONDS * 1000) === houseDay(Date.now()) ? /^Hoje/ : /^Amanhã/

/** Schedules a later match, and returns the name of the winning price. */
const comingWinner = async (world: World): Promise<{ fixtureId: string; pick: RegExp }> => {
  const clubs = { home: 'Porto Maracujá', away: 'Vila Jabuti' }
  const { fixtureId, result } = await scheduleMatch(world, {
    ...clubs,
    startsInSeconds: STARTS_IN_SECONDS,
    speed: 1,
  })
  if (result.home > result.away) return { fixtureId, pick: /^Porto Maracujá vence, odd/ }
  if (result.home < result.away) return { fixtureId, pick: /^Vila Jabuti vence, odd/ }
  return { fixtureId, pick: /^Empate entre Porto Maracujá e Vila Jabuti, odd/ }
}

/** Every visible place of these words: home stays mounted behind other screens. */
const seenAll = (page: Page, words: string) =>
  page.getByText(words, { exact: true }).filter({ visible: true })

// One story: each chapter needs the previous one on this phone.
test('a newcomer plays, wins and withdraws', async ({ page, phone, world }) => {
  const player = somebodyNew()
  let match: Awaited<ReturnType<typeof comingWinner>>

  await test.step('a newcomer registers from home', async () => {
    await page.goto(world.url)
    await fillRegistration(page, world, player)
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: 'Cadastrar', exact: true }).click()
    await expect(page.getByText('Por favor, aceite os termos de serviço')).toBeVisible()
    await sheet.getByRole('checkbox').check()
    await phone.picture('journey-1-register')
    await sheet.getByRole('button', { name: 'Cadastrar', exact: true }).click()
    await page.getByRole('button', { name: 'Agora não' }).click()
    await expect.poll(() => balanceCents(page)).toBe(0)
  })

  await test.step('identifies, and tops up R$ 100 by PIX', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Depositar' }).click()
    const kyc = page.getByRole('dialog', { name: 'Seus dados' })
    await kyc.getByLabel('Nome completo').fill(player.name)
    await kyc.getByLabel('CPF').fill(player.cpf)
    await phone.picture('journey-2-kyc')
    await kyc.getByRole('button', { name: 'Confirmar' }).click()

    const deposit = page.getByRole('dialog', { name: 'Depósito' })
    await deposit.getByRole('checkbox', { name: 'Não participe de promoções' }).check()
    await phone.picture('journey-3-deposit')
    await deposit.getByRole('button', { name: 'Depositar R$ 100,00' }).click()
    await page.getByRole('button', { name: 'Confirmar' }).click()

    const pay = page.frameLocator('iframe').getByRole('button', { name: 'Pagar no banco de testes' })
    await expect(pay).toBeVisible()
    await phone.picture('journey-4-payment')
    await pay.click()
    await expect(page.getByText('Recarga bem-sucedida, continue fazendo apostas')).toBeVisible()
    await page.getByRole('button', { name: 'Eu entendi' }).click()
    await expect.poll(() => balanceCents(page)).toBe(100_00)
  })

  await test.step('bets R$ 60 on a simulated match through the slip', async () => {
    match = await comingWinner(world)
    await page.getByRole('link', { name: 'Esportes' }).click()
    const list = { name: listOfSoon() }
    await page.getByRole('button', list).or(page.getByRole('radio', list)).click()
    await page.getByRole('button', { name: match.pick }).first().click()
    await phone.picture('journey-5-sports')
    await page.getByRole('button', { name: /^Cupom/ }).click()
    const slip = page.getByRole('dialog', { name: 'Cupom' })
    await slip.getByLabel('Valor da aposta', { exact: true }).click()
    await slip.getByRole('button', { name: '6', exact: true }).click()
    await slip.getByRole('button', { name: '0', exact: true }).click()
    await phone.picture('journey-6-slip')
    await slip.getByRole('button', { name: /^Apostar R\$\s60,00/ }).click()
    await expect(page.getByRole('dialog', { name: 'Aposta feita' })).toBeVisible()
    await phone.picture('journey-7-placed')
    await page.keyboard.press('Escape')
    await expect.poll(() => balanceCents(page)).toBe(40_00)
  })

  await test.step('rolls dice eight times, so that the top-up is wagered once', async () => {
    await page.getByRole('button', { name: 'Jogos', exact: true }).click()
    await page.getByRole('link', { name: /Dice/ }).click()
    await page.getByLabel('Chance').fill('90')
    await page.getByLabel('Chance').blur()
    const results = page.getByRole('list', { name: 'Últimos resultados' }).getByRole('listitem')
    for (let rolls = 1; rolls <= ROLLS; rolls += 1) {
      await page.getByRole('button', { name: /^Rolar Paga R\$\s5,50/ }).click()
      await expect(results).toHaveCount(rolls)
    }
    await phone.picture('journey-8-dice')
  })

  await test.step('sees the bet settled and the balance grow, without a reload', async () => {
    await page.goBack()
    await page.getByRole('link', { name: 'Minhas apostas', exact: true }).click()
    const ticket = page.getByRole('article').filter({ hasText: 'Porto Maracujá × Vila Jabuti' })
    await expect(ticket.getByText('Em aberto').first()).toBeVisible()
    await phone.picture('journey-9-open')
    await advance(world, match.fixtureId, 'end')
    await expect(ticket.getByText('Ganhou').first()).toBeVisible()
    await phone.picture('journey-10-won')
    // Eight rolls at 90 % win at most R$ 44 of the bet's remaining R$ 40.
    await expect.poll(() => balanceCents(page)).toBeGreaterThan(60_00)
  })

  await test.step('finds all of it in the records', async () => {
    await page.getByRole('radio', { name: 'Jogos' }).click()
    await expect(seenAll(page, 'Dice').nth(ROLLS - 1)).toBeVisible()
    await page.getByRole('radio', { name: 'Dinheiro' }).click()
    await expect(seenAll(page, 'Depósito').first()).toBeVisible()
    await phone.picture('journey-11-wallet')
  })

  await test.step('withdraws R$ 50 to the CPF, and the record turns paid', async () => {
    const before = await balanceCents(page)
    await page.getByRole('button', { name: /^Minha conta/ }).click()
    await page.getByRole('button', { name: 'Retirar' }).click()
    const desk = page.getByRole('dialog', { name: 'Saque' })
    await desk.getByLabel('Valor do saque').fill('50')
    await phone.picture('journey-12-withdraw')
    await desk.getByRole('button', { name: /^Retirar\s+R\$/ }).click()
    // To a new key: the password first, and a wrong one is refused.
    await expect(desk.getByRole('heading', { name: 'Confirme sua senha' })).toBeVisible()
    await desk.getByLabel('Senha', { exact: true }).fill('not the password')
    await desk.getByRole('button', { name: 'Confirmar e retirar' }).click()
    await expect(desk.getByText('A senha atual não confere')).toBeVisible()
    await phone.picture('journey-12-verify')
    await desk.getByLabel('Senha', { exact: true }).fill(player.password)
    await desk.getByRole('button', { name: 'Confirmar e retirar' }).click()
    await expect(page.getByText('Solicitação de saque bem-sucedida!')).toBeVisible()
    await phone.picture('journey-13-requested')
    await page.getByRole('button', { name: 'Eu entendi' }).click()
    await expect.poll(() => balanceCents(page)).toBe(before - 50_00)
    await page.getByRole('link', { name: 'Minhas apostas', exact: true }).click()
    await page.getByRole('radio', { name: 'Dinheiro' }).click()
    await expect(seenAll(page, 'Saque').first()).toBeVisible()
    // The bank accepts a payout first, and completes it later.
    await expect(seenAll(page, 'Pago')).toHaveCount(2, { timeout: 60_000 })
    await phone.picture('journey-14-paid-out')
  })
})

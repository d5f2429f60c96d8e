import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { balanceCents, fillRegistration, noteCaptchas, scheduleMatch, somebodyNew } from './player.ts'
import { breakages } from './sheets.ts'
import { ownWorld } from './world.ts'

/** Long enough to register, top up and bet before kick-off, on a slow machine too. */
const STARTS_IN_SECONDS = 45
const MATCH_SPEED = 600
const ROLLS = 8

const world = await ownWorld()
const player = somebodyNew()
let phone: Phone
let page: Page
let pick: RegExp
let afterDice: number

beforeAll(async () => {
  const match = {
    home: 'Porto Maracujá',
    away: 'Vila Jabuti',
    startsInSeconds: STARTS_IN_SECONDS,
    speed: MATCH_SPEED,
  }
  const { result } = await scheduleMatch(world, match)
  if (result.home > result.away) pick = /^Porto Maracujá vence, odd/
  else
    pick =
      result.home < result.away
        ? /^Vila Jabuti vence, odd/
        : /^Empate entre Porto Maracujá e Vila Jabuti, odd/
  phone = await openPhone()
  page = phone.page
  noteCaptchas(page)
})

afterAll(async () => {
  await phone.picture('journey-last')
  await phone.close()
})

/** Every place where these words stand in sight: home is kept alive behind other screens. */
const seenAll = (words: string) => page.getByText(words, { exact: true }).filter({ visible: true })
const seen = (words: string) => seenAll(words).first()

test('a newcomer registers from home', async () => {
  await page.goto(world.url)
  await fillRegistration(page, world, player)
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Cadastrar', exact: true }).click()
  await page.getByText('Por favor, aceite os termos de serviço').waitFor()
  await sheet.getByRole('checkbox').check()
  await phone.picture('journey-1-register')
  await sheet.getByRole('button', { name: 'Cadastrar', exact: true }).click()
  await page.getByRole('button', { name: 'Agora não' }).click()
  expect(await balanceCents(page)).toBe(0)
})

test('says who they are, and tops up R$ 100 by PIX', async () => {
  await page.getByRole('banner').getByRole('button', { name: 'Depositar' }).click()
  const kyc = page.getByRole('dialog', { name: 'Seus dados' })
  await kyc.getByLabel('Nome completo').fill(player.name)
  await kyc.getByLabel('CPF').fill(player.cpf)
  await phone.picture('journey-2-kyc')
  await kyc.getByRole('button', { name: 'Confirmar' }).click()

  const deposit = page.getByRole('dialog', { name: 'Depósito' })
  await deposit.getByRole('radio', { name: 'Não participe de promoções' }).check()
  await phone.picture('journey-3-deposit')
  await deposit.getByRole('button', { name: 'Depositar R$ 100,00' }).click()
  await page.getByRole('button', { name: 'Confirmar' }).click()

  const bank = page.frameLocator('iframe')
  await bank.getByRole('button', { name: 'Pagar no banco de testes' }).waitFor()
  await phone.picture('journey-4-payment')
  await bank.getByRole('button', { name: 'Pagar no banco de testes' }).click()
  await page.getByText('Recarga bem-sucedida, continue fazendo apostas').waitFor()
  await page.getByRole('button', { name: 'Eu entendi' }).click()
  expect(await balanceCents(page)).toBe(10_000)
})

test('bets R$ 60 on a simulated match through the slip', async () => {
  await page.getByRole('link', { name: 'Esportes' }).click()
  await page
    .getByRole('button', { name: /^Hoje/ })
    .or(page.getByRole('radio', { name: /^Hoje/ }))
    .click()
  await page.getByRole('button', { name: pick }).first().click()
  await phone.picture('journey-5-sports')
  await page.getByRole('button', { name: /^Cupom/ }).click()
  const slip = page.getByRole('dialog', { name: 'Cupom' })
  await slip.getByRole('button', { name: '6', exact: true }).click()
  await slip.getByRole('button', { name: '0', exact: true }).click()
  await phone.picture('journey-6-slip')
  await slip.getByRole('button', { name: /^Apostar R\$\s60,00/ }).click()
  await page.getByRole('dialog', { name: 'Aposta feita' }).waitFor()
  await phone.picture('journey-7-placed')
  await page.keyboard.press('Escape')
  await expect.poll(() => balanceCents(page)).toBe(4_000)
})

test('rolls dice eight times, so that the top-up is wagered once', async () => {
  await page.getByRole('button', { name: 'Jogos', exact: true }).click()
  await page.getByRole('link', { name: /Dice/ }).click()
  await page.getByLabel('Chance').fill('90')
  const results = page.getByRole('list', { name: 'Últimos resultados' }).getByRole('listitem')
  for (let rolls = 1; rolls <= ROLLS; rolls += 1) {
    await page.getByRole('button', { name: /^Rolar/ }).click()
    await expect.poll(() => results.count()).toBe(rolls)
  }
  await phone.picture('journey-8-dice')
  afterDice = await balanceCents(page)
})

test('sees the bet settled and the balance grow, without a reload', async () => {
  await page.goBack()
  await page.getByRole('link', { name: 'Apostas', exact: true }).click()
  const ticket = page.getByRole('article').filter({ hasText: 'Porto Maracujá × Vila Jabuti' })
  await ticket.getByText('Em aberto').or(ticket.getByText('Ganhou')).first().waitFor()
  await phone.picture('journey-9-open')
  await ticket.getByText('Ganhou').first().waitFor({ timeout: 150_000 })
  await phone.picture('journey-10-won')
  expect(await balanceCents(page)).toBeGreaterThan(afterDice + 6_000)
})

test('finds all of it in the records', async () => {
  await page.getByRole('radio', { name: 'Jogos' }).click()
  await expect.poll(() => seenAll('Dice').count()).toBeGreaterThanOrEqual(ROLLS)
  await page.getByRole('radio', { name: 'Carteira' }).click()
  await seen('Depósito').waitFor()
  await phone.picture('journey-11-wallet')
})

test('withdraws R$ 50 to the CPF, and the record turns paid', async () => {
  const before = await balanceCents(page)
  await page.getByRole('button', { name: /^Minha conta/ }).click()
  await page.getByRole('button', { name: 'Retirar' }).click()
  const desk = page.getByRole('dialog', { name: 'Saque' })
  await desk.getByLabel('Valor do saque').fill('50')
  await phone.picture('journey-12-withdraw')
  await desk.getByRole('button', { name: /^Retirar\s+R\$/ }).click()
  // To a key that was never used: the password first, and a wrong one does not do.
  await desk.getByRole('heading', { name: 'Confirme sua senha' }).waitFor()
  await desk.getByLabel('Senha', { exact: true }).fill('not the password')
  await desk.getByRole('button', { name: 'Confirmar e retirar' }).click()
  await desk.getByText('A senha atual não confere').waitFor()
  await phone.picture('journey-12-verify')
  await desk.getByLabel('Senha', { exact: true }).fill(player.password)
  await desk.getByRole('button', { name: 'Confirmar e retirar' }).click()
  await page.getByText('Solicitação de saque bem-sucedida!').waitFor()
  await phone.picture('journey-13-requested')
  await page.getByRole('button', { name: 'Eu entendi' }).click()
  await expect.poll(() => balanceCents(page)).toBe(before - 5_000)
  await page.getByRole('link', { name: 'Apostas', exact: true }).click()
  await page.getByRole('radio', { name: 'Carteira' }).click()
  await seen('Saque').waitFor()
  await expect.poll(() => seenAll('Pago').count(), { timeout: 30_000 }).toBe(2)
  await phone.picture('journey-14-paid-out')
})

test('nothing broke on the way', () => {
  expect(breakages(phone.faults())).toEqual([])
})

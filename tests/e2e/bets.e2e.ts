import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import {
  comeBack,
  infoOf,
  type KnownPlayer,
  loseEverything,
  registered,
  rollElsewhere,
  toppedUp,
} from './known-player.ts'
import { balanceCents, fillRegistration, noteCaptchas, scheduleMatch, somebodyNew } from './player.ts'
import { alerted, breakages, closeSheet, isSeen, pressNow, sheet } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
/** A match of 90 minutes in four and a half: prices move every few seconds, and a slow page still sees its end far off. */
const MATCH_SPEED = 20
const COUNTING_TARGET = 25_00
let player: KnownPlayer
let phone: Phone
let page: Page

beforeAll(async () => {
  player = await toppedUp(world, await registered(world))
  phone = await openPhone()
  page = phone.page
  noteCaptchas(page)
})

afterAll(async () => {
  await phone.picture('bets-last')
  await phone.close()
})

const stakeOnSlip = async (reais: string) => {
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  for (const digit of reais)
    await sheet(page, 'Cupom').getByRole('button', { name: digit, exact: true }).click()
}

const openDice = async () => {
  await page.goto(`${world.url}/dice`)
  await page.getByLabel('Chance').waitFor()
}

/** What stands beside a withdrawal that cannot be and looks so, and what it answers when it is pressed all the same. */
const pressStopped = async (desk: Locator, name: RegExp) => {
  const button = desk.getByRole('button', { name, disabled: true })
  await button.waitFor()
  const beside = await desk.locator(`[id="${await button.getAttribute('aria-describedby')}"]`).innerText()
  await button.press('Enter') // a click would wait until it looks as if it could be pressed
  return { beside, told: await alerted(page) }
}
const nothingLeaves = { beside: 'Sem valor de levantamento', told: 'Sem valor de levantamento' }

const openWithdrawal = async () => {
  await page.getByRole('button', { name: /^Minha conta/ }).click()
  await page.getByRole('button', { name: 'Retirar' }).click()
  return sheet(page, 'Saque')
}

test('an invitation is kept until its guest registers', async () => {
  const { yqm } = await infoOf(world, player)
  await page.goto(`${world.url}/y${yqm}`)
  await page.waitForURL('**/home')
  await fillRegistration(page, world, somebodyNew())
  const form = sheet(page, 'Cadastrar')
  expect(await isSeen(form.getByText(`Convite: ${yqm}`))).toBe(true)
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Cadastrar', exact: true }).click()
  await page.getByRole('button', { name: 'Agora não' }).click()
})

test('a bet and a roll without money lead to the deposit, after saying who one is', async () => {
  await page.goto(`${world.url}/footballPage?when=week`)
  await page
    .getByRole('button', { name: /vence, odd/ })
    .first()
    .click()
  await stakeOnSlip('5')
  await sheet(page, 'Cupom')
    .getByRole('button', { name: /^Faltam R\$\s5,00/ })
    .click()
  expect(await isSeen(sheet(page, 'Seus dados'))).toBe(true)
  await closeSheet(page, 'Seus dados')
  await openDice()
  await page.getByRole('button', { name: /^Faltam R\$\s5,00/ }).click()
  expect(await isSeen(sheet(page, 'Seus dados'))).toBe(true)
  await closeSheet(page, 'Seus dados')
})

test('nobody is sent for money to stake what no ticket may return', async () => {
  await page.goto(`${world.url}/footballPage?when=week`)
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  const slip = sheet(page, 'Cupom')
  await slip.getByLabel('Valor da aposta').fill('9999999')
  expect(await isSeen(slip.getByText(/^O retorno máximo de um bilhete é R\$\s100\.000,00/))).toBe(true)
  await slip.getByRole('button', { name: /^Apostar R\$\s9\.999\.999,00/, disabled: true }).waitFor()
  await phone.picture('stake-beyond-return')
  await slip.getByRole('button', { name: /^Usar R\$/ }).click()
  await slip.getByRole('button', { name: /^Faltam R\$/ }).waitFor()
  await closeSheet(page, 'Cupom')
})

test('nobody withdraws from an empty account', async () => {
  await page.goto(`${world.url}/home`)
  const desk = await openWithdrawal()
  expect(await pressStopped(desk, /^Retirar$/)).toEqual(nothingLeaves)
})

test('a withdrawal is refused for the first reason of the list, in its own words', async () => {
  await comeBack(page, world, player)
  const desk = await openWithdrawal()
  await desk.getByLabel('Valor do saque').fill('49')
  // Nothing of the top-up is wagered yet.
  expect(await pressStopped(desk, /^Retirar\s+R\$/)).toEqual(nothingLeaves)
  await phone.picture('withdraw-nothing')
  // At a price that counts; what is wagered is free, and ten in a row are not lost.
  for (let rolls = 0; rolls < 10; rolls += 1)
    await rollElsewhere(world, player, { stakeCents: 2_00, targetHundredths: COUNTING_TARGET })
  // The sheet that stands open follows what was counted elsewhere, and keeps what was typed.
  await desk.locator('button[aria-disabled=true]').waitFor({ state: 'detached' })
  expect(await desk.getByLabel('Valor do saque').inputValue()).toBe('49')
  await desk.getByLabel('Valor do saque').fill('')
  await desk.getByRole('button', { name: /^Retirar$/ }).click()
  expect(await alerted(page)).toBe('Montante mínimo de retirada:R$50')
  await desk.getByLabel('Valor do saque').fill('49')
  await desk.getByRole('button', { name: /^Retirar\s+R\$/ }).click()
  expect(await alerted(page)).toBe('Montante mínimo de retirada:R$50')
  await desk.getByLabel('Valor do saque').fill('99999')
  expect(await isSeen(desk.getByText(/^Ajustamos ao seu saldo/))).toBe(true)
  await desk.getByRole('button', { name: /^Retirar\s+R\$/ }).click()
  expect(await alerted(page)).toMatch(/^Montante máximo de levantamento:R\$\d+(,\d\d)?$/)
  await closeSheet(page, 'Saque')
})

test('a price that moved is shown on the slip, and bets once it is accepted', async () => {
  const before = await balanceCents(page)
  const match = { home: 'Barra do Pequi', away: 'Vale da Pitomba', startsInSeconds: 1, speed: MATCH_SPEED }
  const { fixtureId } = await scheduleMatch(world, match)
  await page.goto(`${world.url}/footballPage/${fixtureId}`)
  await page
    .getByRole('button', { name: /^Empate.*, odd/ })
    .first()
    .click()
  await stakeOnSlip('5')
  const slip = sheet(page, 'Cupom')
  const agree = slip.getByRole('button', { name: 'Aceitar', exact: true })
  await slip.getByLabel('Se a odd mudar').selectOption('Perguntar')
  const blocked = { name: 'Aceite a nova odd para apostar', disabled: true }
  await slip.getByRole('button', blocked).waitFor({ timeout: 60_000 })
  expect(await isSeen(slip.locator('p').filter({ hasText: /^Uma odd (subiu|caiu):/ }))).toBe(true)
  await agree.click()
  // From here on the match may move it again while the bet is on its way.
  await slip.getByLabel('Se a odd mudar').selectOption('Aceitar qualquer')
  await pressUntilPlaced(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => balanceCents(page)).toBe(before - 5_00)
})

/** A goal suspends the market for a moment, so the button may have to be pressed again. */
async function pressUntilPlaced(on: Page): Promise<void> {
  const place = on.getByRole('button', { name: /^Apostar R\$/ })
  const placed = on.getByRole('dialog', { name: 'Aposta feita' })
  const pressed = async () => {
    await pressNow(place)
    return placed.isVisible()
  }
  await expect.poll(pressed, { timeout: 45_000, interval: 250 }).toBe(true)
}

test('a round is verified from its revealed seeds, and comes out as it was rolled', async () => {
  await openDice()
  await page.getByRole('button', { name: /^Rolar/ }).click()
  const results = page.getByRole('list', { name: 'Últimos resultados' }).getByRole('listitem')
  await page
    .getByText(/^(Ganhou|Perdeu) /)
    .first()
    .waitFor()
  const rolled = /^[\d,]+/.exec((await results.first().innerText()).trim())?.[0] ?? 'nothing'
  await page.getByRole('button', { name: /ver semente/ }).click()
  const fair = sheet(page, 'Jogo verificável')
  const hashBefore = await hashInUse(fair)
  await fair.getByRole('button', { name: 'Trocar sementes' }).click()
  expect(await isSeen(fair.getByText('Semente revelada'))).toBe(true)
  await expect.poll(() => hashInUse(fair)).not.toBe(hashBefore)
  await fair.getByRole('radio', { name: 'Verificar' }).click()
  await fair
    .getByRole('group', { name: 'Rodadas reveladas' })
    .getByRole('button', { name: rolled })
    .first()
    .click()
  const verdict = fair.getByRole('status').first() // below it the proof of the commitment
  expect(await verdict.innerText()).toContain(rolled)
  expect(await verdict.innerText()).toContain('A semente é a mesma da impressão digital')
  expect(await fair.getByLabel('Impressão digital da semente do servidor').inputValue()).toBe(hashBefore)
  const seed = await fair.getByLabel('Semente do servidor', { exact: true }).inputValue()
  await fair.getByLabel('Semente do servidor', { exact: true }).fill(`${seed}x`)
  expect(await isSeen(fair.getByText('A semente não corresponde à impressão digital'))).toBe(true)
})

const hashInUse = (fair: ReturnType<typeof sheet>) =>
  fair
    .locator('div', { has: page.getByText('Impressão digital da semente do servidor', { exact: true }) })
    .last()
    .locator('code')
    .innerText()

test('a daily loss limit holds from the next stake on', async () => {
  await page.goto(`${world.url}/home`)
  await page.getByRole('button', { name: 'Menu' }).click()
  await sheet(page, 'Menu').getByRole('button', { name: 'Jogo responsável' }).click()
  const limits = sheet(page, 'Jogo responsável')
  await limits.getByLabel('Limite de perda por dia').fill('20')
  expect(await isSeen(limits.getByText('Este limite vale na hora.'))).toBe(true)
  await limits.getByRole('button', { name: 'Salvar limite' }).click()
  expect(await isSeen(limits.getByText(/^Limite R\$\s20,00/))).toBe(true)
  await openDice()
  const before = await balanceCents(page)
  await page.getByLabel('Aposta', { exact: true }).fill('50')
  await page.getByRole('button', { name: /^Rolar/ }).click()
  expect(await alerted(page)).toBe('Esta aposta passa do limite de perda que você definiu para hoje.')
  expect(await balanceCents(page)).toBe(before)
})

test('money that was spent on another phone is missed: the deposit is offered', async () => {
  const rich = await toppedUp(world, await registered(world))
  // The line is silent, so this phone does not hear that the money is gone.
  await page.routeWebSocket(/gamecenter-siop/, () => {})
  await comeBack(page, world, rich, '/footballPage?when=week')
  await page
    .getByRole('button', { name: /vence, odd/ })
    .first()
    .click()
  await stakeOnSlip('5')
  const bet = sheet(page, 'Cupom').getByRole('button', { name: /^Apostar R\$\s5,00/ })
  await bet.waitFor()
  await loseEverything(world, rich)
  await bet.click()
  expect(await isSeen(sheet(page, 'Saldo baixo'))).toBe(true)
  expect(await isSeen(sheet(page, 'Saldo baixo').getByText(/^Você tem R\$\s0,0\d/))).toBe(true)
})

test('nothing broke on the way, only refusals were answered', () => {
  expect(breakages(phone.faults())).toEqual([])
})

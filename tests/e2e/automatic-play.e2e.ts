import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { complaints } from './accessible.ts'
import { comeBack, infoOf, type KnownPlayer, registered, toppedUp } from './known-player.ts'
import { breakages } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
/** Ten rounds, a second between two of them, and what the machine is slow by. */
const TEN_ROUNDS_MS = 60_000
let player: KnownPlayer
let phone: Phone
let page: Page

beforeAll(async () => {
  player = await toppedUp(world, await registered(world))
  phone = await openPhone()
  page = phone.page
})

afterAll(async () => {
  await phone.picture('auto-last')
  await phone.close()
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const run = () => page.getByRole('region', { name: 'Jogo automático' })
const chooseAuto = () => page.getByRole('radio', { name: 'Automático' }).tap()

test('ten rounds of dice are played automatically, one after the other, and cost what they say', async () => {
  await comeBack(page, world, player, '/dice')
  await chooseAuto()
  await page.getByLabel('Aposta', { exact: true }).fill('1')
  expect(await button('Começar 10 rodadas').isDisabled()).toBe(true)
  await page.getByLabel('Parar com perda de').fill('20')
  await page.getByText(/^Até 10 rodadas, no máximo R\$\s10,00 a perder\.$/).waitFor()
  await page.getByText('Estas rodadas não chegam ao limite de perda.').waitFor()
  await page.getByLabel('Parar com perda de').fill('9')
  await page.getByText(/^Chance de chegar ao limite de perda: 0,21%\.$/).waitFor()
  await page.getByLabel('Parar com perda de').fill('20')
  expect(await complaints(page)).toEqual([])
  await phone.picture('auto-dice-fields')
  const before = Math.round((await infoOf(world, player)).balance * 100)
  await button('Começar 10 rodadas').tap()
  await button('Parar').waitFor()
  await phone.picture('auto-dice-running')
  await page.getByText('Todas as rodadas foram jogadas.').waitFor({ timeout: TEN_ROUNDS_MS })
  expect(await run().getByText('Rodada 10 de 10').count()).toBe(1)
  const rounds = page.getByRole('list', { name: 'Últimos resultados' }).getByRole('listitem')
  expect(await rounds.count()).toBe(10)
  const net = await run().getByText(/R\$/).first().innerText()
  const after = Math.round((await infoOf(world, player)).balance * 100)
  expect(Number(net.replace(/[^\d-−]/g, '').replace('−', '-'))).toBe(after - before)
  await phone.picture('auto-dice-ended')
})

test('dice stops by itself where the next stake would pass the loss that is allowed', async () => {
  await comeBack(page, world, player, '/dice')
  await chooseAuto()
  // A bet that wins once in ten thousand: both rounds that the limit allows are lost.
  await page.getByLabel('Chance', { exact: true }).fill('0,01')
  await page.getByLabel('Aposta', { exact: true }).fill('0,10')
  await page.getByLabel('Parar com perda de').fill('0,20')
  await page.getByText(/^Até 10 rodadas, no máximo R\$\s0,20 a perder\.$/).waitFor()
  await page.getByText(/^Chance de chegar ao limite de perda: (99,9|100)/).waitFor()
  await button('Começar 10 rodadas').tap()
  await page
    .getByText('Parou: a próxima aposta passaria do limite de perda.')
    .waitFor({ timeout: TEN_ROUNDS_MS })
  expect(await run().getByText('Rodada 2 de 10').count()).toBe(1)
  expect(await button('Começar 10 rodadas').isEnabled()).toBe(true)
})

test('mines opens the chosen pattern round after round until the player stops it', async () => {
  await comeBack(page, world, player, '/mines')
  await chooseAuto()
  await page.getByText('Escolha no tabuleiro as casas que cada rodada vai abrir.').waitFor()
  await button('Casa 7').tap()
  await button('Casa 13').tap()
  expect(await button('Casa 13').getAttribute('aria-pressed')).toBe('true')
  await page.getByLabel('Aposta', { exact: true }).fill('1')
  await page.getByLabel('Parar com perda de').fill('3')
  await page.getByText(/^Até 10 rodadas, no máximo R\$\s3,00 a perder\.$/).waitFor()
  expect(await complaints(page)).toEqual([])
  await phone.picture('auto-mines-pattern')
  await button('Começar 10 rodadas').tap()
  await button('Parar').waitFor()
  await expect.poll(() => run().innerText(), { timeout: TEN_ROUNDS_MS }).toMatch(/Rodada [1-9] de 10|Parou/)
  await phone.picture('auto-mines-running')
  const stop = button('Parar')
  // Three lost rounds in a row have ended it by themselves.
  if (await stop.isVisible()) await stop.tap()
  await run()
    .getByText(/^Você parou o jogo automático\.$|limite de perda\.$/)
    .waitFor()
  expect(await button('Começar 10 rodadas').isEnabled()).toBe(true)
})

test('nothing broke on the way', () => {
  expect(breakages(phone.faults())).toEqual([])
})

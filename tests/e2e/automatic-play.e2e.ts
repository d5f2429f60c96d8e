import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { complaints } from './accessible.ts'
import { comeBack, infoOf } from './known-player.ts'

/** Ten rounds, a second apart, plus a margin for slow machines. */
const TEN_ROUNDS_MS = 60_000

/** Automatic play on this page. */
const autoOf = (page: Page) => ({
  choose: () => page.getByRole('radio', { name: 'Automático' }).tap(),
  /** The stake per round, and the loss at which it stops. */
  stake: page.getByLabel('Aposta', { exact: true }),
  maxLoss: page.getByLabel('Parar com perda de'),
  start: page.getByRole('button', { name: /^Começar \d+ rodadas$/ }),
  stop: page.getByRole('button', { name: 'Parar' }),
  run: page.getByRole('region', { name: 'Jogo automático' }),
})

test('ten rounds of dice are played automatically, one after the other, and cost what they say', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  const auto = autoOf(page)
  await comeBack(page, world, toppedUp, '/dice')
  await auto.choose()
  await auto.stake.fill('1')
  await expect(auto.start).toBeDisabled()
  await auto.maxLoss.fill('20')
  await expect(page.getByText(/^Até 10 rodadas, no máximo R\$\s10,00 a perder\.$/)).toBeVisible()
  await expect(page.getByText('Estas rodadas não chegam ao limite de perda.')).toBeVisible()
  await auto.maxLoss.fill('9')
  await expect(page.getByText(/^Chance de chegar ao limite de perda: 0,21%\.$/)).toBeVisible()
  await auto.maxLoss.fill('20')
  expect(await complaints(page)).toEqual([])
  await phone.picture('auto-dice-fields')
  const before = Math.round((await infoOf(world, toppedUp)).balance * 100)
  await auto.start.tap()
  await expect(auto.stop).toBeVisible()
  await phone.picture('auto-dice-running')
  await expect(page.getByText('Todas as rodadas foram jogadas.')).toBeVisible({ timeout: TEN_ROUNDS_MS })
  await expect(auto.run.getByText('Rodada 10 de 10')).toHaveCount(1)
  const rounds = page.getByRole('list', { name: 'Últimos resultados' }).getByRole('listitem')
  await expect(rounds).toHaveCount(10)
  const after = Math.round((await infoOf(world, toppedUp)).balance * 100)
  await expect
    .poll(async () => {
      const net = await auto.run.getByText(/R\$/).first().innerText()
      return Number(net.replace(/[^\d-−]/g, '').replace('−', '-'))
    })
    .toBe(after - before)
  await phone.picture('auto-dice-ended')
})

test('dice stops by itself where the next stake would exceed the loss limit', async ({
  page,
  world,
  toppedUp,
}) => {
  const auto = autoOf(page)
  await comeBack(page, world, toppedUp, '/dice')
  await auto.choose()
  // A bet that wins once in ten thousand: both rounds within the limit are lost.
  await page.getByLabel('Chance', { exact: true }).fill('0,01')
  await auto.stake.fill('0,10')
  await auto.maxLoss.fill('0,20')
  await expect(page.getByText(/^Até 10 rodadas, no máximo R\$\s0,20 a perder\.$/)).toBeVisible()
  await expect(page.getByText(/^Chance de chegar ao limite de perda: (99,9|100)/)).toBeVisible()
  await auto.start.tap()
  await expect(page.getByText('Parou: a próxima aposta passaria do limite de perda.')).toBeVisible()
  await expect(auto.run.getByText('Rodada 2 de 10')).toHaveCount(1)
  await expect(auto.start).toBeEnabled()
})

test('mines opens the chosen pattern round after round until the player stops it', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  const auto = autoOf(page)
  await comeBack(page, world, toppedUp, '/mines')
  await auto.choose()
  await expect(page.getByText('Escolha no tabuleiro as casas que cada rodada vai abrir.')).toBeVisible()
  await page.getByRole('button', { name: 'Casa 7' }).tap()
  const thirteenth = page.getByRole('button', { name: 'Casa 13' })
  await thirteenth.tap()
  await expect(thirteenth).toHaveAttribute('aria-pressed', 'true')
  // Enough rounds and loss limit that it does not end before the player stops it.
  await page.getByRole('radio', { name: '100', exact: true }).tap()
  await auto.stake.fill('1')
  await auto.maxLoss.fill('50')
  await expect(page.getByText(/^Até 100 rodadas, no máximo R\$\s50,00 a perder\.$/)).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await phone.picture('auto-mines-pattern')
  await auto.start.tap()
  await expect(auto.run.getByText(/^Rodada [1-9]\d* de 100$/)).toBeVisible()
  await phone.picture('auto-mines-running')
  await auto.stop.tap()
  await expect(auto.run.getByText('Você parou o jogo automático.')).toBeVisible()
  await expect(auto.start).toBeEnabled()
})

import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { complaints } from './accessible.ts'
import { comeBack } from './known-player.ts'
import { comingFixture, outrightsOf, takesBets } from './on-offer.ts'
import { balanceCents, scheduleMatch, type World } from './player.ts'
import { sheet, toasted } from './sheets.ts'

const slipOf = (page: Page) => sheet(page, 'Cupom')

/** Presses the slip's one button, for this total stake. */
const bet = (page: Page, reais: string) =>
  slipOf(page)
    .getByRole('button', { name: new RegExp(`^Apostar R\\$\\s${reais}`) })
    .click()

test('two selections of one match become one bet, and an incompatible one is reported', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  const [home, away] = ['Barra do Pequi', 'Vale da Pitomba']
  const { fixtureId } = await scheduleMatch(world, { home, away, startsInSeconds: 3600, speed: 1 })
  await comeBack(page, world, toppedUp, `/footballPage/${fixtureId}?topic=all`)
  await page.getByRole('button', { name: 'Criar aposta' }).click()
  const builder = page.getByRole('region', { name: 'Criar aposta' })
  const homeWins = page.getByRole('button', { name: new RegExp(`^${home} vence`) }).first()
  const awayWins = page.getByRole('button', { name: new RegExp(`^${away} vence`) }).first()
  await homeWins.click()
  await awayWins.click()
  await expect(builder.getByText('não pode acontecer junto com as outras')).toBeVisible()
  await phone.picture('builder-conflict')
  await awayWins.click()
  await page
    .getByRole('button', { name: /Ambas.*: Sim/ })
    .first()
    .click()
  await phone.picture('builder')
  expect(await complaints(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await phone.picture('builder-320')
  await page.setViewportSize({ width: 393, height: 852 })
  await builder.getByRole('button', { name: 'Adicionar ao cupom' }).click()
  await slipOf(page)
    .getByLabel(/^Valor da aposta/)
    .fill('10')
  await phone.picture('slip-builder')
  await bet(page, '10,00')
  await expect(sheet(page, 'Aposta feita').getByText('Criar aposta')).toBeVisible()
  await phone.picture('slip-builder-receipt')
})

test('three selections become one bet, and a part of it is cashed out', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  const clubs = [
    ['Serra do Quati', 'Morro do Tucano'],
    ['Lagoa do Jacu', 'Ilha do Cambucá'],
    ['Alto da Mangaba', 'Ponta do Cajá'],
  ] as const
  await comeBack(page, world, toppedUp)
  for (const [home, away] of clubs) {
    const { fixtureId } = await scheduleMatch(world, { home, away, startsInSeconds: 3600, speed: 1 })
    await page.goto(`${world.url}/footballPage/${fixtureId}`)
    await page
      .getByRole('button', { name: /vence, odd/ })
      .first()
      .click()
  }
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  const slip = slipOf(page)
  const banker = slip.getByLabel(/^Fixa: /).first()
  await slip.getByRole('radio', { name: 'Sistema' }).click()
  await slip.getByRole('button', { name: /^Trixie/ }).click()
  await phone.picture('slip-system')
  await banker.check()
  await slip.getByLabel(/por combinação/).fill('5')
  await phone.picture('slip-banker')
  expect(await complaints(page)).toEqual([])
  await bet(page, '10,00')
  const system = sheet(page, 'Aposta feita')
  await expect(system.getByText('Sistema 1 de 2 + 1 fixa')).toBeVisible()
  await phone.picture('slip-banker-receipt')
  await system.getByRole('button', { name: 'Repetir' }).click()
  await expect(banker).toBeChecked()
  await slip.getByRole('radio', { name: 'Múltipla' }).click()
  await slip.getByRole('button', { name: 'Compartilhar cupom' }).click()
  const shared = sheet(page, 'Compartilhar cupom')
  const shownCode = shared.getByText(/^[0-9A-Z]{8}$/)
  await expect(shownCode).toBeVisible()
  const code = await shownCode.innerText()
  await phone.picture('slip-shared')
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    shared.getByRole('button', { name: 'Salvar imagem' }).click(),
  ])
  await picture.saveAs('test-results/slip-picture.png')
  await page.evaluate(() => localStorage.removeItem('slip'))
  await page.goto(`${world.url}/footballPage?code=${code}`)
  const booking = sheet(page, `Cupom ${code}`)
  await expect(booking.getByText(/Morro do Tucano/)).toBeVisible()
  await phone.picture('slip-booking')
  await booking.getByRole('button', { name: 'Pôr no meu cupom' }).click()
  await slip.getByLabel('Valor da aposta').fill('10')
  await phone.picture('slip-parlay')
  await bet(page, '10,00')
  const receipt = sheet(page, 'Aposta feita')
  await expect(receipt.getByText('Múltipla de 3')).toBeVisible()
  await phone.picture('slip-parlay-receipt')
  await receipt.getByRole('button', { name: 'Compartilhar cupom' }).click()
  await expect(shared.getByText(code)).toBeVisible() // the same slip, the same code
  await shared.getByRole('button', { name: 'Fechar' }).click()
  await expect(receipt.getByText('Múltipla de 3')).toBeVisible()
  await receipt.getByRole('button', { name: 'Ver em Minhas apostas' }).click()
  const card = page.getByRole('article').filter({ hasText: 'Múltipla de 3' })
  await card.getByRole('button', { name: /^Encerrar por R\$/ }).click()
  // Its value and button are visible together, also above the bottom bar.
  const confirm = card.getByRole('button', { name: /^Confirmar R\$/ })
  await expect
    .poll(async () => ((await confirm.boundingBox()) ?? { y: Infinity }).y)
    .toBeLessThan(852 - 56 - 44)
  await expect(card.getByText('O que é encerrado não conta para o que falta apostar.')).toBeVisible()
  await card.getByRole('slider').fill('50')
  await expect(card.getByText(/^Valor justo agora: R\$.*Parte da casa: R\$/)).toBeVisible()
  await card.getByLabel('Se o valor cair').selectOption('Aceitar até 5% menos')
  await phone.picture('cash-out')
  await expect.poll(() => balanceCents(page)).toBe(80_00) // both bets are paid
  const reported = toasted(page, /^Aposta encerrada: R\$/)
  const [sold] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/api/app/sportsbook/cashOut')),
    confirm.click(),
  ])
  expect(sold.postDataJSON()).toMatchObject({ minShareBps: 9500 })
  await reported
  await expect.poll(() => balanceCents(page)).toBeGreaterThan(80_00)
  await card.getByRole('button', { name: /Múltipla de 3/ }).click()
  await phone.picture('bet-open')
  await card.getByRole('button', { name: 'Repetir' }).click()
  await expect(slip.getByText(/Morro do Tucano/)).toBeVisible()
})

test('a long-pressed price is bet on for the quick stake, once confirmed', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  const path = `/footballPage/${await comingFixture(world, 'football')}`
  await comeBack(page, world, toppedUp, path)
  const price = page.getByRole('button', { name: /vence, odd/ }).first()
  await price.click()
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  const slip = slipOf(page)
  await slip.getByLabel(/^Aposta rápida/).check()
  await slip.getByLabel('Valor da aposta rápida').fill('7')
  await phone.picture('slip-quick-setting')
  await slip.getByRole('button', { name: 'Limpar cupom' }).click()
  await page.goto(world.url + path)
  const quick = sheet(page, 'Aposta rápida')
  await price.hover()
  await page.mouse.down()
  await expect(quick).toBeVisible()
  await page.mouse.up()
  await phone.picture('quick-bet')
  await quick.getByRole('button', { name: 'Fechar' }).click()
  await expect(price).toHaveAttribute('aria-pressed', 'false')
  await price.press('Shift+Enter')
  await quick.getByRole('button', { name: /^Apostar R\$\s7,00 a/ }).click()
  await expect(sheet(page, 'Aposta feita').getByText(/R\$\s7,00/)).toBeVisible()
  await page.goto(`${world.url}/registros`)
  await page.getByRole('button', { name: 'Lucro e prejuízo' }).click()
  const profit = sheet(page, 'Lucro e prejuízo')
  await expect(profit.getByText('Nenhuma aposta com resultado neste período')).toBeVisible()
  await phone.picture('profit-empty')
})

test('twelve sports are offered, and a tennis player, a team and a horse are bet on at once', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  await comeBack(page, world, toppedUp, '/footballPage')
  const rail = page.getByRole('navigation', { name: 'Esportes' })
  await expect(rail.locator('button[aria-pressed]')).toHaveCount(12)
  await phone.picture('sports-twelve')
  for (const sport of ['tennis', 'basketball', 'racing']) {
    await page.goto(`${world.url}/footballPage/${await comingFixture(world, sport)}`)
    await page.getByRole('button', { name: /, odd/ }).first().click()
    await phone.picture(`event-${sport}`)
  }
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  const slip = slipOf(page)
  await slip.getByRole('radio', { name: 'Simples' }).click()
  const stakes = slip.getByLabel(/^Valor da aposta em/)
  await expect(stakes).toHaveCount(3)
  for (const stake of await stakes.all()) await stake.fill('5')
  await bet(page, '15,00')
  await expect(sheet(page, '3 apostas feitas').getByRole('article')).toHaveCount(3)
  await phone.picture('receipts-three')
})

/** A league with an open winner market: it closes while its matches are live. */
async function openOutright(world: World): Promise<string> {
  const withLeagues = ['football', 'basketball', 'american_football', 'volleyball', 'baseball', 'cricket']
  const leagues = await Promise.all(withLeagues.map((sport) => outrightsOf(world, sport)))
  const found = leagues
    .flat()
    .flatMap(({ fixtures }) => fixtures)
    .find(takesBets)
  return found?.fixtureId ?? ''
}

test("a league's winner is bet on, and a horse to win and to be placed", async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  const choose = async (fixtureId: string, picture: string) => {
    await comeBack(page, world, toppedUp, `/footballPage/${fixtureId}`)
    await page.getByRole('button', { name: /, odd/ }).first().click()
    await phone.picture(`event-${picture}`)
    await page.getByRole('button', { name: /Ver cupom/ }).click()
    await slipOf(page)
      .getByLabel(/^Valor da aposta(?! rápida)/)
      .fill('5')
  }
  // A new app computes its leagues' chances last.
  const fresh = { timeout: 240_000, intervals: [1000] }
  await expect.poll(() => openOutright(world), fresh).not.toBe('')
  await choose(await openOutright(world), 'outright')
  await bet(page, '5,00')
  const receipt = sheet(page, 'Aposta feita')
  await expect(receipt.getByText(/Campeão|Vencedor/).first()).toBeVisible()
  await choose(await comingFixture(world, 'racing'), 'race')
  await slipOf(page).getByLabel('Vencedor e colocado').check()
  await phone.picture('slip-each-way')
  await bet(page, '10,00')
  await expect(receipt.getByText(/vencedor e colocado/).first()).toBeVisible()
  await phone.picture('receipt-each-way')
})

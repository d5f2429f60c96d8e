import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { complaints } from './accessible.ts'
import { call, comeBack, type KnownPlayer, registered, toppedUp } from './known-player.ts'
import { balanceCents, scheduleMatch, surelyUnder } from './player.ts'
import { breakages, isSeen, sheet } from './sheets.ts'
import { comingFixture, listed, takesBets } from './on-offer.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
let phone: Phone
let page: Page
let player: KnownPlayer

beforeAll(async () => {
  player = await toppedUp(world, await registered(world))
  phone = await openPhone()
  page = phone.page
  await comeBack(page, world, player)
})

afterAll(() => phone.close())

/** A match of which it is told how it will end. */
let ending: { fixtureId: string; result: { home: number; away: number } }

test('two selections of one match become one bet, and one that cannot be with them is told', async () => {
  const [home, away] = ['Barra do Pequi', 'Vale da Pitomba'] as const
  ending = await scheduleMatch(world, { home, away, startsInSeconds: 100, speed: 4000 })
  const { result } = ending
  const [won, lost] = result.home > result.away ? [home, away] : [away, home]
  const match = result.home === result.away ? /^Empate entre/ : new RegExp(`^${won} vence`)
  const others = new RegExp(`^${lost} vence`)
  const score = result.home > 0 && result.away > 0 ? /Ambas.*: Sim/ : /Ambas.*: Não/
  await page.goto(`${world.url}/footballPage/${ending.fixtureId}?topic=all`)
  await page.getByRole('button', { name: 'Criar aposta' }).click()
  const builder = page.getByRole('region', { name: 'Criar aposta' })
  await page.getByRole('button', { name: match }).first().click()
  await page.getByRole('button', { name: others }).first().click()
  expect(await isSeen(builder.getByText('não pode acontecer junto com as outras'))).toBe(true)
  await phone.picture('builder-conflict')
  await page.getByRole('button', { name: others }).first().click()
  await page.getByRole('button', { name: score }).first().click()
  await phone.picture('builder')
  expect(await complaints(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await phone.picture('builder-320')
  await page.setViewportSize({ width: 393, height: 852 })
  await builder.getByRole('button', { name: 'Adicionar ao cupom' }).click()
  const slip = sheet(page, 'Cupom')
  await slip.getByLabel(/^Valor da aposta/).fill('10')
  await phone.picture('slip-builder')
  await slip.getByRole('button', { name: /^Apostar R\$\s10,00/ }).click()
  expect(await isSeen(sheet(page, 'Aposta feita').getByText('Criar aposta'))).toBe(true)
  await phone.picture('slip-builder-receipt')
})

test('three selections become one bet, and a part of it is cashed out', async () => {
  const clubs = [
    ['Serra do Quati', 'Morro do Tucano'],
    ['Lagoa do Jacu', 'Ilha do Cambucá'],
    ['Alto da Mangaba', 'Ponta do Cajá'],
  ] as const
  for (const [home, away] of clubs) {
    const { fixtureId } = await scheduleMatch(world, { home, away, startsInSeconds: 3600, speed: 1 })
    await page.goto(`${world.url}/footballPage/${fixtureId}`)
    await page
      .getByRole('button', { name: /vence, odd/ })
      .first()
      .click()
  }
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  const slip = sheet(page, 'Cupom')
  await slip.getByRole('radio', { name: 'Sistema' }).click()
  await slip.getByRole('button', { name: /^Trixie/ }).click()
  await phone.picture('slip-system')
  await slip
    .getByLabel(/^Fixa: /)
    .first()
    .check()
  await slip.getByLabel(/por combinação/).fill('5')
  await phone.picture('slip-banker')
  expect(await complaints(page)).toEqual([])
  await slip.getByRole('button', { name: /^Apostar R\$\s10,00/ }).click()
  const system = sheet(page, 'Aposta feita')
  expect(await isSeen(system.getByText('Sistema 1 de 2 + 1 fixa'))).toBe(true)
  await phone.picture('slip-banker-receipt')
  await system.getByRole('button', { name: 'Repetir' }).click()
  expect(
    await slip
      .getByLabel(/^Fixa: /)
      .first()
      .isChecked(),
  ).toBe(true)
  await slip.getByRole('radio', { name: 'Múltipla' }).click()
  const before = await balanceCents(page)
  await slip.getByRole('button', { name: 'Compartilhar cupom' }).click()
  const shared = sheet(page, 'Compartilhar cupom')
  const code = (await shared.getByText(/^[0-9A-Z]{8}$/).textContent()) ?? ''
  await phone.picture('slip-shared')
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    shared.getByRole('button', { name: 'Salvar imagem' }).click(),
  ])
  await picture.saveAs('test-results/slip-picture.png')
  await page.evaluate(() => localStorage.removeItem('slip'))
  await page.goto(`${world.url}/footballPage?code=${code}`)
  const booking = sheet(page, `Cupom ${code}`)
  await booking.getByText(/Morro do Tucano/).waitFor()
  await phone.picture('slip-booking')
  await booking.getByRole('button', { name: 'Pôr no meu cupom' }).click()
  await slip.getByLabel('Valor da aposta').fill('10')
  await phone.picture('slip-parlay')
  await slip.getByRole('button', { name: /^Apostar R\$\s10,00/ }).click()
  const receipt = sheet(page, 'Aposta feita')
  expect(await isSeen(receipt.getByText('Múltipla de 3'))).toBe(true)
  await phone.picture('slip-parlay-receipt')
  await receipt.getByRole('button', { name: 'Compartilhar cupom' }).click()
  expect(await isSeen(shared.getByText(code))).toBe(true) // the same slip, the same code
  await shared.getByRole('button', { name: 'Fechar' }).click()
  expect(await isSeen(receipt.getByText('Múltipla de 3'))).toBe(true)
  await receipt.getByRole('button', { name: 'Ver em Apostas' }).click()
  const card = page.getByRole('article').filter({ hasText: 'Múltipla de 3' })
  await card.getByRole('button', { name: /^Encerrar por R\$/ }).click()
  await card.getByRole('slider').fill('50')
  expect(await isSeen(card.getByText(/^Valor justo agora: R\$.*Parte da casa: R\$/))).toBe(true)
  await card.getByLabel('Se o valor cair').selectOption('Aceitar até 5% menos')
  await phone.picture('cash-out')
  const [sold] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/api/app/sportsbook/cashOut')),
    card.getByRole('button', { name: /^Confirmar R\$/ }).click(),
  ])
  expect(sold.postDataJSON()).toMatchObject({ minShareBps: 9500 })
  expect(await isSeen(page.getByText(/^Aposta encerrada: R\$/))).toBe(true)
  await expect.poll(() => balanceCents(page)).toBeGreaterThan(before - 10_00)
  await card.getByRole('button', { name: /Múltipla de 3/ }).click()
  await phone.picture('bet-open')
  await card.getByRole('button', { name: 'Repetir' }).click()
  expect(await isSeen(slip.getByText(/Morro do Tucano/))).toBe(true)
  await slip.getByRole('button', { name: 'Limpar cupom' }).click()
})

test('a level is set at which a bet is cashed out by itself', async () => {
  const { outcomeId, priceMilli } = await surelyUnder(world)
  const requestId = randomBytes(16).toString('hex')
  const legs = [{ outcomeId, priceMilli }]
  const ticket = { requestId, unitStakeCents: 9_00, legs, accept: 'any' }
  const placed = await call(world, player.token, '/api/app/sportsbook/betPlay', ticket)
  // As a message leads there.
  await page.goto(`${world.url}/registros?tab=sports&bet=${(placed as { betId: string }).betId}`)
  const card = page.getByRole('article').filter({ hasText: 'Praia da Pitanga' })
  await card.getByRole('button', { name: /^Encerrar por R\$/ }).click()
  await card.getByLabel('Quando o cash-out chegar a').fill('9,10')
  await card.getByRole('button', { name: 'Encerrar sozinho' }).click()
  expect(await isSeen(card.getByText(/^Encerra sozinho a partir de R\$\s9,10/))).toBe(true)
  await phone.picture('cash-out-level')
  expect(await complaints(page)).toEqual([])
})

test('a price that is held down is bet on for the quick stake, once its player confirms it', async () => {
  const fixtureId = await comingFixture(world, 'football')
  await page.goto(`${world.url}/footballPage/${fixtureId}`)
  const price = page.getByRole('button', { name: /vence, odd/ }).first()
  await price.click()
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  const slip = sheet(page, 'Cupom')
  await slip.getByLabel(/^Aposta rápida/).check()
  await slip.getByLabel('Valor da aposta rápida').fill('7')
  await phone.picture('slip-quick-setting')
  await slip.getByRole('button', { name: 'Limpar cupom' }).click()
  await page.goto(`${world.url}/footballPage/${fixtureId}`)
  await price.click({ delay: 1200 })
  const quick = sheet(page, 'Aposta rápida')
  await phone.picture('quick-bet')
  await quick.getByRole('button', { name: 'Fechar' }).click()
  await expect.poll(() => price.getAttribute('aria-pressed')).toBe('false')
  await price.press('Shift+Enter')
  await quick.getByRole('button', { name: /^Apostar R\$\s7,00 a/ }).click()
  expect(await isSeen(sheet(page, 'Aposta feita').getByText(/R\$\s7,00/))).toBe(true)
  await page.goto(`${world.url}/registros`)
  await page.getByRole('button', { name: 'Lucro e prejuízo' }).click()
  expect(
    await isSeen(sheet(page, 'Lucro e prejuízo').getByText('Nenhuma aposta com resultado neste período')),
  ).toBe(true)
  await phone.picture('profit-empty')
})

/** A league whose winner can be bet on now: while one of its matches is played that waits. */
async function openOutright(): Promise<string> {
  const withLeagues = ['football', 'basketball', 'american_football', 'volleyball', 'baseball', 'cricket']
  const leagues = await Promise.all(withLeagues.map((sport) => listed(world, sport)))
  const found = leagues
    .flat()
    .flatMap(({ outrights }) => outrights)
    .find(takesBets)
  return found?.fixtureId ?? ''
}

test('twelve sports are on offer, and a tennis player, a team and a horse are bet on in one go', async () => {
  await page.goto(`${world.url}/footballPage`)
  const rail = page.getByRole('navigation', { name: 'Esportes' })
  await expect.poll(() => rail.getByRole('button').count()).toBe(12)
  await phone.picture('sports-twelve')
  for (const sport of ['tennis', 'basketball', 'racing']) {
    await page.goto(`${world.url}/footballPage/${await comingFixture(world, sport)}`)
    await page.getByRole('button', { name: /, odd/ }).first().click()
    await phone.picture(`event-${sport}`)
  }
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  const slip = sheet(page, 'Cupom')
  await slip.getByRole('radio', { name: 'Simples' }).click()
  for (const stake of await slip.getByLabel(/^Valor da aposta em/).all()) await stake.fill('5')
  await slip.getByRole('button', { name: /^Apostar R\$\s15,00/ }).click()
  const receipts = sheet(page, '3 apostas feitas')
  await expect.poll(() => receipts.getByRole('article').count()).toBe(3)
  await phone.picture('receipts-three')
})

test('who wins a league is bet on, and a horse to win and to be placed', async () => {
  const slip = sheet(page, 'Cupom')
  const choose = async (fixtureId: string, picture: string) => {
    await page.goto(`${world.url}/footballPage/${fixtureId}`)
    await page.getByRole('button', { name: /, odd/ }).first().click()
    await phone.picture(`event-${picture}`)
    await page.getByRole('button', { name: /Ver cupom/ }).click()
    await slip.getByLabel(/^Valor da aposta(?! rápida)/).fill('5')
  }
  // A fresh world works out the chances of its leagues after everything else.
  await expect.poll(openOutright, { timeout: 120_000, interval: 1000 }).not.toBe('')
  await choose(await openOutright(), 'outright')
  await slip.getByRole('button', { name: /^Apostar R\$\s5,00/ }).click()
  expect(
    await isSeen(
      sheet(page, 'Aposta feita')
        .getByText(/Campeão|Vencedor/)
        .first(),
    ),
  ).toBe(true)
  await choose(await comingFixture(world, 'racing'), 'race')
  await slip.getByLabel('Vencedor e colocado').check()
  await phone.picture('slip-each-way')
  await slip.getByRole('button', { name: /^Apostar R\$\s10,00/ }).click()
  expect(
    await isSeen(
      sheet(page, 'Aposta feita')
        .getByText(/vencedor e colocado/)
        .first(),
    ),
  ).toBe(true)
  await phone.picture('receipt-each-way')
})

test('a bet builder is won by all its selections, each of which says so', async () => {
  await page.goto(`${world.url}/registros`)
  // By its stake too: the quick bet may be on the same match.
  const card = page
    .getByRole('article')
    .filter({ hasText: 'Barra do Pequi' })
    .filter({ hasText: /R\$\s10,00/ })
  // The page stays as it is: what becomes of the bet comes by the socket.
  await expect.poll(() => card.getByText('Ganhou').count(), { timeout: 200_000 }).toBeGreaterThan(0)
  await card.getByRole('button').first().click()
  await expect.poll(() => card.getByRole('listitem').getByText('Ganhou').count()).toBe(2)
  await phone.picture('bet-builder-won')
})

test('the bet with a level was cashed out while the app was elsewhere, for no less, and its player is told', async () => {
  await page.goto('about:blank')
  const told = async () => {
    const { items } = (await call(world, player.token, '/api/app/messages/list?kind=result')) as {
      items: { title: string }[]
    }
    return items.map(({ title }) => title)
  }
  const title = 'Aposta encerrada no valor que você marcou'
  await expect.poll(told, { timeout: 300_000, interval: 1000 }).toContain(title)
  await page.goto(`${world.url}/gameMess?kind=result`)
  await page.getByRole('button', { name: new RegExp(title) }).click()
  const message = sheet(page, title)
  const words = await message.getByText(/chegou ao valor que você marcou, R\$\s9,10/).innerText()
  const paid = /R\$\s([\d,]+) entraram/.exec(words)?.[1] ?? ''
  expect(Number(paid.replace(',', '.'))).toBeGreaterThanOrEqual(9.1)
  await phone.picture('cash-out-told')
  await message.getByRole('button', { name: 'Ver' }).click()
  expect(await isSeen(page.getByText('Encerrada por cash-out').first())).toBe(true)
  await phone.picture('cash-out-by-level')
})

test('nothing broke on the way', () => {
  expect(breakages(phone.faults())).toEqual([])
})

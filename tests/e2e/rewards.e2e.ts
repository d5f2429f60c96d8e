import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { complaints } from './accessible.ts'
import { comeBack, infoOf, type KnownPlayer, registered, rollElsewhere, toppedUp } from './known-player.ts'
import { enter, noteCaptchas } from './player.ts'
import { alerted, holds, isSeen, sheet } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()

let phone: Phone
let player: KnownPlayer
beforeAll(async () => {
  player = await toppedUp(world, await registered(world))
  phone = await openPhone()
  noteCaptchas(phone.page)
})
afterAll(() => phone.close())

const goTo = (path: string) => comeBack(phone.page, world, player, path)
const main = () => phone.page.getByRole('main')

describe('what a visitor sees of rewards', () => {
  test.each([
    ['/vip', 'Todos os níveis'],
    ['/agentJl', 'Como a comissão é calculada'],
    ['/ladderBonus', 'Escada de bônus'],
    ['/gamebouns', 'Como funciona'],
    ['/signInSheet', 'Check-in diário'],
  ])('%s says how it works, and where to enter', async (path, heading) => {
    const { page } = phone
    await page.goto(world.url + path)
    await page.getByRole('heading', { name: heading }).first().waitFor()
    expect(await isSeen(main().getByRole('button', { name: 'Entrar' }))).toBe(true)
    await phone.picture(`visitor${path.replace('/', '-')}`)
    expect(await complaints(page)).toEqual([])
  })
})

test('2.08 the VIP page shows the level, what the next one asks for, and the levels 0 to 12', async () => {
  const { page } = phone
  await goTo('/vip')
  await main().getByRole('button', { name: 'Ver saques disponíveis' }).waitFor()
  const table = main().getByRole('table')
  expect(await table.getByRole('rowheader').allInnerTexts()).toEqual(
    Array.from({ length: 13 }, (_, level) => String(level)),
  )
  expect(
    await main()
      .getByText(/^Faltam R\$/)
      .count(),
  ).toBeGreaterThan(0)
  await table.getByRole('button', { name: 'VIP 3', exact: true }).click()
  expect(await isSeen(main().getByRole('heading', { name: 'Benefícios do VIP 3' }))).toBe(true)
  await phone.picture('vip')
  expect(await complaints(page)).toEqual([])
})

test('2.07 the share page shows the player’s own code and link', async () => {
  const { page } = phone
  const { yqm } = await infoOf(world, player)
  await goTo('/share')
  await main().getByText(yqm, { exact: true }).waitFor()
  expect(await isSeen(main().getByText(`/y${yqm}`))).toBe(true)
  expect(await isSeen(main().getByRole('img', { name: 'QR code do seu link de convite' }))).toBe(true)
  await phone.picture('share')
  expect(await complaints(page)).toEqual([])
})

test('2.09 the agent page shows persons and amounts of three levels, and moveTop leads to the ladder', async () => {
  const { page } = phone
  await goTo('/agentJl')
  await main().getByText('Nível 3', { exact: true }).first().waitFor()
  expect(await main().getByText('0 pessoas').count()).toBeGreaterThanOrEqual(3)
  await phone.picture('agent')
  expect(await complaints(page)).toEqual([])
  await goTo('/agentJl?moveTop=true')
  await holds(page, `document.activeElement?.id === 'ladder'`)
})

test('2.10 the ladder shows its nine steps with what each pays', async () => {
  const { page } = phone
  await goTo('/ladderBonus')
  const steps = main().getByRole('listitem')
  await expect.poll(() => steps.count()).toBe(9)
  const told = (await steps.allInnerTexts()).map((words) => words.replaceAll(/\s+/g, ' '))
  expect(told.at(0)).toContain('1 amigo')
  expect(told.at(0)).toContain('R$ 5,00')
  expect(told.at(-1)).toContain('R$ 20.000,00')
  await phone.picture('ladder')
  expect(await complaints(page)).toEqual([])
})

test('2.11 4.13 the game bonus grows on the page as stakes are settled', async () => {
  const { page } = phone
  await goTo('/gamebouns')
  const accrued = main().getByRole('region', { name: 'Bônus acumulado' })
  await accrued
    .getByText(/^R\$\s0,00$/)
    .first()
    .waitFor()
  await rollElsewhere(world, player, { stakeCents: 2000, targetHundredths: 50_00 })
  await accrued.getByText(/^R\$\s0,10$/).waitFor()
  expect(await isSeen(accrued.getByText(/^De R\$\s20,00 em apostas encerradas$/))).toBe(true)
  await phone.picture('game-bonus')
  expect(await complaints(page)).toEqual([])
})

test('2.42 the bonus-increase panel shows the accrued bonus and the one package that releases it', async () => {
  const { page } = phone
  await main().getByRole('button', { name: 'Liberar bônus' }).click()
  const panel = sheet(page, 'Aumente seu bônus')
  await panel
    .getByText(/R\$\s0,10/)
    .first()
    .waitFor()
  expect(await panel.getByRole('button', { name: /^Depositar R\$/ }).count()).toBe(1)
  expect(await panel.getByText(/^Para retirar/).innerText()).toContain('o depósito 1× e o bônus 1×')
  await phone.picture('bonus-increase')
  expect(await complaints(page)).toEqual([])
})

test('2.27 the daily check-in is made once a day, and its streak begins', async () => {
  const { page } = phone
  await goTo('/signInSheet')
  await main().getByRole('button', { name: 'Fazer check-in' }).click()
  expect(await alerted(page)).toContain('1 dia seguido')
  await main().getByRole('button', { name: 'Check-in feito' }).waitFor()
  expect(await isSeen(main().getByText('1 dia seguido'))).toBe(true)
  await phone.picture('check-in')
  expect(await complaints(page)).toEqual([])
})

test('2.06 an activity shows its period, prizes and the player’s progress; one that is not there says so', async () => {
  const { page } = phone
  await goTo('/home')
  await page.getByRole('region', { name: 'Promoções' }).getByRole('link').first().click()
  await main().getByRole('heading', { name: 'Prêmios' }).waitFor()
  await main().getByRole('heading', { name: 'Meu progresso' }).waitFor()
  expect(await isSeen(main().getByText(/^De \d\d\/\d\d/))).toBe(true)
  await phone.picture('activity')
  expect(await complaints(page)).toEqual([])
  await page.goto(`${world.url}/activenada`)
  expect(await isSeen(page.getByText('Essa promoção terminou'))).toBe(true)
})

test('an activity that does not load says that, not that it is over', async () => {
  const { page } = phone
  await page.route('**/api/app/rewards/activities/**', (route) => route.abort())
  await page.goto(`${world.url}/activemes-do-palpite`)
  await main().getByText('Não carregou').waitFor()
  expect(await page.getByText('Essa promoção terminou').count()).toBe(0)
  await page.unroute('**/api/app/rewards/activities/**')
  await main().getByRole('button', { name: 'Tentar de novo' }).click()
  expect(await isSeen(page.getByRole('heading', { name: 'Mês do palpite', level: 1 }))).toBe(true)
})

test('2.49 to 2.55 the menu leads to agent, its ladder, VIP, game bonus, Clube VIP and share', async () => {
  const { page } = phone
  const led: string[] = []
  for (const name of ['Agente', 'Escada do agente', 'VIP', 'Bônus de jogo', 'Clube VIP', 'Convide']) {
    await goTo('/home')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await sheet(page, 'Menu').getByRole('button', { name, exact: true }).click()
    await page.waitForURL((url) => url.pathname !== '/home')
    led.push(new URL(page.url()).pathname + new URL(page.url()).search)
  }
  expect(led).toEqual([
    '/agentJl',
    '/agentJl?moveTop=true',
    '/vip',
    '/gamebouns',
    '/vip?tab=benefits',
    '/share',
  ])
})

test('2.45 an award that waits comes up on home, and is claimed', async () => {
  const { page } = phone
  for (let rolls = 0; rolls < 17; rolls += 1) {
    await rollElsewhere(world, player, { stakeCents: 25_00, targetHundredths: 2_00 })
  }
  await goTo('/home')
  await page.getByRole('main').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  const award = sheet(page, 'Você tem um prêmio')
  await award.getByText('Chegou ao VIP 1').waitFor()
  await phone.picture('award')
  expect(await complaints(page)).toEqual([])
  await award.getByRole('button', { name: 'Resgatar' }).first().click()
  expect(await alerted(page)).toMatch(/^Você recebeu R\$\s2,00 em bônus/)
  await goTo('/vip')
  await main().getByText('VIP 1', { exact: true }).first().waitFor()
  expect(await isSeen(main().getByText('Resgatado', { exact: true }))).toBe(true)
  // The history says when.
  expect(await isSeen(main().getByText(/^Prêmio de R\$\s2,00 resgatado em /))).toBe(true)
})

test('2.66 Nível VIP in the account menu leads to the VIP page', async () => {
  const { page } = phone
  await goTo('/home')
  await page.getByRole('button', { name: /^Minha conta/ }).click()
  await sheet(page, 'Minha conta').getByRole('button', { name: 'Nível VIP' }).click()
  await page.waitForURL('**/vip')
  expect(await isSeen(page.getByRole('heading', { name: 'Clube VIP', level: 1 }))).toBe(true)
})

test('2.43 after a login the start mask comes, and leads to the check-in', async () => {
  const { page } = phone
  await page.goto(`${world.url}/error`)
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  await page.goto(`${world.url}/home`)
  await page.getByRole('button', { name: 'Entrar' }).first().click()
  await enter(page, world, player)
  const mask = sheet(page, 'Seu presente de hoje está esperando você')
  await mask.waitFor()
  await phone.picture('start-mask')
  expect(await complaints(page)).toEqual([])
  await mask.getByRole('button', { name: 'Fazer check-in' }).last().click()
  await page.waitForURL('**/signInSheet')
})

test('nothing broke on the way', () => {
  expect(phone.faults().filter((fault) => !/activities\/(nada|mes-do-palpite)/.test(fault))).toEqual([])
})

import type { Page } from '@playwright/test'
import { complaints } from './accessible.ts'
import { comeBack, infoOf, rollElsewhere } from './known-player.ts'
import { enter } from './player.ts'
import { alerted, sheet } from './sheets.ts'
import { expect, test } from './test.ts'

const mainOf = (page: Page) => page.getByRole('main')

test.describe("a visitor's view of rewards", () => {
  for (const { path, heading } of [
    { path: '/vip', heading: 'Todos os níveis' },
    { path: '/agentJl', heading: 'Como a comissão é calculada' },
    { path: '/ladderBonus', heading: 'Escada de bônus' },
    { path: '/gamebouns', heading: 'Como funciona' },
    { path: '/signInSheet', heading: 'Check-in diário' },
  ]) {
    test(`${path} explains itself, with the login`, async ({ page, phone, world }) => {
      await page.goto(world.url + path)
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
      await expect(mainOf(page).getByRole('button', { name: 'Entrar' })).toBeVisible()
      await phone.picture(`visitor${path.replace('/', '-')}`)
      expect(await complaints(page)).toEqual([])
    })
  }
})

test("2.08 the VIP page shows the level, the next one's requirements, and the levels 0 to 12", async ({
  page,
  phone,
  toppedUp,
  world,
}) => {
  await comeBack(page, world, toppedUp, '/vip')
  const main = mainOf(page)
  await expect(main.getByRole('button', { name: 'Ver saques disponíveis' })).toBeVisible()
  const table = main.getByRole('table')
  await expect(table.getByRole('rowheader')).toHaveText(
    Array.from({ length: 13 }, (_, level) => String(level)),
    { useInnerText: true },
  )
  await expect(main.getByText(/^Faltam R\$/).first()).toBeVisible()
  await table.getByRole('button', { name: 'VIP 3', exact: true }).click()
  await expect(main.getByRole('heading', { name: 'Benefícios do VIP 3' })).toBeVisible()
  await phone.picture('vip')
  expect(await complaints(page)).toEqual([])
})

test('2.07 the share page shows the player’s own code and link', async ({ page, phone, player, world }) => {
  const { yqm } = await infoOf(world, player)
  await comeBack(page, world, player, '/share')
  const main = mainOf(page)
  await expect(main.getByText(yqm, { exact: true })).toBeVisible()
  await expect(main.getByText(`/y${yqm}`)).toBeVisible()
  await expect(main.getByRole('img', { name: 'QR code do seu link de convite' })).toBeVisible()
  await phone.picture('share')
  expect(await complaints(page)).toEqual([])
})

test('2.09 the agent page shows persons and amounts of three levels, and moveTop scrolls to the ladder', async ({
  page,
  phone,
  player,
  world,
}) => {
  await comeBack(page, world, player, '/agentJl')
  const main = mainOf(page)
  await expect(main.getByText('Nível 3', { exact: true }).first()).toBeVisible()
  // At least one for each level.
  await expect(main.getByText('0 pessoas').nth(2)).toBeVisible()
  await expect(main.getByText(/^Apostas: R\$\s0,00$/)).toHaveCount(3)
  await phone.picture('agent')
  expect(await complaints(page)).toEqual([])
  await page.goto(`${world.url}/agentJl?moveTop=true`)
  await expect(page.locator('#ladder')).toBeFocused()
})

test('2.10 the ladder shows its nine steps with prizes', async ({ page, phone, player, world }) => {
  await comeBack(page, world, player, '/ladderBonus')
  const steps = mainOf(page).getByRole('listitem')
  await expect(steps).toHaveCount(9)
  await expect(steps.first()).toContainText('1 amigo')
  await expect(steps.first()).toContainText('R$ 5,00')
  await expect(steps.last()).toContainText('R$ 20.000,00')
  await phone.picture('ladder')
  expect(await complaints(page)).toEqual([])
})

test('2.11 4.13 the game bonus grows on the page as stakes settle', async ({
  page,
  phone,
  toppedUp,
  world,
}) => {
  await comeBack(page, world, toppedUp, '/gamebouns')
  const accrued = mainOf(page).getByRole('region', { name: 'Bônus acumulado' })
  await expect(accrued.getByText(/^R\$\s0,00$/).first()).toBeVisible()
  const release = accrued.getByRole('button', { name: 'Liberar bônus' })
  await expect(release).toBeDisabled()
  await expect(release).toHaveAccessibleDescription(/^Ainda não há bônus para liberar/)
  await rollElsewhere(world, toppedUp, { stakeCents: 2000, targetHundredths: 50_00 })
  await expect(accrued.getByText(/^R\$\s0,10$/)).toBeVisible()
  await expect(release).toBeEnabled()
  await expect(accrued.getByText(/^Ainda não há bônus/)).toHaveCount(0)
  await expect(accrued.getByText(/^De R\$\s20,00 em apostas com resultado$/)).toBeVisible()
  await phone.picture('game-bonus')
  expect(await complaints(page)).toEqual([])
})

test('2.42 the bonus-increase panel shows the accrued bonus and the one package that releases it', async ({
  page,
  phone,
  toppedUp,
  world,
}) => {
  await rollElsewhere(world, toppedUp, { stakeCents: 2000, targetHundredths: 50_00 })
  await comeBack(page, world, toppedUp, '/gamebouns')
  await mainOf(page).getByRole('button', { name: 'Liberar bônus' }).click()
  const panel = sheet(page, 'Aumente seu bônus')
  await expect(panel.getByText(/R\$\s0,10/).first()).toBeVisible()
  await expect(panel.getByRole('button', { name: /^Depositar R\$/ })).toHaveCount(1)
  await expect(panel.getByText(/^Para retirar/)).toContainText('o depósito 1× e o bônus 1×')
  await phone.picture('bonus-increase')
  expect(await complaints(page)).toEqual([])
})

test('2.27 the daily check-in is made once a day, and its streak begins', async ({
  page,
  phone,
  toppedUp,
  world,
}) => {
  await comeBack(page, world, toppedUp, '/signInSheet')
  const main = mainOf(page)
  await main.getByRole('button', { name: 'Fazer check-in' }).click()
  expect(await alerted(page)).toContain('1 dia seguido')
  await expect(main.getByRole('button', { name: 'Check-in feito' })).toBeVisible()
  await expect(main.getByText('1 dia seguido')).toBeVisible()
  await phone.picture('check-in')
  expect(await complaints(page)).toEqual([])
})

test('2.27 an unidentified player is led from the check-in to name and CPF, and back', async ({
  page,
  player,
  world,
}) => {
  await comeBack(page, world, player, '/signInSheet')
  const checkIn = mainOf(page).getByRole('button', { name: 'Fazer check-in' })
  await checkIn.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Completar cadastro' }).click()
  const form = sheet(page, 'Seus dados')
  await form.getByLabel('Nome completo').fill(player.name)
  await form.getByLabel('CPF').fill(player.cpf)
  await form.getByRole('button', { name: 'Confirmar' }).click()
  await form.waitFor({ state: 'hidden' })
  await checkIn.click()
  expect(await alerted(page)).toContain('1 dia seguido')
})

test('2.06 an activity shows its period, prizes and the player’s progress; an unknown one says so', async ({
  page,
  phone,
  player,
  world,
}) => {
  await comeBack(page, world, player)
  const main = mainOf(page)
  await page.getByRole('region', { name: 'Promoções' }).getByRole('link').first().click()
  await expect(main.getByRole('heading', { name: 'Prêmios' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Meu progresso' })).toBeVisible()
  await expect(main.getByText(/^De \d\d\/\d\d/)).toBeVisible()
  await phone.picture('activity')
  expect(await complaints(page)).toEqual([])
  await page.goto(`${world.url}/activenada`)
  await expect(page.getByText('Essa promoção terminou')).toBeVisible()
})

test('an activity that does not load says that, not that it is over', async ({ page, player, world }) => {
  const activities = '**/api/app/rewards/activities/**'
  await page.route(activities, (route) => route.abort())
  await comeBack(page, world, player, '/activemes-do-palpite')
  const main = mainOf(page)
  await expect(main.getByText('Não carregou')).toBeVisible()
  await expect(page.getByText('Essa promoção terminou')).toHaveCount(0)
  await page.unroute(activities)
  await main.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('heading', { name: 'Mês do palpite', level: 1 })).toBeVisible()
})

test('2.49 to 2.55 the menu links to agent, its ladder, VIP, game bonus, Clube VIP and share', async ({
  page,
  player,
  world,
}) => {
  await comeBack(page, world, player, '/error')
  for (const [name, address] of [
    ['Agente', '/agentJl'],
    ['Escada do agente', '/agentJl?moveTop=true'],
    ['VIP', '/vip'],
    ['Bônus de jogo', '/gamebouns'],
    ['Clube VIP', '/vip?tab=benefits'],
    ['Convide', '/share'],
  ] as const) {
    await page.goto(`${world.url}/home`)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await sheet(page, 'Menu').getByRole('button', { name, exact: true }).click()
    await expect(page).toHaveURL(world.url + address)
  }
})

test('2.45 a waiting award opens on home, and is claimed', async ({ page, phone, toppedUp, world }) => {
  for (let rolls = 0; rolls < 17; rolls += 1)
    await rollElsewhere(world, toppedUp, { stakeCents: 25_00, targetHundredths: 2_00 })
  let answer = () => {}
  const looked = new Promise<void>((done) => (answer = done))
  await page.route('**/api/app/main/userGift', async (route) => {
    await looked
    await route.continue()
  })
  await comeBack(page, world, toppedUp)
  const main = mainOf(page)
  await expect(main.first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Minha conta/ })).toBeVisible()
  // Not before the server reports one.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  answer()
  const award = sheet(page, 'Você tem um prêmio')
  await expect(award.getByText('Chegou ao VIP 1')).toBeVisible()
  await phone.picture('award')
  expect(await complaints(page)).toEqual([])
  await award.getByRole('button', { name: 'Resgatar' }).first().click()
  expect(await alerted(page)).toMatch(/^Você recebeu R\$\s2,00 em bônus/)
  await page.goto(`${world.url}/vip`)
  await expect(main.getByText('VIP 1', { exact: true }).first()).toBeVisible()
  await expect(main.getByText('Resgatado', { exact: true })).toBeVisible()
  // The history says when.
  await expect(main.getByText(/^Prêmio de R\$\s2,00 resgatado em /)).toBeVisible()
})

test('2.66 Nível VIP in the account menu opens the VIP page', async ({ page, player, world }) => {
  await comeBack(page, world, player)
  await page.getByRole('button', { name: /^Minha conta/ }).click()
  await sheet(page, 'Minha conta').getByRole('button', { name: 'Nível VIP' }).click()
  await expect(page).toHaveURL(/\/vip$/)
  await expect(page.getByRole('heading', { name: 'Clube VIP', level: 1 })).toBeVisible()
})

test('2.43 after a login the start mask opens, and leads to the check-in', async ({
  page,
  phone,
  player,
  world,
}) => {
  await page.goto(`${world.url}/home`)
  await page.getByRole('button', { name: 'Entrar' }).first().click()
  await enter(page, world, player)
  const mask = sheet(page, 'Seu presente de hoje está esperando você')
  await expect(mask).toBeVisible()
  await phone.picture('start-mask')
  expect(await complaints(page)).toEqual([])
  await mask.getByRole('button', { name: 'Fazer check-in' }).last().click()
  await expect(page).toHaveURL(/\/signInSheet$/)
})

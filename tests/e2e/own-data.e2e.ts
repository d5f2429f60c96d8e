import { complaints } from './accessible.ts'
import { keysOf } from './keys.ts'
import { call, comeBack, infoOf, untilWithdrawable } from './known-player.ts'
import { enter, noteCaptchas } from './player.ts'
import { sheet } from './sheets.ts'
import { wagerOnLoser, wagerOnWinner } from './sure-bet.ts'
import { expect, test } from './test.ts'

test('a player downloads the personal data, closes the account, and is told so at the next login', async ({
  page,
  phone,
  player,
  world,
}) => {
  noteCaptchas(page)
  const keys = keysOf(page)
  const own = sheet(page, 'Meus dados')
  await comeBack(page, world, player)
  await keys.press(page.getByRole('button', { name: /^Minha conta/ }))
  await keys.press(page.getByRole('button', { name: 'Meus dados' }))
  expect(await complaints(page)).toEqual([])
  await phone.picture('own-data')

  await keys.press(own.getByRole('button', { name: 'Baixar meus dados' }))
  await expect(own.getByLabel('Senha atual')).toBeFocused()
  const saved = page.waitForEvent('download')
  await page.keyboard.type(player.password)
  await page.keyboard.press('Enter')
  expect((await saved).suggestedFilename()).toBe('palpite.json')
  await expect(own.getByText('Baixe tudo o que guardamos sobre você')).toBeVisible()

  await keys.press(own.getByRole('button', { name: 'Encerrar a conta' }))
  await expect(own.getByText(/^A conta deixa de abrir/)).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await phone.picture('own-data-close')
  await own.getByLabel('Senha atual').fill(player.password)
  await own.getByRole('button', { name: 'Encerrar a conta' }).click()
  await expect(page.getByText('Conta encerrada')).toBeVisible()
  await page.goto(`${world.url}/home`)
  await page.getByRole('button', { name: 'Entrar', exact: true }).first().click()
  await enter(page, world, player)
  await expect(
    page.getByText('Esta conta está encerrada. Para voltar, fale com o atendimento.'),
  ).toBeVisible()
  expect(await complaints(page)).toEqual([])
})

test('a player with less than the minimum withdraws the rest to the own CPF, and then closes the account', async ({
  page,
  phone,
  toppedUp,
  world,
}) => {
  const { token, password } = toppedUp
  await wagerOnLoser(world, token, 90_00)
  await wagerOnWinner(world, token, 10_00)
  await untilWithdrawable(world, toppedUp, 1)
  const { balance: rest } = await infoOf(world, toppedUp)
  expect(rest).toBeLessThan(50)
  await comeBack(page, world, toppedUp)
  const own = sheet(page, 'Meus dados')
  const openClosing = async () => {
    await page.getByRole('button', { name: /^Minha conta/ }).click()
    await page.getByRole('button', { name: 'Meus dados' }).click()
    await own.getByRole('button', { name: 'Encerrar a conta' }).click()
  }
  await openClosing()
  const amount = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(rest)
  await expect(own.getByText(`Restam ${amount} na conta, menos que o saque mínimo.`)).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await phone.picture('own-data-rest')
  await own.getByLabel('Senha atual').fill(password)
  await own.getByRole('button', { name: 'Retirar o que resta' }).click()
  await expect(
    own.getByText(/^Há um saque em andamento\./).or(own.getByText(/^A conta deixa de abrir/)),
  ).toBeVisible()
  const obstacles = async () =>
    ((await call(world, token, '/api/app/user/closing')) as { obstacles: object[] }).obstacles
  await expect.poll(obstacles, { timeout: 60_000 }).toEqual([])
  expect((await infoOf(world, toppedUp)).balance).toBe(0)
  await page.goto(`${world.url}/home`)
  await openClosing()
  await expect(own.getByText(/^A conta deixa de abrir/)).toBeVisible()
  await own.getByLabel('Senha atual').fill(password)
  await own.getByRole('button', { name: 'Encerrar a conta' }).click()
  await expect(page.getByText('Conta encerrada')).toBeVisible()
})

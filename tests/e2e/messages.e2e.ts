import { expect, strict, test } from './test.ts'
import { complaints } from './accessible.ts'
import { comeBack } from './known-player.ts'
import { enter } from './player.ts'
import { alerted, sheet } from './sheets.ts'

test.use(strict)

test('2.12 the message centre filters by the kind in the address, and keeps the rest of the query', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  await comeBack(page, world, toppedUp, '/gameMess?kind=cashier&from=mail')
  await expect(page.getByRole('button', { name: /Depósito confirmado/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /Boas-vindas/ })).toHaveCount(0)
  await phone.picture('messages-cashier')
  await page.getByRole('button', { name: /^Todas/ }).click()
  await expect(page.getByRole('button', { name: /Boas-vindas ao Palpite/ })).toBeVisible()
  await expect(page).toHaveURL(/\/gameMess\?from=mail$/)
  await phone.picture('messages')
  expect(await complaints(page)).toEqual([])
})

test('2.12 an opened message is read, links on, and can be deleted', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  await comeBack(page, world, toppedUp, '/gameMess')
  await page.getByRole('button', { name: /Não lida: Depósito confirmado/ }).click()
  const opened = sheet(page, 'Depósito confirmado')
  await expect(opened.getByText('Seu depósito de R$ 100,00 já está no saldo.')).toBeVisible()
  await phone.picture('message')
  expect(await complaints(page)).toEqual([])
  await opened.getByRole('button', { name: 'Ver' }).click()
  await expect(page).toHaveURL(/\/registros\?tab=wallet$/)
  await page.goBack()
  await page.getByRole('button', { name: /^Depósito confirmado/ }).click()
  await opened.getByRole('button', { name: 'Apagar' }).click()
  await expect(page.getByRole('button', { name: /Depósito confirmado/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Marcar como lidas' }).click()
  await expect(page.getByText('Não lida:')).toHaveCount(0)
})

test('2.30 a visitor at a page that needs a login gets a message and the login on home, and then the page', async ({
  page,
  world,
  player,
}) => {
  await page.goto(`${world.url}/gameMess?kind=cashier`)
  expect(await alerted(page)).toBe('Por favor, faça login primeiro')
  await expect(page).toHaveURL(/\/home$/)
  await enter(page, world, player)
  await expect(page).toHaveURL(/\/gameMess\?kind=cashier$/)
  await expect(page.getByRole('button', { name: /^Todas/ })).toBeVisible()
})

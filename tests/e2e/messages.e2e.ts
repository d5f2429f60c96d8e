import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { complaints } from './accessible.ts'
import { comeBack, type KnownPlayer, registered, toppedUp } from './known-player.ts'
import { enter, noteCaptchas } from './player.ts'
import { alerted, sheet } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()

let phone: Phone
let player: KnownPlayer
beforeAll(async () => {
  player = await toppedUp(world, await registered(world))
  phone = await openPhone()
})
afterAll(() => phone.close())

test('2.12 the message centre shows what happened, by kind as the address says, and keeps the rest of the query', async () => {
  const { page } = phone
  await comeBack(page, world, player, '/gameMess?kind=cashier&from=mail')
  await page.getByRole('button', { name: /Depósito confirmado/ }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /Boas-vindas/ }).count()).toBe(0)
  await phone.picture('messages-cashier')
  await page.getByRole('button', { name: /^Todas/ }).click()
  await page.getByRole('button', { name: /Boas-vindas ao Palpite/ }).waitFor()
  expect(new URL(page.url()).search).toBe('?from=mail')
  await phone.picture('messages')
  expect(await complaints(page)).toEqual([])
})

test('2.12 a message that is opened is read, leads on, and can be taken away', async () => {
  const { page } = phone
  await page.getByRole('button', { name: /Não lida: Depósito confirmado/ }).click()
  const opened = sheet(page, 'Depósito confirmado')
  await opened.getByText('Seu depósito de R$ 100,00 já está no saldo.').waitFor()
  await phone.picture('message')
  expect(await complaints(page)).toEqual([])
  await opened.getByRole('button', { name: 'Ver' }).click()
  await page.waitForURL('**/registros?tab=wallet')
  await page.goBack()
  await page.getByRole('button', { name: /^Depósito confirmado/ }).click()
  await sheet(page, 'Depósito confirmado').getByRole('button', { name: 'Apagar' }).click()
  await expect.poll(() => page.getByRole('button', { name: /Depósito confirmado/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Marcar como lidas' }).click()
  await expect.poll(() => page.getByText('Não lida:').count()).toBe(0)
})

test('2.30 a visitor at a page that needs a login is told so, comes home to the login, and after it to the wanted page', async () => {
  const { page } = phone
  noteCaptchas(page)
  await page.goto(`${world.url}/error`)
  await page.evaluate('localStorage.clear()')
  await page.goto(`${world.url}/gameMess?kind=cashier`)
  expect(await alerted(page)).toBe('Por favor, faça login primeiro')
  await page.waitForURL('**/home')
  await enter(page, world, player)
  await page.waitForURL('**/gameMess?kind=cashier')
  await page.getByRole('button', { name: /^Todas/ }).waitFor()
})

test('nothing broke on the way', () => {
  expect(phone.faults()).toEqual([])
})

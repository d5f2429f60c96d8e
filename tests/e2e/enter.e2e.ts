import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { type KnownPlayer, mailedCode, registered } from './known-player.ts'
import { balanceCents, enter, noteCaptchas, solveCaptcha, somebodyNew } from './player.ts'
import { alerted, breakages, closeSheet, hasFocus, isSeen, sheet } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
const newPassword = 'outra-senha-bem-forte'
const newestPassword = 'mais-uma-senha-forte'
const newEmail = `novo-${somebodyNew().email}`
let player: KnownPlayer
let phone: Phone
let page: Page

beforeAll(async () => {
  player = await registered(world)
  phone = await openPhone()
  page = phone.page
  noteCaptchas(page)
})

afterAll(async () => {
  await phone.picture('enter-last')
  await phone.close()
})

const captcha = () => page.getByRole('img', { name: 'Imagem com os caracteres a digitar' })

const openAccountMenu = () => page.getByRole('button', { name: /^Minha conta/ }).click()

const logOut = async () => {
  await openAccountMenu()
  await page.getByRole('button', { name: 'Sair', exact: true }).click()
  await sheet(page, 'Entrar').waitFor()
}

test('a wrong captcha is refused with a sentence, and another one is drawn', async () => {
  await page.goto(world.url)
  await page.getByRole('button', { name: 'Entrar' }).first().click()
  const form = sheet(page, 'Entrar')
  const submit = form.getByRole('button', { name: 'Entrar', exact: true })
  await captcha().waitFor()
  const before = await captcha().getAttribute('src')
  await form.getByLabel('E-mail').fill(player.email)
  await form.getByLabel('Senha', { exact: true }).fill(player.password)
  expect(await submit.isDisabled()).toBe(true)
  await form.getByLabel('Código de verificação').fill('errado')
  await submit.click()
  expect(await alerted(page)).toBe('Código de verificação incorreto. Tente de novo.')
  await expect.poll(() => captcha().getAttribute('src')).not.toBe(before)
  expect(await form.getByLabel('Código de verificação').inputValue()).toBe('')
})

test('a wrong password and an e-mail nobody has are refused with the same sentence', async () => {
  await enter(page, world, { email: player.email, password: 'nao-e-esta-senha' })
  expect(await alerted(page)).toBe('E-mail ou senha incorretos.')
  await enter(page, world, { email: `ninguem-${player.email}`, password: player.password })
  expect(await alerted(page)).toBe('E-mail ou senha incorretos.')
})

test('the right ones let the player in, once, however often the button is tapped', async () => {
  let sent = 0
  await page.route('**/restLogin', async (route) => {
    sent += 1
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  const form = sheet(page, 'Entrar')
  await form.getByLabel('E-mail').fill(player.email)
  await form.getByLabel('Senha', { exact: true }).fill(player.password)
  await solveCaptcha(page, world)
  await form.getByRole('button', { name: 'Entrar', exact: true }).dblclick()
  await form.waitFor({ state: 'hidden' })
  await page.unroute('**/restLogin')
  expect(sent).toBe(1)
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  // Once a session the check-in comes up after a login; it would lie over what follows.
  await closeSheet(page, 'Seu presente de hoje está esperando você')
  expect(await balanceCents(page)).toBe(0)
})

test('logging out leaves nothing on the phone, and opens the login sheet', async () => {
  const kept = () => page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
  const before = await kept()
  expect(before).toHaveProperty('token')
  await logOut()
  // The next call makes a device id anew (SPEC §4); it has nothing of the one before.
  const { deviceId, ...others } = await kept()
  expect(others).toEqual({})
  expect(deviceId).not.toBe(before['deviceId'])
  await phone.picture('logged-out')
  await page.reload()
})

test('7.08 a forgotten password is replaced with the code that was mailed, not with another one', async () => {
  await page.getByRole('button', { name: 'Entrar' }).first().click()
  await sheet(page, 'Entrar').getByRole('button', { name: 'Esqueci a senha' }).click()
  const reset = sheet(page, 'Esqueci a senha')
  await reset.getByRole('button', { name: 'Enviar código' }).click()
  expect(await isSeen(reset.getByText('Por favor, preencha as informações completamente！'))).toBe(true)
  expect(await isSeen(reset.getByText('Por favor, insira o e-mail.'))).toBe(true)
  await reset.getByLabel('E-mail').fill(player.email)
  await reset.getByRole('button', { name: 'Enviar código' }).click()

  const code = await mailedCode(world, player.email)
  const boxes = reset.getByLabel('Código de 6 dígitos')
  await expect.poll(() => hasFocus(boxes)).toBe(true)
  await reset.getByRole('button', { name: 'Confirmar' }).click()
  expect(await isSeen(reset.getByText('Por favor, insira o código de verificação do e-mail.'))).toBe(true)
  await boxes.fill(code === '123456' ? '654321' : '123456')
  expect(await isSeen(reset.getByText('Código incorreto ou vencido.'))).toBe(true)
  await expect.poll(() => boxes.inputValue()).toBe('')
  await expect.poll(() => hasFocus(boxes)).toBe(true)
  await phone.picture('reset-wrong-code')
  await boxes.fill(code)

  await expect.poll(() => hasFocus(reset.getByLabel('Nova senha', { exact: true }))).toBe(true)
  await reset.getByLabel('Nova senha', { exact: true }).fill(newPassword)
  await reset.getByLabel('Repita a senha').fill('outra-coisa-mesmo')
  await reset.getByRole('button', { name: 'Salvar nova senha' }).click()
  expect(await isSeen(reset.getByText('As senhas não são iguais.').first())).toBe(true)
  await reset.getByLabel('Repita a senha').fill(newPassword)
  await reset.getByRole('button', { name: 'Salvar nova senha' }).click()
  expect(await isSeen(page.getByText('Senha alterada'))).toBe(true)
  expect(await isSeen(sheet(page, 'Entrar'))).toBe(true)
  expect(await sheet(page, 'Entrar').getByLabel('E-mail').inputValue()).toBe(player.email)
})

test('the forgotten password no longer lets anybody in, the new one does', async () => {
  await enter(page, world, player)
  expect(await alerted(page)).toBe('E-mail ou senha incorretos.')
  await enter(page, world, { email: player.email, password: newPassword })
  expect(await isSeen(page.getByRole('button', { name: /^Minha conta/ }))).toBe(true)
})

test('a player changes the password, and enters with it from then on', async () => {
  await openAccountMenu()
  await page.getByRole('button', { name: 'Mudar senha' }).click()
  const change = sheet(page, 'Mudar senha')
  const save = change.getByRole('button', { name: 'Salvar senha' })
  await save.click()
  expect(await isSeen(change.getByText('Digite a senha atual.'))).toBe(true)
  await change.getByLabel('Senha atual').fill('nao-e-esta-senha')
  await change.getByLabel('Nova senha', { exact: true }).fill(newestPassword)
  await change.getByLabel('Repita a senha').fill(newestPassword)
  await save.click()
  await change.getByRole('alert').waitFor()
  await change.getByLabel('Senha atual').fill(newPassword)
  await save.click()
  expect(await isSeen(page.getByText('Senha alterada'))).toBe(true)
  await change.waitFor({ state: 'hidden' })
  await logOut()
  await enter(page, world, { email: player.email, password: newestPassword })
  expect(await isSeen(page.getByRole('button', { name: /^Minha conta/ }))).toBe(true)
})

test('S12: a player changes the e-mail by the password and the mailed code, and enters with it from then on', async () => {
  await openAccountMenu()
  await page.getByRole('button', { name: 'Mudar e-mail' }).click()
  const change = sheet(page, 'Mudar e-mail')
  const send = change.getByRole('button', { name: 'Enviar código' })
  await change.getByLabel('Novo e-mail').fill(newEmail)
  await change.getByLabel('Senha atual').fill('nao-e-esta-senha')
  await send.click()
  expect(await isSeen(change.getByText('A senha atual não confere'))).toBe(true)
  await change.getByLabel('Senha atual').fill(newestPassword)
  await send.click()
  await change.getByText(`Mandamos um código para ${newEmail}`).waitFor()
  await phone.picture('change-email-code')
  await change.getByLabel('Código de 6 dígitos').fill(await mailedCode(world, newEmail))
  expect(await isSeen(page.getByText('E-mail alterado'))).toBe(true)
  await change.waitFor({ state: 'hidden' })
  await logOut()
  await enter(page, world, { email: newEmail, password: newestPassword })
  expect(await isSeen(page.getByRole('button', { name: /^Minha conta/ }))).toBe(true)
  await logOut()
})

test('a visitor who opens the records finds the way in, and then stands in them', async () => {
  await page.goto(`${world.url}/registros?tab=wallet`)
  expect(await isSeen(page.getByText('Entre para ver o que é seu'))).toBe(true)
  await page.getByRole('main').getByRole('button', { name: 'Entrar' }).click()
  await enter(page, world, { email: newEmail, password: newestPassword })
  await page.waitForURL('**/registros?tab=wallet')
  expect(await isSeen(page.getByRole('heading', { name: 'Registros', level: 1 }))).toBe(true)
  expect(await isSeen(page.getByText('Nenhuma movimentação ainda'))).toBe(true)
})

test('nothing broke on the way, only refusals were answered', () => {
  expect(breakages(phone.faults())).toEqual([])
})

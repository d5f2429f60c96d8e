import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { complaints } from './accessible.ts'
import { type Keys, keysOf } from './keys.ts'
import { comeBack, type KnownPlayer, registered } from './known-player.ts'
import { alerted, breakages, hasFocus, isSeen, sheet } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
let player: KnownPlayer
let phone: Phone
let page: Page
let keys: Keys
/** The device's keeper of passkeys, which the browser holds in software; somebody touches it at once. */
let device: CDPSession
let authenticatorId: string
/** Calls that a captcha or a password would have been sent with. */
const typed: string[] = []

beforeAll(async () => {
  player = await registered(world)
  phone = await openPhone()
  page = phone.page
  keys = keysOf(page)
  page.on('request', (request) => {
    if (request.url().endsWith('/restLogin')) typed.push(request.url())
  })
  device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  ;({ authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', { options }))
  await comeBack(page, world, player)
})

afterAll(async () => {
  await phone.picture('passkey-last')
  await phone.close()
})

const passkeys = () => sheet(page, 'Passkeys')
const addButton = () => passkeys().getByRole('button', { name: 'Adicionar passkey' })

const openPasskeys = async () => {
  await keys.press(page.getByRole('button', { name: /^Minha conta/ }))
  await keys.press(page.getByRole('button', { name: 'Passkeys' }))
}

test('a player adds a passkey with the password, by keyboard', async () => {
  await openPasskeys()
  expect(await isSeen(passkeys().getByText('Nenhuma passkey ainda'))).toBe(true)
  expect(await complaints(page)).toEqual([])
  await phone.picture('passkeys-none')
  await keys.press(addButton())
  const name = passkeys().getByLabel('Nome da passkey')
  await expect.poll(() => hasFocus(name)).toBe(true)
  expect(await complaints(page)).toEqual([])
  await name.fill('Meu celular')
  await keys.type(passkeys().getByLabel('Senha atual'), 'nao-e-esta-senha')
  await page.keyboard.press('Enter')
  expect(await isSeen(passkeys().getByText('A senha atual não confere.'))).toBe(true)
  await phone.picture('passkeys-add')
  await passkeys().getByLabel('Senha atual').fill(player.password)
  await keys.press(addButton())
  expect(await isSeen(passkeys().getByText('Meu celular'))).toBe(true)
  expect(await isSeen(passkeys().getByText(/ainda não usada$/))).toBe(true)
  await expect.poll(() => hasFocus(addButton())).toBe(true)
  expect(await complaints(page)).toEqual([])
  await phone.picture('passkeys-one')
  const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])
})

test('a device that has one of the account is told so, and makes no other', async () => {
  await keys.press(addButton())
  await keys.type(passkeys().getByLabel('Senha atual'), player.password)
  await page.keyboard.press('Enter')
  expect(await isSeen(passkeys().getByText('Este aparelho já tem uma passkey da sua conta.'))).toBe(true)
  await keys.press(passkeys().getByRole('button', { name: 'Voltar' }))
  await expect.poll(() => hasFocus(addButton())).toBe(true)
  await page.keyboard.press('Escape')
})

const logOut = async () => {
  await keys.press(page.getByRole('button', { name: /^Minha conta/ }))
  await keys.press(page.getByRole('button', { name: 'Sair', exact: true }))
  await sheet(page, 'Entrar').waitFor()
}

test('the player comes in by the passkey with the keyboard, typing nothing and solving no captcha', async () => {
  await logOut()
  const way = sheet(page, 'Entrar').getByRole('button', { name: 'Entrar com passkey' })
  const captcha = page.getByLabel('Código de verificação')
  await captcha.waitFor()
  const [above, below] = await Promise.all([way.boundingBox(), captcha.boundingBox()])
  expect(above?.y).toBeLessThan(below?.y ?? 0)
  expect(await complaints(page)).toEqual([])
  await phone.picture('passkey-login')
  await keys.press(way)
  expect(await isSeen(page.getByRole('button', { name: /^Minha conta/ }))).toBe(true)
  await sheet(page, 'Entrar').waitFor({ state: 'hidden' })
  expect(typed).toEqual([])
})

test('it is listed as used, and removed with the password', async () => {
  await comeBack(page, world, { token: await page.evaluate(() => localStorage.getItem('token') ?? '') })
  await openPasskeys()
  expect(await isSeen(passkeys().getByText(/último uso/))).toBe(true)
  await keys.press(passkeys().getByRole('button', { name: 'Remover a passkey Meu celular' }))
  const password = passkeys().getByLabel('Senha atual')
  await expect.poll(() => hasFocus(password)).toBe(true)
  expect(await complaints(page)).toEqual([])
  await phone.picture('passkeys-remove')
  await page.keyboard.type(player.password)
  await page.keyboard.press('Enter')
  expect(await isSeen(passkeys().getByText('Nenhuma passkey ainda'))).toBe(true)
  await page.keyboard.press('Escape')
})

test('the device still keeps it, and it opens nothing any more', async () => {
  await logOut()
  await keys.press(sheet(page, 'Entrar').getByRole('button', { name: 'Entrar com passkey' }))
  expect(await alerted(page)).toBe(
    'Esta passkey não abre nenhuma conta aqui. Tente de novo ou entre com e-mail e senha.',
  )
})

test('a device that shows nobody signs nobody in, and the password is there all the same', async () => {
  await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  const form = sheet(page, 'Entrar')
  await keys.press(form.getByRole('button', { name: 'Entrar com passkey' }))
  expect(await isSeen(form.getByText(/^Nenhuma passkey foi usada/))).toBe(true)
  expect(await isSeen(form.getByLabel('E-mail'))).toBe(true)
  expect(await complaints(page)).toEqual([])
})

test('nothing broke on the way', () => {
  expect(breakages(phone.faults())).toEqual([])
})

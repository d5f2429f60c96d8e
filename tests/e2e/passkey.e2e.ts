import type { Page } from '@playwright/test'
import { complaints } from './accessible.ts'
import { type Device, deviceOf } from './device.ts'
import { keysOf } from './keys.ts'
import { call, comeBack, factorOn, type KnownPlayer, untilWithdrawable } from './known-player.ts'
import type { World } from './player.ts'
import { alerted, sheet } from './sheets.ts'
import { askedAgain, withdrawToNewKey } from './step-up.ts'
import { wagerOnWinner } from './sure-bet.ts'
import { expect, test as base } from './test.ts'

const test = base.extend<{ device: Device }>({
  device: async ({ page }, use) => use(await deviceOf(page)),
})

/** Creates a passkey on this page's device, and adds it to the player's account. */
async function addPasskey(page: Page, world: World, { token, password }: KnownPlayer): Promise<void> {
  await page.goto(`${world.url}/error`) // a static page of the same site
  const options = await call(world, token, '/api/app/user/newPasskey', { pwd: password })
  const made = await page.evaluate<object>(`(async () => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options)})
    const { id, response } = (await navigator.credentials.create({ publicKey })).toJSON()
    return { id, clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject }
  })()`)
  await call(world, token, '/api/app/user/addPasskey', { name: 'Meu celular', ...made })
}

/** Signs in by this device's passkey; returns the session. */
async function signIn(page: Page, world: World): Promise<{ token: string }> {
  const options = await call(world, '', '/api/auth/user/passkeyChallenge', {})
  const signed = await page.evaluate<object>(`(async () => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options)})
    const { id, response } = (await navigator.credentials.get({ publicKey })).toJSON()
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    return { id, clientDataJSON, authenticatorData, signature, userHandle }
  })()`)
  const session = await call(world, '', '/api/auth/user/passkeyLogin', signed)
  return { token: (session as { access_token: string }).access_token }
}

/** Removes the account's one passkey; the device keeps its key. */
async function removePasskey(world: World, { token, password }: KnownPlayer): Promise<void> {
  const { passkeys } = (await call(world, token, '/api/app/user/passkeys')) as { passkeys: { key: string }[] }
  await call(world, token, '/api/app/user/removePasskey', { key: passkeys[0]?.key, pwd: password })
}

const passkeysOf = (page: Page) => sheet(page, 'Passkeys')
const addButton = (page: Page) => passkeysOf(page).getByRole('button', { name: 'Adicionar passkey' })

async function openPasskeys(page: Page): Promise<void> {
  await keysOf(page).press(page.getByRole('button', { name: /^Minha conta/ }))
  await keysOf(page).press(page.getByRole('button', { name: 'Passkeys' }))
}

/** Opens the login sheet from home, as a visitor. */
async function openLogin(page: Page, world: World) {
  await page.goto(`${world.url}/home`)
  await keysOf(page).press(page.getByRole('button', { name: 'Entrar', exact: true }).first())
  const form = sheet(page, 'Entrar')
  return { form, way: form.getByRole('button', { name: 'Entrar com passkey' }) }
}

test('a player adds a passkey with the password, by keyboard', async ({
  device,
  page,
  phone,
  player,
  world,
}) => {
  const keys = keysOf(page)
  const passkeys = passkeysOf(page)
  await comeBack(page, world, player)
  await openPasskeys(page)
  await expect(passkeys.getByText('Nenhuma passkey ainda')).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await phone.picture('passkeys-none')
  await keys.press(addButton(page))
  const name = passkeys.getByLabel('Nome da passkey')
  await expect(name).toBeFocused()
  expect(await complaints(page)).toEqual([])
  await name.fill('Meu celular')
  await keys.type(passkeys.getByLabel('Senha atual'), 'nao-e-esta-senha')
  await page.keyboard.press('Enter')
  await expect(passkeys.getByText('A senha atual não confere.')).toBeVisible()
  await phone.picture('passkeys-add')
  await passkeys.getByLabel('Senha atual').fill(player.password)
  await keys.press(addButton(page))
  await expect(passkeys.getByText('Meu celular')).toBeVisible()
  await expect(passkeys.getByText(/ainda não usada$/)).toBeVisible()
  await expect(addButton(page)).toBeFocused()
  expect(await complaints(page)).toEqual([])
  await phone.picture('passkeys-one')
  expect(await device.credentials()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])
})

test('a device with a passkey of the account is told so, and creates no other', async ({
  device,
  page,
  player,
  world,
}) => {
  const keys = keysOf(page)
  const passkeys = passkeysOf(page)
  await addPasskey(page, world, player)
  await comeBack(page, world, player)
  await openPasskeys(page)
  await keys.press(addButton(page))
  await keys.type(passkeys.getByLabel('Senha atual'), player.password)
  await page.keyboard.press('Enter')
  await expect(passkeys.getByText('Este aparelho já tem uma passkey da sua conta.')).toBeVisible()
  await keys.press(passkeys.getByRole('button', { name: 'Voltar' }))
  await expect(addButton(page)).toBeFocused()
  expect(await device.credentials()).toHaveLength(1)
})

test.describe('on a device with a passkey of the account', () => {
  test.beforeEach(async ({ device: _device, page, player, world }) => {
    await addPasskey(page, world, player)
  })

  test('the player logs in by passkey with the keyboard, without typing or captcha', async ({
    page,
    phone,
    world,
  }) => {
    /** Calls that would have carried a captcha or password. */
    const typed: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/restLogin')) typed.push(request.url())
    })
    const { form, way } = await openLogin(page, world)
    const captcha = page.getByLabel('Código de verificação')
    await expect(captcha).toBeVisible()
    expect(await complaints(page)).toEqual([])
    const [above, below] = await Promise.all([way.boundingBox(), captcha.boundingBox()])
    expect(above?.y).toBeLessThan(below?.y ?? 0)
    await phone.picture('passkey-login')
    await keysOf(page).press(way)
    await expect(page.getByRole('button', { name: /^Minha conta/ })).toBeVisible()
    await expect(form).toBeHidden()
    expect(typed).toEqual([])
  })

  test('it is listed as used, and removed with the password', async ({ page, phone, player, world }) => {
    const passkeys = passkeysOf(page)
    await comeBack(page, world, await signIn(page, world))
    await openPasskeys(page)
    await expect(passkeys.getByText(/último uso/)).toBeVisible()
    await keysOf(page).press(passkeys.getByRole('button', { name: 'Remover a passkey Meu celular' }))
    await expect(passkeys.getByLabel('Senha atual')).toBeFocused()
    expect(await complaints(page)).toEqual([])
    await phone.picture('passkeys-remove')
    await page.keyboard.type(player.password)
    await page.keyboard.press('Enter')
    await expect(passkeys.getByText('Nenhuma passkey ainda')).toBeVisible()
  })

  test('the device still has it, and it opens nothing', async ({ page, player, world }) => {
    await removePasskey(world, player)
    const { way } = await openLogin(page, world)
    await keysOf(page).press(way)
    expect(await alerted(page)).toBe(
      'Esta passkey não abre nenhuma conta aqui. Tente de novo ou entre com e-mail e senha.',
    )
  })

  test('a device that verifies nobody signs nobody in, and the password still works', async ({
    device,
    page,
    world,
  }) => {
    await device.forgetFace()
    const { form, way } = await openLogin(page, world)
    await keysOf(page).press(way)
    await expect(form.getByText(/^Nenhuma passkey foi usada/)).toBeVisible()
    await expect(form.getByLabel('E-mail')).toBeVisible()
    expect(await complaints(page)).toEqual([])
  })
})

test("a withdrawal to a new key needs the device's passkey again, and is not sent if the player cancels", async ({
  device: _device,
  page,
  toppedUp,
  world,
}) => {
  await addPasskey(page, world, toppedUp)
  await factorOn(world, toppedUp)
  await wagerOnWinner(world, toppedUp.token, 100_00)
  await untilWithdrawable(world, toppedUp, 60)
  await withdrawToNewKey(page, world, toppedUp)
  const asked = askedAgain(page)
  await asked.getByRole('button', { name: 'Cancelar' }).click()
  await expect(asked).toBeHidden()
  // The password was given: that counts for minutes.
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Retirar\s+R\$/ })
    .click()
  await keysOf(page).press(asked.getByRole('button', { name: 'Confirmar com passkey' }))
  expect(await alerted(page)).toBe('Solicitação de saque bem-sucedida!')
})

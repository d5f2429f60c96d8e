import type { Page } from '@playwright/test'
import { call, comeBack, mailedCode } from './known-player.ts'
import { balanceCents, enter, solveCaptcha, type World } from './player.ts'
import { alerted, closeSheet, sheet, toasted } from './sheets.ts'
import { expect, test } from './test.ts'

const newPassword = 'outra-senha-bem-forte'

const captcha = (page: Page) => page.getByRole('img', { name: 'Imagem com os caracteres a digitar' })

const account = (page: Page) => page.getByRole('button', { name: /^Minha conta/ })

/** Opens the login sheet from home, as a visitor. */
async function openLogin(page: Page, world: World) {
  await page.goto(`${world.url}/home`)
  await page.getByRole('button', { name: 'Entrar' }).first().click()
  return sheet(page, 'Entrar')
}

async function logOut(page: Page): Promise<void> {
  await account(page).click()
  await page.getByRole('button', { name: 'Sair', exact: true }).click()
  await expect(sheet(page, 'Entrar')).toBeVisible()
}

test('a wrong captcha is refused with a sentence, and another is drawn', async ({ page, player, world }) => {
  const form = await openLogin(page, world)
  const submit = form.getByRole('button', { name: 'Entrar', exact: true })
  await expect(captcha(page)).toBeVisible()
  const before = (await captcha(page).getAttribute('src')) ?? ''
  await form.getByLabel('E-mail').fill(player.email)
  await form.getByLabel('Senha', { exact: true }).fill(player.password)
  await expect(submit).toBeDisabled()
  await form.getByLabel('Código de verificação').fill('errado')
  await submit.click()
  expect(await alerted(page)).toBe('Código de verificação incorreto. Tente de novo.')
  await expect(captcha(page)).not.toHaveAttribute('src', before)
  await expect(form.getByLabel('Código de verificação')).toHaveValue('')
})

test('a wrong password and an unknown e-mail are refused with the same sentence', async ({
  page,
  player,
  world,
}) => {
  await openLogin(page, world)
  await enter(page, world, { email: player.email, password: 'nao-e-esta-senha' })
  expect(await alerted(page)).toBe('E-mail ou senha incorretos.')
  await enter(page, world, { email: `ninguem-${player.email}`, password: player.password })
  expect(await alerted(page)).toBe('E-mail ou senha incorretos.')
})

test('correct credentials log the player in once, however often the button is tapped', async ({
  page,
  player,
  world,
}) => {
  let sent = 0
  let tappedTwice = () => {}
  const secondTap = new Promise<void>((done) => (tappedTwice = done))
  // Held until both taps happened.
  await page.route('**/restLogin', async (route) => {
    sent += 1
    await secondTap
    await route.continue()
  })
  const form = await openLogin(page, world)
  await form.getByLabel('E-mail').fill(player.email)
  await form.getByLabel('Senha', { exact: true }).fill(player.password)
  await solveCaptcha(page, world)
  await form.getByRole('button', { name: 'Entrar', exact: true }).dblclick()
  tappedTwice()
  await expect(form).toBeHidden()
  // After a login the check-in opens once per session, over the rest. A second call would have been sent by then.
  await closeSheet(page, 'Seu presente de hoje está esperando você')
  expect(sent).toBe(1)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect.poll(() => balanceCents(page)).toBe(0)
})

test('logging out leaves nothing on the phone, and opens the login sheet', async ({
  page,
  phone,
  player,
  world,
}) => {
  const kept = () => page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
  await comeBack(page, world, player)
  await expect.poll(kept).toHaveProperty('deviceId')
  const before = await kept()
  expect(before).toHaveProperty('token')
  await logOut(page)
  // The next call creates a new device id (SPEC §4), unrelated to the old one.
  const others = async () => Object.keys(await kept()).filter((key) => key !== 'deviceId')
  await expect.poll(others).toEqual([])
  expect((await kept())['deviceId']).not.toBe(before['deviceId'])
  await phone.picture('logged-out')
})

test('2.46 7.04 7.11 after its login the test account’s popup opens by itself, once, with its data', async ({
  page,
  phone,
  world,
}) => {
  await openLogin(page, world)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/getBalance|getUserTest/.test(pathname)) asked.push(pathname)
  })
  await enter(page, world, { email: 'teste@palpite.example', password: 'palpite-de-teste' })
  const popup = sheet(page, 'Conta de teste')
  await expect(popup.getByText('teste@palpite.example')).toBeVisible()
  await expect(popup.getByRole('button', { name: 'Mudar de conta' })).toBeVisible()
  expect(asked).toEqual(['/api/app/user/getBalance', '/api/app/user/getUserTest'])
  await phone.picture('test-account-popup')
  await popup.getByRole('button', { name: 'Fechar' }).click()
  await page.goto(`${world.url}/conta`)
  await expect(page.getByRole('button', { name: /^Minha conta/ })).toBeVisible()
  await expect(popup).toBeHidden()
  // And from its box in the account menu.
  await page.getByRole('button', { name: /^Minha conta/ }).click()
  await page.getByRole('button', { name: 'Conta de teste' }).click()
  await expect(popup.getByText('teste@palpite.example')).toBeVisible()
})

test('7.08 a forgotten password is replaced with the code that was mailed, not with another one', async ({
  page,
  phone,
  player,
  world,
}) => {
  const login = await openLogin(page, world)
  await login.getByRole('button', { name: 'Esqueci a senha' }).click()
  const reset = sheet(page, 'Esqueci a senha')
  await reset.getByRole('button', { name: 'Enviar código' }).click()
  await expect(reset.getByText('Por favor, preencha as informações completamente！')).toBeVisible()
  await expect(reset.getByText('Por favor, insira o e-mail.')).toBeVisible()
  await reset.getByLabel('E-mail').fill(player.email)
  await reset.getByRole('button', { name: 'Enviar código' }).click()

  const code = await mailedCode(world, player.email)
  const boxes = reset.getByLabel('Código de 6 dígitos')
  await expect(boxes).toBeFocused()
  await reset.getByRole('button', { name: 'Confirmar' }).click()
  await expect(reset.getByText('Por favor, insira o código de verificação do e-mail.')).toBeVisible()
  await boxes.fill(code === '123456' ? '654321' : '123456')
  await expect(reset.getByText('Código incorreto ou vencido.')).toBeVisible()
  await expect(boxes).toHaveValue('')
  await expect(boxes).toBeFocused()
  await phone.picture('reset-wrong-code')
  await boxes.fill(code)

  await expect(reset.getByLabel('Nova senha', { exact: true })).toBeFocused()
  await reset.getByLabel('Nova senha', { exact: true }).fill(newPassword)
  await reset.getByLabel('Repita a senha').fill('outra-coisa-mesmo')
  await reset.getByRole('button', { name: 'Salvar nova senha' }).click()
  await expect(reset.getByText('As senhas não são iguais.').first()).toBeVisible()
  await reset.getByLabel('Repita a senha').fill(newPassword)
  const answered = page.waitForResponse('**/api/app/main/setPwd')
  const reported = toasted(page, 'Senha alterada')
  await reset.getByRole('button', { name: 'Salvar nova senha' }).click()
  const { message } = (await (await answered).json()) as { message: string }
  expect(message).toContain('Senha alterada')
  await reported
  await expect(login).toBeVisible()
  await expect(login.getByLabel('E-mail')).toHaveValue(player.email)
})

/** Sets a new password by the mailed code. */
async function resetPassword(world: World, email: string): Promise<void> {
  const post = (path: string, form: Record<string, string>) =>
    call(world, '', `/api/app/main/${path}`, new URLSearchParams(form))
  await post('RESETPWD/sendEmail', { email })
  const code = await mailedCode(world, email)
  const chkId = (await post('RESETPWD/checkEmail', { email, code })) as string
  await post('setPwd', { nPwd: newPassword, chkId })
}

test('the forgotten password no longer logs in, the new one does', async ({ page, player, world }) => {
  await resetPassword(world, player.email)
  await openLogin(page, world)
  await enter(page, world, player)
  expect(await alerted(page)).toBe('E-mail ou senha incorretos.')
  await enter(page, world, { email: player.email, password: newPassword })
  await expect(account(page)).toBeVisible()
})

test('a player changes the password, and logs in with it from then on', async ({ page, player, world }) => {
  await comeBack(page, world, player)
  await account(page).click()
  await page.getByRole('button', { name: 'Mudar senha' }).click()
  const change = sheet(page, 'Mudar senha')
  const save = change.getByRole('button', { name: 'Salvar senha' })
  await save.click()
  await expect(change.getByText('Digite a senha atual.')).toBeVisible()
  await change.getByLabel('Senha atual').fill('nao-e-esta-senha')
  await change.getByLabel('Nova senha', { exact: true }).fill(newPassword)
  await change.getByLabel('Repita a senha').fill(newPassword)
  await save.click()
  await expect(change.getByRole('alert')).toBeVisible()
  await change.getByLabel('Senha atual').fill(player.password)
  const reported = toasted(page, 'Senha alterada')
  await save.click()
  await reported
  await expect(change).toBeHidden()
  await logOut(page)
  await enter(page, world, { email: player.email, password: newPassword })
  await expect(account(page)).toBeVisible()
})

test('S12: a player changes the e-mail by password and mailed code, and logs in with it from then on', async ({
  page,
  phone,
  player,
  world,
}) => {
  const newEmail = `novo-${player.email}`
  await comeBack(page, world, player)
  await account(page).click()
  await page.getByRole('button', { name: 'Mudar e-mail' }).click()
  const change = sheet(page, 'Mudar e-mail')
  const send = change.getByRole('button', { name: 'Enviar código' })
  await change.getByLabel('Novo e-mail').fill(newEmail)
  await change.getByLabel('Senha atual').fill('nao-e-esta-senha')
  await send.click()
  await expect(change.getByText('A senha atual não confere')).toBeVisible()
  await change.getByLabel('Senha atual').fill(player.password)
  await send.click()
  await expect(change.getByText(`Mandamos um código para ${newEmail}`)).toBeVisible()
  await phone.picture('change-email-code')
  const code = await mailedCode(world, newEmail)
  const reported = toasted(page, 'E-mail alterado')
  await change.getByLabel('Código de 6 dígitos').fill(code)
  await reported
  await expect(change).toBeHidden()
  await logOut(page)
  await enter(page, world, { email: newEmail, password: player.password })
  await expect(account(page)).toBeVisible()
})

test('a visitor who opens the records finds the login, and then the records', async ({
  page,
  player,
  world,
}) => {
  await page.goto(`${world.url}/registros?tab=wallet`)
  await expect(page.getByText('Entre para ver o que é seu')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Entrar' }).click()
  await enter(page, world, player)
  await expect(page).toHaveURL(/\/registros\?tab=wallet$/)
  await expect(page.getByRole('heading', { name: 'Registros', level: 1 })).toBeVisible()
  await expect(page.getByText('Nenhuma movimentação ainda')).toBeVisible()
})

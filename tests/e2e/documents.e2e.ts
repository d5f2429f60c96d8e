import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { until } from '../../tools/test/until.ts'
import { openPreparedApp } from '../../tools/test/whole-app.ts'
import { complaints } from './accessible.ts'
import {
  boundAndTold,
  call,
  comeBack,
  documentsApproved,
  infoOf,
  mailedCode,
  PHOTO,
  sendDocuments,
} from './known-player.ts'
import { comingFixture } from './on-offer.ts'
import { operatorsWith } from './operators.ts'
import { enter, fillRegistration, noteCaptchas, solveCaptcha, somebodyNew } from './player.ts'
import { sheet } from './sheets.ts'
import { expect, test as base } from './test.ts'

/** Whose product the app says it is. */
const LICENCE = {
  company: 'Palpite Apostas S.A.',
  cnpj: '11222333000181',
  authorisation: 'Portaria SPA/MF nº 1, de 2 de janeiro de 2026',
  phone: '0800 000 0000',
  email: 'sac@palpite.example',
}

/** The app under Brazil's rules. */
const test = base.extend({
  world: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'palpite-licence-'))
      const LICENCE_FILE = join(folder, 'licence.json')
      writeFileSync(LICENCE_FILE, JSON.stringify(LICENCE))
      const { stop, ...app } = await openPreparedApp({ COMPLIANCE_PROFILE: 'br-spa', LICENCE_FILE })
      await use(app)
      await stop()
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

// In one worker, serially: each other worker would start such an app for a single test.
test.describe.configure({ mode: 'default' })

const own = (page: Page) => sheet(page, 'Seus dados')

const photo = { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from(PHOTO, 'base64') }

async function give(page: Page): Promise<void> {
  const names = ['Frente do documento', 'Verso do documento', 'Selfie']
  for (const [at, name] of names.entries()) {
    await own(page).locator(`input[aria-label="${name}"]`).setInputFiles(photo)
    await expect(own(page).getByText(`Fotos: ${at + 1}/3`)).toBeVisible()
  }
  await own(page).getByRole('button', { name: 'Enviar para conferência' }).click()
}

test('a player sends document and selfie, gets advice after a refusal, and succeeds with others', async ({
  page,
  phone,
  world,
  player,
}) => {
  const { cpf } = player
  await boundAndTold(world, player)
  const say = async (body: object) => {
    const headers = { 'content-type': 'application/json' }
    const at = `${world.sandboxUrl}/sandbox/document`
    const answer = await fetch(at, { method: 'PUT', headers, body: JSON.stringify({ cpf, ...body }) })
    expect(answer.status).toBe(204)
  }
  await say({ result: 'RECUSADO', reason: 'ROSTO_DIFERENTE' })
  await comeBack(page, world, player, '/conta')
  await page.getByRole('button', { name: 'Enviar documento' }).click()
  await expect(own(page).getByText(/^Onde você mora/)).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await phone.picture('documents-address')
  for (const [label, words] of Object.entries({ CEP: '20040002', Rua: 'Avenida Paulista', Número: '1000' }))
    await own(page).getByLabel(label, { exact: true }).fill(words)
  await own(page).getByLabel('Bairro').fill('Bela Vista')
  await own(page).getByLabel('Cidade').fill('São Paulo')
  await own(page).getByLabel('Estado').selectOption('SP')
  await own(page).getByLabel('Gênero').selectOption('Prefiro não dizer')
  const save = own(page).getByRole('button', { name: 'Salvar endereço' })
  await save.click()
  await expect(own(page).getByText('Este CEP não é do estado escolhido. Confira.')).toBeVisible()
  await own(page).getByLabel('CEP', { exact: true }).fill('01310100')
  await expect(own(page).getByLabel('CEP', { exact: true })).toHaveValue('01310-100')
  await save.click()
  const exposed = own(page).getByLabel('Você é pessoa politicamente exposta?')
  await exposed.selectOption('Sim, o cargo é meu')
  await expect(own(page).getByRole('button', { name: 'Salvar resposta' })).toBeDisabled()
  await own(page).getByLabel('Qual é o cargo').fill('Vereadora')
  expect(await complaints(page)).toEqual([])
  await phone.picture('documents-exposure')
  await own(page).getByRole('button', { name: 'Salvar resposta' }).click()
  await expect(own(page).getByText(/^Conferimos se você é você/)).toBeVisible()
  await expect(own(page).getByRole('button', { name: 'Enviar para conferência' })).toBeDisabled()
  expect(await complaints(page)).toEqual([])
  await phone.picture('documents')
  await give(page)
  await expect(own(page).getByText(/^O rosto da selfie não confere/)).toBeVisible({ timeout: 60_000 })
  expect(await complaints(page)).toEqual([])
  await phone.picture('documents-refused')
  await say({ result: 'APROVADO' })
  await give(page)
  await expect(own(page).getByText('Documento e rosto conferidos.')).toBeVisible({ timeout: 60_000 })
  await phone.picture('documents-done')
  await expect(page.getByRole('alertdialog')).toBeHidden()
})

test('an operator reviews and approves an unsure check, and its player is notified', async ({
  openPhone,
  phone,
  world,
  player,
}) => {
  const { name, cpf } = player
  await boundAndTold(world, player)
  const headers = { 'content-type': 'application/json' }
  const said = JSON.stringify({ cpf, result: 'INCERTO' })
  await fetch(`${world.sandboxUrl}/sandbox/document`, { method: 'PUT', headers, body: said })
  await sendDocuments(world, player)
  const [operator = ''] = await operatorsWith(
    world,
    ['identities.check'],
    ['documentos@casa.example', 'outra@casa.example'],
  )
  const desk = await openPhone({ isDesk: true })
  await desk.page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), operator)
  const drawer = desk.page.getByRole('complementary')
  const row = desk.page.getByRole('main').getByRole('row', { name: 'Verificação automática em dúvida' })
  await until('the check is for operators', async () => {
    const list = await call(world, operator, '/api/backoffice/documents/checks?status=open')
    return (list as { items: object[] }).items.length > 0 || undefined
  })
  await desk.page.goto(`${world.backofficeUrl}/documentos`)
  await row.click()
  await expect(drawer.getByText(name)).toBeVisible()
  for (const side of ['Frente', 'Verso', 'Selfie']) {
    await drawer.getByRole('button', { name: side }).click()
    await expect(drawer.getByRole('img', { name: side })).toBeVisible()
  }
  expect(await complaints(desk.page)).toEqual([])
  await desk.picture('documents-desk')
  await drawer.getByLabel('O que você viu').fill('Rosto e nome conferem.')
  await drawer.getByRole('button', { name: 'Aprovar' }).click()
  await expect(desk.page.getByRole('status').getByText('Aprovado.')).toBeVisible()
  await comeBack(phone.page, world, player, '/gameMess')
  await expect(phone.page.getByText('Documento conferido').first()).toBeVisible()
})

test('under Brazil’s rules a person registers by name and CPF, reads the risks, sets both limits, pays in, bets, plays, and withdraws to the own CPF what was not staked', async ({
  openPhone,
  page,
  phone,
  world,
}) => {
  const person = somebodyNew()
  const { password } = person
  noteCaptchas(page)
  await page.goto(world.url)
  await expect(page.getByText(LICENCE.company)).toBeAttached()
  await fillRegistration(page, world, person)
  const form = page.getByRole('dialog')
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Cadastrar', exact: true }).click()
  const name = form.getByLabel('Nome completo')
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill(person.name)
  await expect(name).not.toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('CPF').fill(person.cpf)
  expect(await complaints(page)).toEqual([])
  await phone.picture('register-by-law')
  await solveCaptcha(page, world)
  await form.getByRole('button', { name: 'Cadastrar', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Minha conta/ })).toBeVisible()

  // The password alone opens no session: a code is mailed, and the device is then known.
  const { page: other } = await openPhone()
  noteCaptchas(other)
  await other.goto(`${world.url}/home`)
  await other.getByRole('button', { name: 'Entrar', exact: true }).first().click()
  await enter(other, world, person)
  const confirming = other.getByRole('dialog')
  await expect(confirming.getByText(/^Para confirmar que é você, enviamos um código/)).toBeVisible()
  await confirming.getByLabel('Código de 6 dígitos').fill(await mailedCode(world, person.email))
  await expect(other.getByRole('button', { name: /^Minha conta/ })).toBeVisible()

  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const player = { ...person, token }
  await documentsApproved(world, player)
  await comeBack(page, world, player)
  const risks = page.getByRole('alertdialog', { name: 'Antes de jogar' })
  await expect(risks.getByText(/Você pode perder tudo o que apostar/)).toBeVisible()
  await expect(risks.getByText(/devolvem em média de .+ do que é apostado/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(risks).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await phone.picture('risks')
  await risks.getByRole('button', { name: 'Definir limites' }).click()
  const limits = sheet(page, 'Jogo responsável')
  await expect(limits.getByText(/^Para apostar e depositar, defina um limite/)).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await phone.picture('limits-needed')
  for (const [kind, entry] of [
    ['Perda', '100'],
    ['Tempo de uso', '300'],
  ] as const) {
    await limits.getByRole('button', { name: new RegExp(`^${kind}:\\s*Dia`) }).click()
    await limits.getByLabel(`${kind}: Dia`, { exact: true }).fill(entry)
    await limits.getByRole('button', { name: 'Salvar limite' }).click()
    await expect(limits.getByRole('button', { name: 'Salvar limite' })).toHaveCount(0)
  }
  await expect(limits.getByText(/^Para apostar e depositar, defina um limite/)).toBeHidden()
  await page.keyboard.press('Escape')

  await page.getByRole('banner').getByRole('button', { name: 'Depositar' }).click()
  await page.getByRole('button', { name: /^Depositar R\$\s100,00/ }).click()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.frameLocator('iframe').getByRole('button', { name: 'Pagar no banco de testes' }).click()
  await expect(page.getByText('Recarga bem-sucedida, continue fazendo apostas')).toBeVisible()
  await page.getByRole('button', { name: 'Eu entendi' }).click()
  const fixtureId = await comingFixture(world, 'football')
  await page.goto(`${world.url}/footballPage/${fixtureId}`)
  await page
    .getByRole('button', { name: / vence, odd/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^Cupom/ }).click()
  const slip = sheet(page, 'Cupom')
  await slip.getByLabel(/^Valor da aposta/).fill('5')
  await slip.getByRole('button', { name: /^Apostar R\$\s5,00/ }).click()
  await expect(sheet(page, 'Aposta feita')).toBeVisible()
  await page.goto(`${world.url}/registros`)
  await expect(page.getByRole('listitem').filter({ hasText: '5,00' }).first()).toBeVisible()
  await page.goto(`${world.url}/dice`)
  await page.getByRole('button', { name: /^Rolar/ }).click()
  await expect(page.getByRole('list', { name: 'Últimos resultados' }).getByRole('listitem')).toHaveCount(1)

  await page.goto(`${world.url}/home`)
  await page.getByRole('button', { name: /^Minha conta/ }).click()
  await page.getByRole('button', { name: 'Retirar' }).click()
  const desk = page.getByRole('dialog', { name: 'Saque' })
  await desk.getByLabel('Valor do saque').fill('50')
  await desk.getByRole('button', { name: /^Retirar\s+R\$/ }).click()
  await desk.getByLabel('Senha', { exact: true }).fill(password)
  await desk.getByRole('button', { name: 'Confirmar e retirar' }).click()
  // The code of the sign-in has confirmed the e-mail: no other is mailed.
  await expect(page.getByText('Solicitação de saque bem-sucedida!')).toBeVisible()
  await phone.picture('risks-withdrawn')
  expect((await infoOf(world, player)).balance).toBeLessThan(60)
})

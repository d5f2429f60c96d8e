import type { Page } from '@playwright/test'
import { complaints } from './accessible.ts'
import { call, comeBack, infoOf } from './known-player.ts'
import { operatorsWith } from './operators.ts'
import type { World } from './player.ts'
import { sheet } from './sheets.ts'
import { standStill } from './still.ts'
import { answerAtDesk } from './support-desk.ts'
import { expect, test } from './test.ts'

// In one worker, serially: the operators belong to the worker's app.
test.describe.configure({ mode: 'default' })

let first: string
let second: string

test.beforeAll(async ({ world }) => {
  ;[first = '', second = ''] = await operatorsWith(
    world,
    ['players.read', 'players.suspend', 'audit.read'],
    ['suspende@casa.example', 'libera@casa.example'],
  )
})

const WHY = 'o mesmo cartão paga por cinco contas'
const FOUND = 'o cartão é da família, documentos vistos'

const main = (page: Page) => page.getByRole('main')
const drawer = (page: Page) => page.getByRole('complementary')
const told = (page: Page) => page.getByRole('status')
const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'Sua conta está suspensa' })
const roll = (page: Page) => page.getByRole('button', { name: /^Rolar/ })
const results = (page: Page) => page.getByRole('list', { name: 'Últimos resultados' }).getByRole('listitem')

/** Opens the player's record as a signed-in operator. */
async function openRecord(
  page: Page,
  world: World & { backofficeUrl: string },
  token: string,
  email: string,
) {
  const url = `${world.backofficeUrl}/jogadores?busca=${encodeURIComponent(email)}`
  await page.goto(url)
  await page.evaluate((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), token)
  await page.reload()
  await expect(drawer(page)).toBeVisible()
}

test('S47: an operator suspends a signed-in player, who sees it, cannot bet and reaches support; another lifts it, and the player bets', async ({
  page,
  phone,
  openPhone,
  world,
  toppedUp,
}) => {
  test.setTimeout(300_000)
  await standStill(page, world, { language: 'pt-BR' })
  await comeBack(page, world, toppedUp, '/dice')
  await expect(roll(page)).toBeEnabled()
  await roll(page).click()
  await expect(results(page)).toHaveCount(1)

  const { page: desk, picture } = await openPhone({ isDesk: true, look: 'light' })
  await openRecord(desk, world, first, toppedUp.email)
  await drawer(desk).getByRole('button', { name: 'Suspender conta' }).click()
  const ask = desk.getByRole('dialog', { name: /^Suspender a conta do jogador/ })
  await expect(ask.getByRole('button', { name: 'Suspender', exact: true })).toBeDisabled() // no reason yet
  await ask.getByRole('textbox', { name: 'Motivo' }).fill(WHY)
  await picture('suspension-desk-ask')
  expect(await complaints(desk)).toEqual([])
  await ask.getByRole('button', { name: 'Suspender', exact: true }).click()
  await expect(told(desk).getByText('A conta está suspensa.')).toBeVisible()
  await expect(drawer(desk).getByText(/^Suspensa desde .* pelo operador/)).toBeVisible()
  await expect(drawer(desk).getByText(WHY)).toBeVisible()
  // Who suspended it is not offered to lift it.
  await expect(drawer(desk).getByText(/um operador independente tem de retirar/)).toBeVisible()
  await expect(drawer(desk).getByRole('button', { name: 'Retirar suspensão' })).toBeHidden()
  await expect(main(desk).getByText('Suspensa', { exact: true })).toBeVisible()
  await picture('suspension-desk')
  expect(await complaints(desk)).toEqual([])
  await desk.getByRole('button', { name: /^Tema / }).click()
  await picture('suspension-desk-other-theme')
  expect(await complaints(desk)).toEqual([])

  // The open page says so by itself.
  await expect(bar(page)).toBeVisible()
  const { balance } = await infoOf(world, toppedUp)
  await roll(page).click()
  await expect(page.getByText(/Apostas, depósitos e saques estão parados\. Fale com/).first()).toBeVisible()
  await phone.picture('suspension-refused')
  await expect(results(page)).toHaveCount(1)
  expect((await infoOf(world, toppedUp)).balance).toBe(balance)
  await comeBack(page, world, toppedUp)
  await expect(bar(page)).toBeVisible()
  await phone.picture('suspension-home')
  expect(await complaints(page)).toEqual([])

  // The way to support is open.
  await bar(page).getByRole('button', { name: 'Atendimento' }).click()
  const chat = sheet(page, 'Atendimento')
  const words = `Por que minha conta está suspensa? ${toppedUp.email}`
  await chat.getByRole('textbox', { name: 'Escreva sua mensagem' }).fill(words)
  await chat.getByRole('button', { name: 'Enviar', exact: true }).click()
  await answerAtDesk(world, words, 'Mande a foto do documento, por favor.')
  await expect(chat.getByText('Mande a foto do documento, por favor.')).toBeVisible()
  await phone.picture('suspension-support')
  await page.keyboard.press('Escape')
  await expect(chat).toBeHidden()

  const { page: other, picture: otherPicture } = await openPhone({ isDesk: true, look: 'light' })
  await openRecord(other, world, second, toppedUp.email)
  await expect(drawer(other).getByText(WHY)).toBeVisible()
  await drawer(other).getByRole('button', { name: 'Retirar suspensão' }).click()
  const lift = other.getByRole('dialog', { name: /^Retirar a suspensão do jogador/ })
  await lift.getByRole('textbox', { name: 'Motivo' }).fill(FOUND)
  await otherPicture('suspension-desk-lift')
  await lift.getByRole('button', { name: 'Retirar', exact: true }).click()
  await expect(told(other).getByText('A suspensão foi retirada.')).toBeVisible()
  await expect(drawer(other).getByText(WHY)).toBeHidden()
  await drawer(other).getByText('Histórico', { exact: true }).click()
  await expect(drawer(other).getByText('Suspensão retirada')).toBeVisible()
  await expect(drawer(other).getByText('Conta suspensa')).toBeVisible()
  await other.goto(`${world.backofficeUrl}/contas-suspensas?ver=lifted`)
  await expect(main(other).getByText(FOUND)).toBeVisible()
  await otherPicture('suspension-desk-list')
  expect(await complaints(other)).toEqual([])

  await expect(bar(page)).toBeHidden()
  await comeBack(page, world, toppedUp, '/dice')
  await expect(roll(page)).toBeEnabled()
  await expect(results(page)).toHaveCount(1)
  await roll(page).click()
  await expect(results(page)).toHaveCount(2)
  const { items } = (await call(world, toppedUp.token, '/api/app/protection/log')) as {
    items: Record<string, unknown>[]
  }
  // The player's own log has when, and nothing of who and why.
  expect(items.map(({ at: _at, ...item }) => item)).toEqual([
    { what: 'suspension_lifted' },
    { what: 'suspended' },
  ])
})

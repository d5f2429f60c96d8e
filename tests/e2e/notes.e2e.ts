import type { Page } from '@playwright/test'
import { complaints } from './accessible.ts'
import { call, infoOf, registered } from './known-player.ts'
import { operatorsWith } from './operators.ts'
import type { World } from './player.ts'
import { expect, test } from './test.ts'

// In one worker, serially: the operators belong to the worker's app.
test.describe.configure({ mode: 'default' })

let author: string
let colleague: string

test.beforeAll(async ({ world }) => {
  ;[author = '', colleague = ''] = await operatorsWith(
    world,
    ['players.read', 'players.note', 'audit.read', 'books.read', 'rounds.read', 'bets.read'],
    ['anota@casa.example', 'le-notas@casa.example'],
  )
})

const TEXT = 'Ligou às dez: prefere receber no CPF.\nEscreveu de maria.silva@example.com.'
const MASKED = 'Escreveu de m***@e***.com.'

const drawer = (page: Page) => page.getByRole('complementary')
const part = (page: Page, name: string) => drawer(page).getByRole('radio', { name, exact: true })
const notes = (page: Page) => drawer(page).getByRole('list', { name: 'Notas' })
const pinned = (page: Page) => drawer(page).getByRole('region', { name: 'Notas fixadas' })
const history = (page: Page) => drawer(page).getByRole('list', { name: 'Histórico' })
const entry = (page: Page, words: string) => history(page).getByRole('listitem').filter({ hasText: words })
const told = (page: Page) => page.getByRole('status')

/** Opens the player's record as a signed-in operator. */
async function openRecord(
  page: Page,
  world: World & { backofficeUrl: string },
  token: string,
  search: string,
) {
  await page.goto(`${world.backofficeUrl}/jogadores?${search}`)
  await page.evaluate((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), token)
  await page.reload()
  await expect(drawer(page)).toBeVisible()
}

test('an operator writes a note about a player; a colleague pins it and finds it in the history among deposits and rounds', async ({
  openPhone,
  world,
  toppedUp,
}) => {
  test.setTimeout(300_000)
  await call(world, toppedUp.token, '/api/app/games/dice/betPlay', {
    requestId: 'notes-dice-round-1',
    stakeCents: 100,
    direction: 'over',
    targetHundredths: 50_00,
  })
  const search = `busca=${encodeURIComponent(toppedUp.email)}`
  const { page: desk, picture } = await openPhone({ isDesk: true, look: 'light' })
  await openRecord(desk, world, author, search)
  await part(desk, 'Notas').click()
  await expect(drawer(desk).getByText('Nenhuma nota')).toBeVisible()
  const field = drawer(desk).getByRole('textbox', { name: 'Nova nota' })
  const save = drawer(desk).getByRole('button', { name: 'Gravar nota' })
  await expect(save).toBeDisabled() // nothing is written yet
  await field.fill(TEXT)
  await field.press('Tab')
  await save.press('Enter')
  await expect(told(desk).getByText('A nota foi gravada.')).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(notes(desk).getByText(MASKED)).toBeVisible()
  await picture('notes-desk')
  expect(await complaints(desk)).toEqual([])

  const { page: other, picture: otherPicture } = await openPhone({ isDesk: true })
  await openRecord(other, world, colleague, `${search}&parte=notas`)
  await expect(notes(other).getByText(MASKED)).toBeVisible()
  await expect(pinned(other)).toBeHidden()
  await notes(other).getByRole('button', { name: 'Fixar' }).click()
  await expect(pinned(other).getByText(MASKED)).toBeVisible()
  await expect(notes(other).getByRole('button', { name: 'Retirar nota' })).toBeHidden() // not the colleague's
  await part(other, 'Histórico').click()
  await expect(entry(other, MASKED)).toBeVisible()
  await expect(entry(other, 'Depósito pedido')).toContainText('R$ 100,00')
  await expect(entry(other, 'Rodadas do dia')).toContainText('Dice: 1 rodada')
  await expect(entry(other, 'Nota fixada')).toBeVisible()
  await otherPicture('history-desk')
  expect(await complaints(other)).toEqual([])

  // The filter is in the address: a link shows a colleague the same, and a detail leads to its screen and back.
  await drawer(other).getByRole('combobox', { name: 'Mostrar' }).selectOption('Depósito')
  await expect(history(other).getByRole('listitem')).toHaveCount(1)
  await expect(other).toHaveURL(/parte=historico&tipo=deposit/)
  await other.reload()
  await expect(history(other).getByRole('listitem')).toHaveCount(1)
  await entry(other, 'Depósito pedido').getByRole('link').click()
  await expect(other).toHaveURL(/\/depositos\/pedido\?busca=/)
  await other.goBack()
  await expect(history(other).getByRole('listitem')).toHaveCount(1)

  const { page: phone, picture: phonePicture } = await openPhone()
  await openRecord(phone, world, author, `${search}&parte=historico`)
  await expect(entry(phone, 'Depósito pedido')).toBeVisible()
  await phonePicture('history-phone')
  expect(await complaints(phone)).toEqual([])
  await part(phone, 'Notas').click()
  await notes(phone).getByRole('button', { name: 'Retirar nota' }).click()
  await notes(phone).getByRole('textbox', { name: 'Motivo' }).fill('era sobre outro jogador')
  await phonePicture('notes-phone')
  expect(await complaints(phone)).toEqual([])
  await notes(phone).getByRole('button', { name: 'Retirar nota' }).click()
  await expect(told(phone).getByText('A nota foi retirada.')).toBeVisible()
  await expect(pinned(phone)).toBeHidden()
  await expect(notes(phone).getByText(/^Retirada em .*: era sobre outro jogador$/)).toBeVisible()
})

test('the history says that it is loading, that it failed, and loads again', async ({
  openPhone,
  world,
  player,
}) => {
  const { page } = await openPhone({ isDesk: true, look: 'light' })
  const isHistory = (url: URL) => url.pathname.endsWith('/timeline')
  const { promise: failure, resolve: fail } = Promise.withResolvers<void>()
  await page.route(isHistory, async (route) => {
    await failure
    await route.abort()
  })
  await openRecord(page, world, author, `busca=${encodeURIComponent(player.email)}&parte=historico`)
  await expect(drawer(page).getByRole('combobox', { name: 'Mostrar' })).toBeVisible()
  await expect(drawer(page).locator('[aria-busy=true]')).toBeVisible()
  fail()
  await expect(drawer(page).getByText('Não carregou')).toBeVisible()
  await page.unroute(isHistory)
  await drawer(page).getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(entry(page, 'Cadastro')).toBeVisible()
  await drawer(page).getByRole('combobox', { name: 'Mostrar' }).selectOption('Saque')
  await expect(drawer(page).getByText('Nenhum registro')).toBeVisible()
  expect(await complaints(page)).toEqual([])
})

test('a player’s invitations lead from record to record', async ({ openPhone, world, player }) => {
  await registered(world, (await infoOf(world, player)).yqm)
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await openRecord(page, world, author, `busca=${encodeURIComponent(player.email)}&parte=convites`)
  const invitees = drawer(page).getByRole('list', { name: 'Convidados diretos' })
  await expect(invitees.getByRole('listitem')).toHaveCount(1)
  await expect(invitees).toContainText('não convidou ninguém')
  await picture('invitations-desk')
  expect(await complaints(page)).toEqual([])

  await invitees.getByRole('link').click()
  await expect(drawer(page).getByText('Não convidou ninguém')).toBeVisible()
  await expect(drawer(page).getByText('Convidado por')).toBeVisible()
  await drawer(page).getByRole('link').click()
  await expect(invitees.getByRole('listitem')).toHaveCount(1)
})

test('on a phone a player’s invitations fail, load again, and show the commission to who may see it', async ({
  openPhone,
  world,
  player,
}) => {
  await registered(world, (await infoOf(world, player)).yqm)
  const [chief = ''] = await operatorsWith(
    world,
    ['players.read', 'players.note', 'audit.read', 'freeBets.grant', 'rewards.decide'],
    ['convida@casa.example'],
  )
  const { page, picture } = await openPhone()
  const isInvitations = (url: URL) => url.pathname.endsWith('/invitations')
  await page.route(isInvitations, (route) => route.abort())
  await openRecord(page, world, chief, `busca=${encodeURIComponent(player.email)}&parte=convites`)
  await expect(drawer(page).getByText('Não carregou')).toBeVisible()
  await picture('invitations-phone-failed')
  await page.unroute(isInvitations)
  await drawer(page).getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(drawer(page).getByText('Comissão ganha')).toBeVisible()
  await picture('invitations-phone')
  expect(await complaints(page)).toEqual([])
})

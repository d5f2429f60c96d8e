import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { complaints } from './accessible.ts'
import { call, comeBack } from './known-player.ts'
import { operatorsWith } from './operators.ts'
import { surelyUnder, type World } from './player.ts'
import { sheet } from './sheets.ts'
import { expect, test } from './test.ts'

// In one worker, serially: the operators belong to the worker's app.
test.describe.configure({ mode: 'default' })

const FIRST = 'atende@casa.example'
const SECOND = 'atende-tambem@casa.example'
const permissions = ['support.answer', 'support.manage', 'players.read', 'bets.read']
const tokens = new Map<string, string>()

test.beforeAll(async ({ world }) => {
  const [one = '', two = ''] = await operatorsWith(world, permissions, [FIRST, SECOND])
  tokens.set(FIRST, one).set(SECOND, two)
})

const main = (page: Page) => page.getByRole('main')
const drawer = (page: Page) => page.getByRole('complementary')
const reply = (page: Page) => page.getByLabel('Resposta', { exact: true })
const owner = (page: Page) => main(page).getByRole('combobox', { name: 'Com quem está a conversa' })

/** Opens a page as a signed-in operator, until it is left. */
async function openAs(page: Page, url: string, email: string): Promise<void> {
  await page.addInitScript(
    (kept) => sessionStorage.setItem('palpite-backoffice-token', kept),
    tokens.get(email) ?? '',
  )
  await page.goto(url)
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
}

const cannedPath = '/api/backoffice/support/cannedAnswers'
const newCanned = (world: World, name: string, text: string) =>
  call(world, tokens.get(FIRST) ?? '', cannedPath, {
    requestId: randomBytes(16).toString('hex'),
    name,
    texts: { 'pt-BR': text },
  })

test('an operator takes a chat and sends a canned answer, which the player reads; a colleague sees who has it and takes it over', async ({
  openPhone,
  page,
  player,
  world,
}) => {
  const words = `Quando cai o meu saque? ${player.email}`
  await comeBack(page, world, player)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Atendimento ao Cliente' }).click()
  const chat = sheet(page, 'Atendimento')
  await chat.getByRole('textbox', { name: 'Escreva sua mensagem' }).fill(words)
  await chat.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(chat.getByText(words)).toBeVisible()
  await newCanned(world, 'prazo-do-saque', 'Olá, {firstName}! O saque cai em minutos.')
  await newCanned(world, 'prazo-do-bonus', 'O bônus cai na hora.')

  const { page: desk, picture } = await openPhone({ isDesk: true, look: 'light' })
  await openAs(desk, `${world.backofficeUrl}/atendimento?dono=fila`, FIRST)
  await desk.getByRole('button', { name: words }).click()
  await main(desk).getByRole('button', { name: 'Assumir', exact: true }).click()
  await expect(owner(desk)).toHaveValue(/\d/)
  await expect(reply(desk)).toBeFocused()
  await desk.getByRole('radio', { name: 'Minhas' }).click()
  await desk.getByRole('button', { name: words }).click()

  const { page: other, picture: otherPicture } = await openPhone({ isDesk: true, look: 'light' })
  await openAs(other, `${world.backofficeUrl}/atendimento`, SECOND)
  await expect(other.getByRole('button', { name: words })).toContainText(`com ${FIRST}`)
  await other.getByRole('button', { name: words }).click()
  await expect(main(other).getByText(`Esta conversa está com ${FIRST}.`)).toBeVisible()
  const end = main(other).getByRole('button', { name: 'Encerrar' })
  await expect(end).toBeDisabled()
  await expect(end).toHaveAccessibleDescription('Para encerrar, assuma a conversa.')
  await expect(reply(other)).toHaveCount(0)
  await otherPicture('backoffice-support-of-another')
  expect(await complaints(other)).toEqual([])

  await reply(desk).fill('/prazo')
  const options = desk.getByRole('listbox').getByRole('option')
  await expect(options).toHaveCount(2)
  await picture('backoffice-support-canned')
  expect(await complaints(desk)).toEqual([])
  await desk.keyboard.press('ArrowDown')
  await expect(desk.getByRole('listbox').getByRole('option', { selected: true })).toContainText(
    '/prazo-do-saque',
  )
  await desk.keyboard.press('Enter')
  // The player is not identified: the greeting closes up.
  await expect(reply(desk)).toHaveValue('Olá! O saque cai em minutos.')
  await expect(reply(desk)).toBeFocused()
  await expect(chat.getByText('O saque cai em minutos')).toHaveCount(0)
  await desk.keyboard.type(' Mais alguma coisa?')
  await desk.keyboard.press('Control+Enter')
  await expect(chat.getByText('Olá! O saque cai em minutos. Mais alguma coisa?')).toBeVisible()
  await desk.getByRole('radio', { name: 'Respondidas' }).click()
  await desk.getByRole('button', { name: 'O saque cai em minutos' }).click()
  await reply(desk).fill('Um instante')

  await main(other).getByRole('button', { name: 'Assumir a conversa' }).click()
  await expect(main(other).getByText(`${FIRST} deixa de atender`)).toBeVisible()
  await main(other).getByRole('button', { name: 'Assumir mesmo assim' }).click()
  await expect(reply(other)).toBeFocused()
  // The list of the first one's chats loses it, and the open chat says who has it.
  await expect(main(desk).getByText(`Esta conversa está com ${SECOND}.`)).toBeVisible()
  await owner(other).selectOption(FIRST)
  await expect(reply(desk)).toHaveValue('Um instante')
  await expect(main(other).getByText(`Esta conversa está com ${FIRST}.`)).toBeVisible()
  await owner(desk).selectOption('Ninguém (na fila)')
  await expect(main(desk).getByRole('button', { name: 'Assumir', exact: true })).toBeVisible()
  // It is in no list of theirs any more, and is followed all the same.
  await main(other).getByRole('button', { name: 'Assumir', exact: true }).click()
  await expect(main(desk).getByText(`Esta conversa está com ${SECOND}.`)).toBeVisible()
})

test('a bet attached to a line opens beside the chat, with its player in short', async ({
  openPhone,
  toppedUp,
  world,
}) => {
  const { outcomeId, priceMilli } = await surelyUnder(world)
  const bet = (await call(world, toppedUp.token, '/api/app/sportsbook/betPlay', {
    requestId: randomBytes(16).toString('hex'),
    unitStakeCents: 700,
    accept: 'any',
    legs: [{ outcomeId, priceMilli }],
  })) as { betId: string }
  const words = `Quando sai o resultado? ${toppedUp.email}`
  await call(world, toppedUp.token, '/api/app/support/say', {
    requestId: randomBytes(16).toString('hex'),
    text: words,
    about: { kind: 'bet', id: bet.betId },
  })

  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await openAs(page, `${world.backofficeUrl}/atendimento`, FIRST)
  await page.getByRole('button', { name: words }).click()
  const player = drawer(page)
  await expect(player.getByText('Apostas abertas')).toBeVisible()
  await expect(player.getByText(/^R\$\s7,00$/)).toBeVisible()
  await expect(player.getByText('Depósito', { exact: true })).toBeVisible()
  await picture('backoffice-support-context')
  expect(await complaints(page)).toEqual([])
  await page
    .getByRole('log')
    .getByRole('button', { name: `Sobre a aposta ${bet.betId}` })
    .click()
  await expect(drawer(page).getByText('Seleções')).toBeVisible()
  await picture('backoffice-support-bet')
  expect(await complaints(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(player.getByText('Apostas abertas')).toBeVisible()
  await expect(page.getByRole('log').getByText(words)).toBeVisible()

  // On a phone the player opens over the chat.
  await page.setViewportSize({ width: 393, height: 852 })
  await main(page).getByRole('button', { name: 'Ver o jogador' }).click()
  await expect(drawer(page).getByText('Apostas abertas')).toBeVisible()
  await picture('backoffice-support-context-phone')
  expect(await complaints(page)).toEqual([])
  await drawer(page).getByRole('button', { name: 'Fechar' }).click()
  await picture('backoffice-support-phone')
  await expect(reply(page)).toBeVisible()
})

test('a canned answer is added and changed; a change over a newer version is shown beside it, and is carried over', async ({
  openPhone,
  world,
}) => {
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await openAs(page, `${world.backofficeUrl}/atendimento/respostas`, SECOND)
  await main(page).getByRole('button', { name: 'Nova resposta pronta' }).click()
  await drawer(page).getByLabel('Nome curto').fill('boas-vindas')
  const text = drawer(page).getByRole('textbox', { name: 'Texto em português (Brasil)' })
  await text.fill('Olá, {cpf}')
  await expect(drawer(page).getByRole('button', { name: 'Salvar' })).toBeDisabled()
  await text.fill('Olá, !')
  await text.press('ArrowLeft')
  await drawer(page)
    .getByRole('button', { name: /^Inserir o primeiro nome/ })
    .click()
  await expect(text).toHaveValue('Olá, {firstName}!')
  await picture('backoffice-canned-form')
  expect(await complaints(page)).toEqual([])
  await drawer(page).getByRole('button', { name: 'Salvar' }).click()
  await expect(drawer(page)).toBeHidden()
  await main(page).getByRole('button', { name: 'boas-vindas' }).click()
  await drawer(page).getByLabel('Nome curto').fill('bem-vindo')

  // Meanwhile a colleague changes the text.
  const token = tokens.get(FIRST) ?? ''
  const all = (await call(world, token, cannedPath)) as { cannedAnswerId: string; name: string }[]
  const { cannedAnswerId = '' } = all.find(({ name }) => name === 'boas-vindas') ?? {}
  await call(world, token, `${cannedPath}/${cannedAnswerId}`, {
    requestId: randomBytes(16).toString('hex'),
    baseVersion: 1,
    name: 'boas-vindas',
    texts: { 'pt-BR': 'Bom dia, {firstName}' },
  })
  await drawer(page).getByRole('button', { name: 'Salvar' }).click()
  const conflict = drawer(page).getByRole('alert')
  await expect(conflict.getByRole('insertion')).toHaveText(['Bom dia, {firstName}', 'bem-vindo'])
  await picture('backoffice-canned-conflict')
  expect(await complaints(page)).toEqual([])
  await conflict.getByRole('button', { name: 'Levar a minha mudança' }).click()
  await expect(text).toHaveValue('Bom dia, {firstName}')
  await drawer(page).getByRole('button', { name: 'Salvar' }).click()
  await expect(drawer(page)).toBeHidden()
  await main(page).getByRole('button', { name: 'bem-vindo' }).click()
  await drawer(page).getByRole('button', { name: 'Remover' }).click()
  await drawer(page).getByRole('button', { name: 'Remover de vez' }).click()
  await expect(main(page).getByRole('button', { name: 'bem-vindo' })).toBeHidden()
})

import { expect, type Page } from '@playwright/test'
import { unreadable } from '../../tools/pictures/measure.ts'
import { complaints } from './accessible.ts'
import { comeBack, infoOf, rollElsewhere, turnFactorOn } from './known-player.ts'
import { reviewLarge, wagered, withdrawElsewhere } from './large-withdrawals.ts'
import { CHOSEN, codeOf, issuedByCommand, nextCode, operatorsWith } from './operators.ts'
import { scheduleMatch } from './player.ts'
import { sheet } from './sheets.ts'
import { wagerOnWinner } from './sure-bet.ts'
import { test } from './test.ts'

// In one worker, serially: operators and their requests belong to the worker's app.
test.describe.configure({ mode: 'default' })

const FIRST = 'analista@casa.example'
const SECOND = 'supervisora@casa.example'

const tokens = new Map<string, string>()

test.beforeAll(async ({ world }) => {
  const permissions = [
    'withdrawals.review',
    'settings.read',
    'settings.propose',
    'settings.approve',
    'support.answer',
    'players.read',
    'players.correct',
    'audit.read',
    'books.read',
    'markets.settle',
    'feeds.read',
    'bets.review',
    'bets.read',
    'rounds.read',
    'markets.suspend',
    'topups.giveBack',
    'harm.decide',
    'reports.read',
    'system.read',
    'bank.ask',
  ]
  const [one = '', two = ''] = await operatorsWith(world, permissions, [FIRST, SECOND])
  tokens.set(FIRST, one).set(SECOND, two)
  await reviewLarge(world, one, two)
})

const main = (page: Page) => page.getByRole('main')
const drawer = (page: Page) => page.getByRole('complementary')
const reported = (page: Page) => page.getByRole('status')

/** Signs an operator in from the address. */
async function signIn(page: Page, url: string, email: string): Promise<void> {
  await page.goto(url)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(CHOSEN)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByLabel('Código', { exact: true }).fill(nextCode(email))
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
}

/** Opens a page as a signed-in operator: a second-factor code works only once. */
async function openAs(page: Page, url: string, email: string): Promise<void> {
  const token = tokens.get(email) ?? ''
  await page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), token)
  await page.goto(url)
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
}

test('a large withdrawal is sent by the approval of two operators, and not of one', async ({
  openPhone,
  toppedUp,
  world,
}) => {
  await wagered(world, toppedUp)
  const orderId = await withdrawElsewhere(world, toppedUp)
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })

  await page.goto(world.backofficeUrl)
  expect(await complaints(page)).toEqual([])
  await signIn(page, world.backofficeUrl, FIRST)
  await expect(main(page).getByRole('heading', { name: 'Painel' })).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await main(page).getByRole('link', { name: 'Saques em análise' }).click()
  await main(page)
    .getByRole('button', { name: orderId.slice(0, 8) })
    .click()
  await expect(drawer(page).getByText('Valor alto')).toBeVisible()
  await expect(drawer(page).getByText(orderId)).toBeVisible()
  await picture('backoffice-review')
  expect(await complaints(page)).toEqual([])

  const approve = drawer(page).getByRole('button', { name: 'Aprovar' })
  await expect(approve).toBeDisabled() // no reason yet
  await drawer(page).getByLabel('Motivo').fill('documentos conferidos')
  await approve.click()
  await expect(reported(page).getByText('aprovado; espera o segundo operador')).toBeVisible()
  await main(page)
    .getByRole('button', { name: orderId.slice(0, 8) })
    .click()
  await expect(drawer(page).getByText('o segundo sim tem de ser de outro operador')).toBeVisible()
  await drawer(page).getByLabel('Motivo').fill('mais uma vez')
  await expect(approve).toBeDisabled()

  const { page: other } = await openPhone({ isDesk: true, look: 'light' })
  await openAs(other, `${world.backofficeUrl}/saques?aberto=${orderId}`, SECOND)
  await expect(main(other).getByText('1 de 2')).toBeVisible()
  await drawer(other).getByLabel('Motivo').fill('conferido também por mim')
  await drawer(other).getByRole('button', { name: 'Aprovar' }).click()
  await expect(reported(other).getByText('aprovado e enviado')).toBeVisible()
  await expect(main(other).getByRole('button', { name: orderId.slice(0, 8) })).toBeHidden()

  // Both approved: the chain names them with reasons.
  await page.goto(`${world.backofficeUrl}/auditoria?acao=withdrawal.approved`)
  await expect(main(page).getByText('conferido também por mim')).toBeVisible()
  await expect(main(page).getByText('documentos conferidos')).toBeVisible()
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
})

test('a player asks, an operator answers in the inbox, and the player reads it on the open page', async ({
  openPhone,
  page,
  player,
  world,
}) => {
  const words = `Quando sai o meu saque? ${player.email}`
  await comeBack(page, world, player)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Atendimento ao Cliente' }).click()
  const chat = sheet(page, 'Atendimento')
  await chat.getByRole('textbox', { name: 'Escreva sua mensagem' }).fill(words)
  await chat.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(chat.getByText(words)).toBeVisible()

  const { page: desk, picture } = await openPhone({ isDesk: true, look: 'light' })
  await openAs(desk, `${world.backofficeUrl}/atendimento`, FIRST)
  await desk.getByRole('button', { name: words }).click()
  await expect(desk.getByRole('log').getByText(words)).toBeVisible()
  await desk.getByLabel('Resposta').fill('Ainda hoje, até as 18 h.')
  await desk.keyboard.press('Control+Enter')
  await expect(desk.getByRole('log').getByText('Ainda hoje, até as 18 h.')).toBeVisible()
  await picture('backoffice-support')
  expect(await complaints(desk)).toEqual([])
  await expect(chat.getByText('Ainda hoje, até as 18 h.')).toBeVisible()
})

test('every screen is reachable from the menu, by keyboard too, without axe findings', async ({
  openPhone,
  player,
  world,
}) => {
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await openAs(page, world.backofficeUrl, SECOND)
  for (const name of [
    'Saques',
    'Depósitos',
    'Jogadores',
    'Apostas',
    'Apostas marcadas',
    'Jogos',
    'Eventos e odds',
    'Resultados',
    'Fontes e partidas',
    'Proteção',
    'Números',
    'Promoções',
    'Relatórios à SPA',
    'Textos',
    'Ajustes',
    'Sistema',
    'Auditoria',
  ]) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(main(page).getByRole('heading', { name, level: 1 })).toBeVisible()
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => unreadable(page), `${name} at ${width}`).toEqual([])
    }
    expect(await complaints(page), name).toEqual([])
  }
  for (const [section, tab] of [
    ['Depósitos', 'Pedido'],
    ['Depósitos', 'Avisos parados'],
    ['Jogos', 'Rodadas fora do normal'],
    ['Jogos', 'Rodadas'],
  ] as const) {
    await page.getByRole('navigation').first().getByRole('link', { name: section, exact: true }).click()
    await main(page).getByRole('link', { name: tab, exact: true }).click()
    await expect(main(page).getByRole('link', { name: tab, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    expect(await complaints(page), tab).toEqual([])
  }
  await page.getByRole('link', { name: 'Auditoria', exact: true }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(drawer(page)).toBeVisible()
  await picture('backoffice-audit')
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await page.keyboard.press('/')
  await page.keyboard.type(player.email)
  await page.keyboard.press('Enter')
  await expect(drawer(page).getByText('Jogador', { exact: true })).toBeVisible()
  await drawer(page).getByRole('radio', { name: 'Dinheiro' }).click()
  await expect(drawer(page).getByText('Nível VIP')).toBeVisible()
  await picture('backoffice-player')
  expect(await complaints(page)).toEqual([])
  await drawer(page).getByRole('button', { name: 'Fechar' }).click()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Teclas' })).toBeVisible()
})

test("a player's lost second factor is removed by two operators, and not by one", async ({
  openPhone,
  player,
  world,
}) => {
  await turnFactorOn(world, player)
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  const recordOf = `${world.backofficeUrl}/jogadores?busca=${encodeURIComponent(player.email)}`
  const act = (desk: Page) => drawer(desk).getByText('Retirar a verificação em duas etapas')
  await openAs(page, recordOf, FIRST)
  await expect(drawer(page).getByText(/^Ativada em /)).toBeVisible()
  await act(page).click()
  const ask = drawer(page).getByRole('button', { name: 'Pedir a retirada' })
  await expect(ask).toBeDisabled() // no reason yet
  await drawer(page).getByRole('textbox', { name: 'Motivo' }).fill('ligação de hoje e RG ao lado do rosto')
  await picture('backoffice-second-factor')
  await ask.click()
  await expect(reported(page).getByText('Pedido: espera um segundo operador, independente.')).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Confirmar a retirada' })).toBeDisabled()
  expect(await complaints(page)).toEqual([])

  const { page: other } = await openPhone({ isDesk: true, look: 'light' })
  await openAs(other, recordOf, SECOND)
  await expect(drawer(other).getByText('Espera o segundo operador')).toBeVisible()
  await act(other).click()
  await expect(drawer(other).getByText(/ligação de hoje e RG ao lado do rosto$/)).toBeVisible()
  await drawer(other).getByRole('textbox', { name: 'Motivo' }).fill('liguei também, e respondeu às perguntas')
  expect(await complaints(other)).toEqual([])
  await drawer(other).getByRole('button', { name: 'Confirmar a retirada' }).click()
  await expect(reported(other).getByText(/^A verificação em duas etapas foi retirada/)).toBeVisible()
  await expect(drawer(other).getByText('Não ativada')).toBeVisible()
  await expect(act(other)).toBeHidden()
})

test('an operator finds a bet and a round, opens their receipt and draw, and downloads them as a file', async ({
  openPhone,
  toppedUp,
  world,
}) => {
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await wagerOnWinner(world, toppedUp.token, 50_00)
  await rollElsewhere(world, toppedUp, { stakeCents: 100, targetHundredths: 5000 })
  const { uId } = await infoOf(world, toppedUp)
  await openAs(page, `${world.backofficeUrl}/apostas?jogador=${uId}`, FIRST)
  await expect(main(page).getByRole('button', { name: /^#\d+$/ })).toHaveCount(1)
  await main(page)
    .getByRole('button', { name: /^#\d+$/ })
    .click()
  await expect(drawer(page).getByText('Confere', { exact: true })).toBeVisible()
  await picture('backoffice-bet')
  expect(await complaints(page)).toEqual([])

  await page.goto(`${world.backofficeUrl}/rodadas?jogador=${uId}`)
  await main(page).getByRole('combobox', { name: 'Jogo' }).selectOption({ label: 'Dice' })
  await expect(page).toHaveURL(/jogo=dice/)
  await main(page)
    .getByRole('button', { name: /^#\d+$/ })
    .first()
    .click()
  await expect(drawer(page).getByText('Ainda secreta')).toBeVisible()
  await picture('backoffice-round')
  expect(await complaints(page)).toEqual([])
  const file = page.waitForEvent('download')
  await main(page).getByRole('button', { name: 'CSV' }).click()
  expect((await file).suggestedFilename()).toBe('Rodadas.csv')
})

test('a trader suspends a match by keyboard: the price on an open page is locked, and returns when it is reopened', async ({
  openPhone,
  page,
  player,
  world,
}) => {
  const [home, away] = ['Alto da Mangaba', 'Ponta do Cajá'] as const
  const { fixtureId } = await scheduleMatch(world, { home, away, startsInSeconds: 3600, speed: 1 })
  await comeBack(page, world, player, `/footballPage/${fixtureId}?topic=all`)
  const prices = page.getByRole('button', { name: /, odd [\d.,]+/ })
  await expect(prices.first()).toBeVisible()

  const { page: desk, picture } = await openPhone({ isDesk: true, look: 'light' })
  await openAs(desk, `${world.backofficeUrl}/odds`, FIRST)
  const say = async (key: 's' | 'r', button: string) => {
    await desk.keyboard.press(key)
    await desk.getByRole('dialog').getByLabel('Motivo').fill('refletores apagados')
    await desk.keyboard.press('Enter')
    await expect(reported(desk).getByText(button)).toBeVisible()
  }
  await main(desk)
    .getByRole('button', { name: `${home} x ${away}`, exact: true })
    .focus()
  await say('s', '1 suspenso.')
  await expect(prices).toHaveCount(0)
  await expect(main(desk).getByRole('row', { name: home }).getByText('Suspenso')).toBeVisible()
  await picture('backoffice-trading')
  expect(await complaints(desk)).toEqual([])

  await main(desk)
    .getByRole('button', { name: `${home} x ${away}`, exact: true })
    .focus()
  await say('r', '1 reaberto.')
  await expect(prices.first()).toBeVisible()

  // One market, marked by its key: the others stay open.
  await main(desk)
    .getByRole('button', { name: `${home} x ${away}`, exact: true })
    .click()
  await expect(main(desk).getByRole('heading', { name: `${home} x ${away}` })).toBeVisible()
  await desk.keyboard.press('j')
  await desk.keyboard.press('x')
  await say('s', '1 suspenso.')
  await picture('backoffice-trading-markets')
  expect(await complaints(desk)).toEqual([])
  await expect(page.locator('button.odds[data-locked]').first()).toBeVisible()
  await expect(prices.first()).toBeVisible()
})

test("the dashboard shows today's figures, each linked to its list", async ({ openPhone, world }) => {
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await openAs(page, world.backofficeUrl, FIRST)
  const figures = main(page).getByRole('region', { name: 'Números' })
  await expect(figures.getByText(/R\$/)).not.toHaveCount(0)
  await picture('backoffice-dashboard')
  expect(await complaints(page)).toEqual([])
  await figures.getByRole('link', { name: 'GGR', exact: true }).click()
  await expect(main(page).getByRole('heading', { name: 'Apostas', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/apostas\?de=\d{4}-\d\d-\d\d&ate=/)
})

test('a money setting is shown and proposed in reais, and a share in percent', async ({
  openPhone,
  world,
}) => {
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await openAs(page, `${world.backofficeUrl}/ajustes?aberto=sportsbook`, FIRST)
  await drawer(page).getByRole('radio', { name: 'Propor' }).click()
  await drawer(page).getByLabel('Ajuste').selectOption('maxLossCents')
  const inPlay = drawer(page).getByRole('textbox', { name: 'inPlay' })
  await expect(inPlay).toHaveValue('50000,00')
  await inPlay.fill('muito')
  await expect(drawer(page).getByText('Isto não é um valor em reais')).toBeVisible()
  await inPlay.fill('R$ 60.000,50')
  await page.keyboard.press('Enter')
  await expect(drawer(page).getByRole('deletion')).toHaveText(/R\$\s50\.000,00/)
  await expect(drawer(page).getByRole('insertion')).toHaveText(/R\$\s60\.000,50/)
  await drawer(page).getByLabel('Ajuste').selectOption('builderMarginBps')
  await drawer(page).getByRole('textbox', { name: 'Valor' }).fill('7,5')
  await page.keyboard.press('Enter')
  await expect(drawer(page).getByRole('insertion').getByText('7,5%')).toBeVisible()
  await picture('backoffice-settings')
  expect(await complaints(page)).toEqual([])
})

test('a new operator must choose a password and set up a second factor first', async ({
  openPhone,
  world,
}) => {
  const email = 'terceira@casa.example'
  const oneTimePassword = await issuedByCommand(world, email)
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await page.goto(world.backofficeUrl)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(oneTimePassword)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByLabel('Senha de uso único').fill(oneTimePassword)
  await page.getByLabel('Senha nova').fill(CHOSEN)
  await page.getByRole('button', { name: 'Guardar a senha' }).click()
  await expect(page.getByRole('heading', { name: 'Ligue um segundo fator' })).toBeVisible()
  await page.getByRole('button', { name: 'Mostrar o código QR' }).click()
  const secret = await page.getByText(/^[A-Z2-7]{32}$/).innerText()
  await expect(page.getByRole('img', { name: 'Código QR' })).toBeVisible()
  await picture('backoffice-second-factor')
  expect(await complaints(page)).toEqual([])
  await page.getByLabel('Código', { exact: true }).fill(codeOf(secret, 0))
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
})

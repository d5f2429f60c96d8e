import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { call, comeBack, type KnownPlayer, loseEverything, registered, toppedUp } from './known-player.ts'
import { breakages, isSeen, sheet } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
let phone: Phone
let page: Page
let player: KnownPlayer
const sockets: string[] = []

beforeAll(async () => {
  player = await toppedUp(world, await registered(world))
  phone = await openPhone()
  page = phone.page
  page.on('websocket', (socket) => sockets.push(socket.url()))
})
afterAll(() => phone.close())

const game = () => page.frameLocator('iframe[sandbox]')
const told = () => game().getByRole('status')
const result = /Você ganhou|Voltaram|Não foi desta vez/

async function spin(): Promise<void> {
  const button = game().getByRole('button', { name: 'Girar' })
  await button.click()
  await told().filter({ hasText: result }).waitFor()
}

/** So little is left that no likely win of a small stake brings more than R$ 10. */
const LITTLE_CENTS = 150

test('2.17 a player opens a game of a studio from home, and plays it in its frame', async () => {
  await comeBack(page, world, player)
  await page.getByRole('link', { name: /^Craque de Ouro/ }).click()
  await game().getByRole('button', { name: 'Girar' }).waitFor()
  // In the look of the page around it, whatever the system prefers.
  expect(await game().locator('html').getAttribute('data-theme')).toBe('dark')
  sockets.length = 0
  await spin()
  expect(await page.getByRole('timer').textContent()).toMatch(/^0:\d\d$/)
  expect(await page.locator('header:has([role=timer])').textContent()).toMatch(
    /Resultado da sessão \D{0,2}R\$\s\d/,
  )
  await phone.picture('studio-1-slot')
})

test('4.19 the session clock in the bar counts seconds', async () => {
  const clock = page.getByRole('timer')
  const before = await clock.textContent()
  await expect.poll(() => clock.textContent()).not.toBe(before)
})

const PAYMENT = 'iframe[src*="/pay/"]'

test('a balance below R$ 10 after a round opens the top-up over the game, and it goes on once it is paid', async () => {
  await loseEverything(world, player, LITTLE_CENTS)
  for (let steps = 0; steps < 2; steps += 1) {
    await game().getByRole('button', { name: 'Diminuir a aposta' }).click()
  }
  await spin()
  const prompt = sheet(page, 'Saldo baixo')
  await prompt.waitFor()
  await phone.picture('studio-2-low')
  await prompt.getByRole('button', { name: /^Depositar/ }).click()
  const confirm = page.getByRole('button', { name: 'Confirmar' })
  const pay = page.frameLocator(PAYMENT).getByRole('button', { name: 'Pagar no banco de testes' })
  await confirm.or(page.locator(PAYMENT)).first().waitFor()
  if (await confirm.isVisible()) await confirm.click()
  await pay.click()
  await page.getByText('Recarga bem-sucedida, continue fazendo apostas').waitFor()
  await page.getByRole('button', { name: 'Eu entendi' }).click()
  await expect.poll(() => game().locator('.bar b').textContent()).toMatch(/R\$\s[2-9]\d|R\$\s1\d\d/)
  await spin()
})

test('4.07 no socket is opened while the address is that of a game', async () => {
  await page.reload()
  await game().getByRole('button', { name: 'Girar' }).waitFor()
  expect(sockets).toEqual([])
})

test('a game is played by its keys as soon as it is there', async () => {
  await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('IFRAME')
  // Again where the least time since the last round is not over: a key that comes too soon plays nothing.
  const isPlayed = async () => {
    await page.keyboard.press('Space')
    return told().filter({ hasText: result }).count()
  }
  await expect.poll(isPlayed, { interval: 500 }).toBeGreaterThan(0)
  const stake = game().getByRole('group', { name: 'Aposta' }).getByRole('status')
  const before = await stake.textContent()
  // The stake stands still while the reels turn.
  const isRaised = async () => {
    await page.keyboard.press('ArrowUp')
    return (await stake.textContent()) !== before
  }
  await expect.poll(isRaised, { interval: 500 }).toBe(true)
})

test('rounds are worked out again in the browser, once their seed is revealed', async () => {
  await game().getByRole('button', { name: 'Conferir' }).click()
  expect(await isSeen(game().getByText(/rodadas conferem com a semente revelada/))).toBe(true)
  await game().getByRole('button', { name: 'Fechar' }).click()
})

test('7.09 7.10 home offers to go on with the open game, and to close it', async () => {
  await page.getByRole('button', { name: 'Voltar' }).click()
  const card = page.getByRole('region', { name: 'Jogo em andamento' })
  await card.getByRole('button', { name: 'Continuar' }).click()
  await game().getByRole('button', { name: 'Girar' }).waitFor()
  await page.getByRole('button', { name: 'Voltar' }).click()
  await phone.picture('studio-3-home')
  await card.getByRole('button', { name: 'Encerrar' }).click()
  await card.waitFor({ state: 'hidden' })
  expect(await card.count()).toBe(0)
})

test('the crash opens without money, with a round under way', async () => {
  await page.goto(`${world.url}/play?game=palpite-crash&demo=1`)
  expect(await isSeen(game().getByLabel('Retirar em'))).toBe(true)
  expect(await isSeen(game().locator('.curve strong').filter({ hasText: /\d/ }))).toBe(true)
  await phone.picture('studio-4-crash')
  await game().getByRole('button', { name: 'Conferir' }).click()
  expect(await isSeen(game().getByText(/rodadas? (?:seguem|segue) a cadeia/))).toBe(true)
  await game().getByRole('button', { name: 'Fechar' }).click()
})

test('the crash is played by keys: a target, the bet, and out of it', async () => {
  await game().getByLabel('Retirar em').focus()
  await page.keyboard.type('1,01')
  // Enter stakes while bets are taken, and leaves while the curve grows; a curve that stops at once takes another round.
  const isOut = async () => {
    await page.keyboard.press('Enter')
    return told()
      .filter({ hasText: /Retirado em 1,\d\dx/ })
      .count()
  }
  await expect.poll(isOut, { interval: 400, timeout: 90_000 }).toBeGreaterThan(0)
})

test('a studio that goes silent is told in its frame, and its session is closed', async () => {
  await page.goto(`${world.url}/play?game=palpite-crash`)
  expect(await isSeen(game().locator('.curve strong').filter({ hasText: /\d/ }))).toBe(true)
  expect(await call(world, player.token, '/api/app/game/inPlay')).toMatchObject({ code: 'palpite-crash' })
  await page.route('**/api/crash/stream', (route) => route.fulfill({ status: 502 }))
  await page.reload()
  await page.getByText('O jogo não respondeu').waitFor()
  await expect.poll(() => call(world, player.token, '/api/app/game/inPlay')).toBe(null)
  await page.unroute('**/api/crash/stream')
  await page.goto(`${world.url}/play?game=palpite-crash&demo=1`)
})

test('a game that cannot be opened says so at once, and that the money is safe', async () => {
  await page.route('**/api/app/game/demo', (route) => route.abort(), { times: 1 })
  await page.reload()
  await page.getByText('O jogo não respondeu').waitFor()
  await phone.picture('studio-5-failed')
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  expect(await isSeen(game().locator('.curve strong'))).toBe(true)
})

test('nothing broke on the way', () => {
  expect(breakages(phone.faults())).toEqual([])
})

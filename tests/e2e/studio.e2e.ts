import type { Page } from '@playwright/test'
import { complaints } from './accessible.ts'
import { call, comeBack, loseEverything } from './known-player.ts'
import { sheet } from './sheets.ts'
import { expect, test } from './test.ts'

const SLOT = '/play?game=palpite-slot'
const CRASH = '/play?game=palpite-crash'

const gameOn = (page: Page) => page.frameLocator('iframe[sandbox]')
const spinButton = (page: Page) => gameOn(page).getByRole('button', { name: 'Girar' })
const reported = (page: Page) => gameOn(page).getByRole('status')
const curve = (page: Page) => gameOn(page).locator('.curve strong')
const result = /Você ganhou|Voltaram|Não foi desta vez/

/** The press removes the previous round's messages. */
async function spin(page: Page): Promise<void> {
  await spinButton(page).click()
  await expect(reported(page).filter({ hasText: result })).toBeVisible()
}

/** So low that no likely win of a small stake exceeds R$ 10. */
const LITTLE_CENTS = 150

test.beforeEach(async ({ player, world }) => {
  // A new app loads its studio's games some time after its start.
  const games = async () => JSON.stringify(await call(world, player.token, '/api/app/game/catalogue'))
  await expect.poll(games, { timeout: 90_000 }).toContain('palpite-crash')
})

test('2.17 a player opens a studio game from home, and plays it in its frame', async ({
  page,
  phone,
  toppedUp,
  world,
}) => {
  await comeBack(page, world, toppedUp)
  await page.getByRole('link', { name: /^Craque de Ouro/ }).click()
  await expect(spinButton(page)).toBeVisible()
  // In the page's theme, whatever the system prefers.
  await expect(gameOn(page).locator('html')).toHaveAttribute('data-theme', 'dark')
  await spin(page)
  await expect(page.getByRole('timer')).toHaveText(/^0:\d\d$/)
  await expect(page.locator('header:has([role=timer])')).toHaveText(/Resultado da sessão \D{0,2}R\$\s\d/)
  await phone.picture('studio-1-slot')
})

test('4.19 the session clock in the bar counts seconds', async ({ page, toppedUp, world }) => {
  await comeBack(page, world, toppedUp, SLOT)
  const clock = page.getByRole('timer')
  await expect(clock).toHaveText(/^0:\d\d$/)
  const before = await clock.innerText()
  await expect(clock).not.toHaveText(before)
  await expect(clock).toHaveText(/^\d:\d\d$/)
})

const PAYMENT = 'iframe[src*="/pay/"]'

test('the remaining wagering is beside the game for screen readers too, and axe finds nothing', async ({
  page,
  toppedUp,
  world,
}) => {
  await comeBack(page, world, toppedUp, SLOT)
  await expect(page.getByRole('main').getByText(/^Faltam R\$/)).toBeVisible()
  await expect(spinButton(page)).toBeVisible()
  expect(await complaints(page)).toEqual([])
})

test('the list of studio games has a tab title as every page', async ({ page, world }) => {
  await page.goto(`${world.url}/play`)
  await expect(page.getByRole('heading', { level: 1, name: 'Estúdios' })).toBeVisible()
  await expect(page).toHaveTitle('Estúdios · Palpite')
})

test('a balance below R$ 10 after a round opens the top-up over the game, which continues once paid', async ({
  page,
  phone,
  toppedUp,
  world,
}) => {
  await loseEverything(world, toppedUp, LITTLE_CENTS)
  await comeBack(page, world, toppedUp, SLOT)
  const less = gameOn(page).getByRole('button', { name: 'Diminuir a aposta' })
  for (let steps = 0; steps < 2; steps += 1) await less.click()
  await spin(page)
  const prompt = sheet(page, 'Saldo baixo')
  await expect(prompt).toBeVisible()
  await phone.picture('studio-2-low')
  await prompt.getByRole('button', { name: /^Depositar/ }).click()
  const confirm = page.getByRole('button', { name: 'Confirmar' })
  const pay = page.frameLocator(PAYMENT).getByRole('button', { name: 'Pagar no banco de testes' })
  await expect(confirm.or(page.locator(PAYMENT)).first()).toBeVisible()
  if (await confirm.isVisible()) await confirm.click()
  await pay.click()
  await expect(page.getByText('Recarga bem-sucedida, continue fazendo apostas')).toBeVisible()
  await page.getByRole('button', { name: 'Eu entendi' }).click()
  await expect(gameOn(page).locator('.bar b')).toHaveText(/R\$\s[2-9]\d|R\$\s1\d\d/)
  await spin(page)
})

test("4.07 no socket is open on a game's address", async ({ page, toppedUp, world }) => {
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await comeBack(page, world, toppedUp, SLOT)
  await expect(spinButton(page)).toBeVisible()
  await expect(page.getByRole('timer')).toBeVisible()
  expect(sockets).toEqual([])
  // Outside of it there is one.
  await page.getByRole('button', { name: 'Voltar' }).click()
  await expect.poll(() => sockets.length).toBeGreaterThan(0)
})

test('4.10 a notice is shown over the game, and its window is notified by message', async ({
  page,
  toppedUp,
  world,
}) => {
  await comeBack(page, world, toppedUp, SLOT)
  await expect(spinButton(page)).toBeVisible()
  await gameOn(page)
    .locator('html')
    .evaluate(
      `addEventListener('message', ({ data }) => { if (data.type === 'notice') document.documentElement.dataset.notice = data.text })`,
    )
  // The page knows its last notice; the player's later changes elsewhere are news here.
  await page.waitForResponse('**/api/app/realtime/notice*')
  await call(world, toppedUp.token, '/api/app/protection/limits', { dailyLossCents: 5_000 })
  const news = page.getByRole('status').filter({ hasText: /R\$\s50,00/ })
  await expect(news).toBeVisible()
  await expect(gameOn(page).locator('html')).toHaveAttribute('data-notice', /R\$\s50,00/)
})

test("a game's keys work as soon as it is loaded", async ({ page, toppedUp, world }) => {
  await comeBack(page, world, toppedUp, SLOT)
  await expect(page.locator('iframe[sandbox]')).toBeFocused()
  // Repeated if the minimum interval has not passed: an early key plays nothing.
  const isPlayed = async () => {
    await page.keyboard.press('Space')
    return reported(page).filter({ hasText: result }).count()
  }
  await expect.poll(isPlayed, { intervals: [500] }).toBeGreaterThan(0)
  const stake = gameOn(page).getByRole('group', { name: 'Aposta' }).getByRole('status')
  const before = await stake.textContent()
  // The stake is fixed while the reels turn.
  const raised = async () => {
    await page.keyboard.press('ArrowUp')
    return stake.textContent()
  }
  await expect.poll(raised, { intervals: [500] }).not.toBe(before)
})

test('rounds are recomputed in the browser, once their seed is revealed', async ({
  page,
  toppedUp,
  world,
}) => {
  await comeBack(page, world, toppedUp, SLOT)
  await spin(page)
  await spin(page)
  await gameOn(page).getByRole('button', { name: 'Conferir' }).click()
  await expect(gameOn(page).getByText('2 rodadas conferem com a semente revelada')).toBeVisible()
  await gameOn(page).getByRole('button', { name: 'Fechar' }).click()
})

test('7.09 7.10 home offers to continue the open game, and to close it', async ({
  page,
  phone,
  toppedUp,
  world,
}) => {
  // Opened on a device that then died: nothing reported that it was left.
  const openElsewhere = () => call(world, toppedUp.token, '/api/app/game/launch', { code: 'palpite-slot' })
  const card = page.getByRole('region', { name: 'Jogo em andamento' })
  const limits = () => call(world, toppedUp.token, '/api/app/order/getWithdraw')
  await openElsewhere()
  await comeBack(page, world, toppedUp)
  await card.getByRole('button', { name: 'Continuar' }).click()
  await expect(spinButton(page)).toBeVisible()
  // While it is open nothing may leave (SPEC §3, `lock`); left by its bar or tab, it closes.
  expect(await limits()).toMatchObject({ lock: true })
  await page.getByRole('button', { name: 'Voltar' }).click()
  await expect.poll(limits).toMatchObject({ lock: false })
  await expect(card).toHaveCount(0)
  await page.goto(world.url + SLOT)
  await expect(spinButton(page)).toBeVisible()
  expect(await limits()).toMatchObject({ lock: true })
  await page.goto('about:blank')
  await expect.poll(limits).toMatchObject({ lock: false })
  await openElsewhere()
  await page.goto(`${world.url}/home`)
  await phone.picture('studio-3-home')
  await card.getByRole('button', { name: 'Encerrar' }).click()
  await expect(card).toHaveCount(0)
  await expect.poll(limits).toMatchObject({ lock: false })
  await expect.poll(() => call(world, toppedUp.token, '/api/app/game/inPlay')).toBe(null)
})

test('the crash opens in demo mode, during a round', async ({ page, phone, player, world }) => {
  await comeBack(page, world, player, `${CRASH}&demo=1`)
  const game = gameOn(page)
  await expect(game.getByLabel('Retirar em')).toBeVisible()
  await expect(curve(page).filter({ hasText: /\d/ })).toBeVisible()
  await phone.picture('studio-4-crash')
  await game.getByRole('button', { name: 'Conferir' }).click()
  await expect(game.getByText(/rodadas? (?:seguem|segue) a cadeia/)).toBeVisible()
  await game.getByRole('button', { name: 'Fechar' }).click()
})

test('the crash is played by keys: target, bet, and exit', async ({ page, player, world }) => {
  await comeBack(page, world, player, `${CRASH}&demo=1`)
  await gameOn(page).getByLabel('Retirar em').focus()
  await page.keyboard.type('1,01')
  // Enter bets while bets are accepted, and exits while the curve grows; a curve that stops at once takes another
  // round.
  const isOut = async () => {
    await page.keyboard.press('Enter')
    return reported(page)
      .filter({ hasText: /Retirado em 1,\d\dx/ })
      .count()
  }
  await expect.poll(isOut, { intervals: [400], timeout: 90_000 }).toBeGreaterThan(0)
})

test('a silent studio is reported in its frame, and its session closes', async ({
  page,
  toppedUp,
  world,
}) => {
  const inPlay = () => call(world, toppedUp.token, '/api/app/game/inPlay')
  await comeBack(page, world, toppedUp, CRASH)
  await expect(curve(page).filter({ hasText: /\d/ })).toBeVisible()
  expect(await inPlay()).toMatchObject({ code: 'palpite-crash' })
  await page.route('**/api/crash/stream', (route) => route.fulfill({ status: 502 }))
  await page.reload()
  await expect(page.getByText('O jogo não respondeu')).toBeVisible()
  await expect.poll(inPlay).toBe(null)
})

test('a game that cannot open says so at once, and that the money is safe', async ({
  page,
  phone,
  player,
  world,
}) => {
  await page.route('**/api/app/game/demo', (route) => route.abort(), { times: 1 })
  await comeBack(page, world, player, `${CRASH}&demo=1`)
  await expect(page.getByText('O jogo não respondeu')).toBeVisible()
  await phone.picture('studio-5-failed')
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(curve(page)).toBeVisible()
})

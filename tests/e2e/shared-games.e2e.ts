import { randomBytes } from 'node:crypto'
import { doubleRoundSeconds, luckyRooms } from '@palpite/contract'
import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { complaints } from './accessible.ts'
import { call, comeBack, infoOf, type KnownPlayer, leaveRoundOpen } from './known-player.ts'
import { balanceCents, type World } from './player.ts'
import { ROUND_MS, sharedRoom } from './shared-room.ts'
import { closeSheet, sheet } from './sheets.ts'
import { type PageSample, watchPage } from './page-samples.ts'
import { standStill } from './still.ts'

/** What `toppedUp` has. */
const TOPPED_UP_CENTS = 100_00

const noWider = async (page: Page, width: number) =>
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)

for (const path of ['/double', '/luckyColor']) {
  test(`a visitor watches ${path}, and finds the login where players bet`, async ({ page, phone, world }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await standStill(page, world)
    await page.goto(world.url + path)
    await expect(sharedRoom(page).round()).toContainText(/Rodada \d+/)
    await noWider(page, 320)
    expect(await complaints(page)).toEqual([])
    await phone.picture(`shared-visitor-${path.slice(1)}`)
    await page.getByRole('main').getByRole('button', { name: 'Entrar' }).last().click()
    await expect(page.getByRole('dialog').getByLabel('E-mail')).toBeVisible()
  })
}

test("each room's rounds follow each other as often as the help says", async ({ world }) => {
  const lengths = new Map<string, number>([
    ['double', doubleRoundSeconds],
    ...luckyRooms.map((seconds) => [`luckyColor:${seconds}`, Number(seconds)] as const),
  ])
  for (const [room, seconds] of lengths) {
    const [first, second] = (await roomOf(world, room)).rounds.map(({ opensAt }) => Date.parse(opensAt))
    expect([room, ((second ?? 0) - (first ?? 0)) / 1000]).toEqual([room, seconds])
  }
})

type Draw = { place: number; outcome: number | null }
type Times = { opensAt: string; settlesAt: string }

/** A room's public data. */
const roomOf = async (world: World, name: string) =>
  (await call(world, '', `/api/app/games/shared/${name}`)) as { rounds: (Draw & Times)[]; history: Draw[] }

/** Waits until this round is drawn, before it is revealed; returns the draw. */
async function drawnAt(world: World, name: string, place: number): Promise<number> {
  let outcome: number | null | undefined
  const isDrawn = async () => {
    const { history, rounds } = await roomOf(world, name)
    outcome = [...history, ...rounds].find((each) => each.place === place)?.outcome
    return typeof outcome === 'number'
  }
  await expect.poll(isDrawn, { timeout: ROUND_MS }).toBe(true)
  return outcome ?? -1
}

/** The round this player has bet on. */
async function placeOfBet(world: World, { token }: KnownPlayer, game: string): Promise<number> {
  const { rounds } = (await call(world, token, `/api/app/games/rounds?game=${game}`)) as {
    rounds: { status: string; draw: { place: number } }[]
  }
  return rounds.find(({ status }) => status === 'open')?.draw.place ?? -1
}

/** A room's displays, many for seconds only; the result is the draw with its number. */
type Shown = { phase: string; cents: number; result: string }
const shown = `({
  phase: document.querySelector('main section[data-phase]').dataset.phase,
  cents: Number([...document.querySelectorAll('button')]
    .find((button) => button.textContent.startsWith('Saldo')).textContent.replace(/\\D/g, '')),
  result: [...document.querySelectorAll('main [role=status]')]
    .map(({ textContent }) => textContent).find((words) => /\\d/.test(words)) ?? '',
})`

/** Waits until a room has shown this. */
const untilReported = (sights: () => Promise<PageSample<Shown>[]>, words: RegExp) =>
  expect
    .poll(async () => (await sights()).map(({ what }) => what.result).join('\n'), { timeout: ROUND_MS })
    .toMatch(words)

test.describe('a player', () => {
  test('bets on two colours of double by touch, cancels one, and is paid when the strip has landed', async ({
    page,
    phone,
    world,
    toppedUp,
  }) => {
    const room = sharedRoom(page)
    await comeBack(page, world, toppedUp, '/double')
    await room.untilNotClosing()
    await room.button(/^R\$\s10,00$/).tap()
    await room
      .button(/Vermelho/)
      .first()
      .tap()
    await expect(room.mine()).toContainText(/Vermelho · R\$\s10,00/)
    await room
      .button(/Branco/)
      .first()
      .tap()
    await expect(room.mine()).toContainText(/Branco · R\$\s10,00/)
    await room.button('Desfazer').tap()
    await expect(room.mine().getByText(/Branco/)).toBeHidden()
    await expect.poll(() => balanceCents(page)).toBe(TOPPED_UP_CENTS - 1000)
    const sights = await watchPage<Shown>(page, shown)
    await phone.picture('double-open')
    const place = await placeOfBet(world, toppedUp, 'double')
    const round = (await roomOf(world, 'double')).rounds.find((each) => each.place === place)
    const slot = await drawnAt(world, 'double', place)
    await phone.picture('double-drawing')
    const colour = slot === 0 ? 'Branco' : slot <= 7 ? 'Vermelho' : 'Preto'
    const won = colour === 'Vermelho'
    const brought = `Saldo da rodada ${won ? '\\+' : '−'}\\sR\\$\\s10,00`
    await untilReported(sights, new RegExp(`${colour} ${slot} · ${brought}`))
    await phone.picture('double-result')
    await expect.poll(() => balanceCents(page)).toBe(TOPPED_UP_CENTS - 1000 + (won ? 2000 : 0))
    // Nothing was revealed before the strip had landed.
    const turning = (await sights()).filter(
      ({ at, what }) => at < Date.parse(round?.settlesAt ?? '') && what.phase === 'drawing',
    )
    expect(turning).not.toEqual([])
    for (const { what } of turning) expect(what).toMatchObject({ cents: TOPPED_UP_CENTS - 1000, result: '' })
  })

  test('bets again by keyboard, and more than the balance opens the deposit', async ({
    page,
    world,
    toppedUp,
  }) => {
    const room = sharedRoom(page)
    // Less than R$ 100 is left then, whatever the first bet returns.
    await leaveRoundOpen(world, toppedUp, 1000)
    const { round } = (await call(world, toppedUp.token, '/api/app/games/double/betPlay', {
      requestId: randomBytes(16).toString('hex'),
      stakeCents: 1000,
      colour: 'red',
    })) as { round: { draw: { place: number } } }
    await comeBack(page, world, toppedUp, '/double')
    await expect(room.round()).toContainText(`Rodada ${round.draw.place + 2}`, { timeout: ROUND_MS })
    await expect(room.mine()).toBeHidden()
    await room.button('Repetir').press('Enter')
    await expect(room.mine()).toContainText(/Vermelho · R\$\s10,00/)
    await room.button(/^R\$\s100,00$/).press(' ')
    await room.button(/Preto/).first().press('Enter')
    const deposit = page.getByRole('dialog', { name: /Depósito/ })
    await expect(deposit).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(deposit).toBeHidden()
    await expect(room.mine().getByText(/Preto/)).toHaveCount(0)
  })

  test("recomputes double's draws in its chain's sheet", async ({ page, phone, world, player }) => {
    const room = sharedRoom(page)
    await standStill(page, world)
    await comeBack(page, world, player, '/double')
    await room.button(/ver a cadeia/).click()
    const chain = sheet(page, 'Cadeia de sementes')
    const verify = chain.getByRole('button', { name: 'Verificar aqui' })
    await expect(verify).toBeEnabled({ timeout: ROUND_MS }) // a new app draws first
    await verify.click()
    await expect(chain.getByText('As sementes levam ao compromisso')).toBeVisible()
    await expect(chain.getByText('Os resultados são os das sementes')).toBeVisible()
    expect(await complaints(page)).toEqual([])
    await phone.picture('double-chain')
    await closeSheet(page, 'Cadeia de sementes')
    await room.button('Mais opções do jogo').click()
    await room.button('Regras do jogo').click()
    const rules = sheet(page, 'Regras: Double')
    await expect(rules.getByText('93,33%').first()).toBeVisible()
    await expect(rules.getByText('14,00×')).toBeVisible()
    expect(await complaints(page)).toEqual([])
    await phone.picture('double-rules')
  })

  test('bets on a colour, a digit and a half of lucky colour by keyboard at 320, and sees the result', async ({
    page,
    phone,
    world,
    toppedUp,
  }) => {
    const room = sharedRoom(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await standStill(page, world)
    await comeBack(page, world, toppedUp, '/luckyColor')
    await room.untilNotClosing()
    await room.button(/^Verde/).press('Enter')
    await room.button(/^7/).press('Enter')
    await room.button(/^Alto/).press('Enter')
    await expect(room.mine().getByRole('listitem')).toHaveCount(3)
    await expect.poll(() => balanceCents(page)).toBe(TOPPED_UP_CENTS - 1500)
    const place = await placeOfBet(world, toppedUp, 'luckyColor')
    const sights = await watchPage<Shown>(page, shown)
    await noWider(page, 320)
    expect(await complaints(page)).toEqual([])
    await phone.picture('lucky-open-320')
    const digit = await drawnAt(world, 'luckyColor:30', place)
    const paid =
      (digit === 5 ? 800 : digit % 2 === 1 ? 1000 : 0) + (digit === 7 ? 4800 : 0) + (digit >= 5 ? 960 : 0)
    // With its return, or it may be the previous draw.
    const brought = `Saldo da rodada ${paid > 1500 ? '\\+' : paid < 1500 ? '−' : 'R'}`
    await untilReported(sights, new RegExp(`^${digit}: .*${brought}`, 'm'))
    await expect.poll(() => balanceCents(page)).toBe(TOPPED_UP_CENTS - 1500 + paid)
    await phone.picture('lucky-result-320')
  })

  for (const { path, width, pick } of [
    { path: '/double', width: 320, pick: /Vermelho/ },
    { path: '/luckyColor', width: 393, pick: /^Verde/ },
  ]) {
    test(`bets by touch at ${path} on a screen of ${width}, and cancels it`, async ({
      page,
      world,
      toppedUp,
    }) => {
      const room = sharedRoom(page)
      await page.setViewportSize({ width, height: width === 320 ? 640 : 852 })
      await comeBack(page, world, toppedUp, path)
      await room.untilNotClosing()
      await room.button(pick).first().tap()
      await expect(room.mine().getByRole('listitem')).toHaveCount(1)
      await expect.poll(() => balanceCents(page)).toBe(TOPPED_UP_CENTS - 500)
      await noWider(page, width)
      await room.button('Desfazer').tap()
      await expect(room.mine().getByRole('listitem')).toHaveCount(0)
      await expect.poll(() => balanceCents(page)).toBe(TOPPED_UP_CENTS)
    })
  }

  test('switches to another room of lucky colour, which the address keeps', async ({
    page,
    world,
    player,
  }) => {
    const minute = page.getByRole('radio', { name: '1 min' })
    await comeBack(page, world, player, '/luckyColor')
    await minute.click()
    await expect(page).toHaveURL(/room=60/)
    await page.reload()
    await expect(minute).toBeChecked()
    await expect(sharedRoom(page).round()).toContainText(/Rodada \d+/)
  })

  test('plays double automatically: one bet a round, paid before the player has stopped it', async ({
    page,
    phone,
    world,
    toppedUp,
  }) => {
    const room = sharedRoom(page)
    await comeBack(page, world, toppedUp, '/double')
    await page.getByRole('radio', { name: 'Automático' }).tap()
    await expect(page.getByText('Escolha no tabuleiro em que apostar a cada rodada.')).toBeVisible()
    await room.button(/Preto/).first().tap()
    await page.getByLabel('Aposta', { exact: true }).fill('1')
    await page.getByLabel('Parar com perda de').fill('5')
    await expect(page.getByText(/^Até 10 rodadas, no máximo R\$\s5,00 a perder\.$/)).toBeVisible()
    expect(await complaints(page)).toEqual([])
    await room.button('Começar 10 rodadas').tap()
    await expect(room.mine()).toContainText(/Preto · R\$\s1,00/)
    await room.button('Parar').tap()
    await expect(page.getByText('Você parou o jogo automático.')).toBeVisible({ timeout: ROUND_MS })
    const { balance } = await infoOf(world, toppedUp)
    expect([TOPPED_UP_CENTS - 100, TOPPED_UP_CENTS + 100]).toContain(Math.round(balance * 100))
    await expect.poll(() => balanceCents(page)).toBe(Math.round(balance * 100))
    const run = page.getByRole('region', { name: 'Jogo automático' })
    await expect(run.getByText('Rodada 1 de 10')).toHaveCount(1)
    await phone.picture('double-auto-ended')
  })
})

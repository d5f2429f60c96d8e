import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { complaints } from './accessible.ts'
import { comeBack, registered, toppedUp } from './known-player.ts'
import { balanceCents } from './player.ts'
import { ROUND_MS, type SharedRoom, sharedRoom } from './shared-room.ts'
import { breakages, closeSheet, isSeen, sheet } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
let phone: Phone
let page: Page
let room: SharedRoom

beforeAll(async () => {
  phone = await openPhone()
  page = phone.page
  room = sharedRoom(page)
})
afterAll(() => phone.close())

const noWider = async (width: number) =>
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)

/** Without movement, as some want it: axe looks at a page that stands still. */
const stillness = async (motion: 'on' | 'off') => {
  const look = { name: 'look', value: `theme=dark&text=100&motion=${motion}&language=pt-BR`, url: world.url }
  await page.context().addCookies([look])
}

type Room = {
  history: { place: number; outcome: number | null }[]
  rounds: { place: number; outcome: number | null }[]
}
const outcomeOf = async (room: string, place: number): Promise<number | null | undefined> => {
  const answer = await fetch(`${world.url}/api/app/games/shared/${room}`)
  const { data } = (await answer.json()) as { data: Room }
  return [...data.history, ...data.rounds].find((each) => each.place === place)?.outcome
}
const placeInSight = async () => Number(/Rodada (\d+)/.exec(await room.round().innerText())?.[1]) - 1

test.each(['/double', '/luckyColor'])(
  'a visitor looks on at %s, and finds the way in where players bet',
  async (path) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await stillness('off')
    await page.goto(world.url + path)
    await room
      .round()
      .getByText(/Rodada \d+/)
      .waitFor()
    await noWider(320)
    expect(await complaints(page)).toEqual([])
    await phone.picture(`shared-visitor-${path.slice(1)}`)
    await page.getByRole('main').getByRole('button', { name: 'Entrar' }).last().click()
    expect(await isSeen(page.getByRole('dialog').getByLabel('E-mail'))).toBe(true)
  },
)

describe('a player', () => {
  beforeAll(async () => {
    await page.setViewportSize({ width: 393, height: 852 })
    await stillness('on')
    await comeBack(page, world, await toppedUp(world, await registered(world)), '/double')
  })

  test('bets on two colours of double by touch, takes one back, and is paid when the strip has landed', async () => {
    await room.whileOpen(9)
    const before = await balanceCents(page)
    await room.button(/^R\$\s10,00$/).tap()
    await room
      .button(/Vermelho/)
      .first()
      .tap()
    await room
      .mine()
      .getByText(/Vermelho · R\$\s10,00/)
      .waitFor()
    await room
      .button(/Branco/)
      .first()
      .tap()
    await room
      .mine()
      .getByText(/Branco · R\$\s10,00/)
      .waitFor()
    await room.button('Desfazer').tap()
    await room
      .mine()
      .getByText(/Branco/)
      .waitFor({ state: 'hidden' })
    await expect.poll(() => balanceCents(page)).toBe(before - 1000)
    await phone.picture('double-open')
    const place = await placeInSight()
    await room.round().getByText('Sorteando').waitFor({ timeout: ROUND_MS })
    await expect.poll(() => outcomeOf('double', place)).not.toBeNull()
    // It is drawn, and nobody is told before the strip has landed.
    await phone.picture('double-drawing')
    expect(await balanceCents(page)).toBe(before - 1000)
    await room.round().getByText('Resultado').waitFor()
    const slot = (await outcomeOf('double', place)) ?? -1
    const colour = slot === 0 ? 'Branco' : slot <= 7 ? 'Vermelho' : 'Preto'
    const told = page.getByRole('status').filter({ hasText: `${colour} ${slot}` })
    await told.waitFor()
    const won = colour === 'Vermelho'
    await told.getByText(won ? /Você ganhou R\$\s20,00/ : 'Não foi dessa vez').waitFor()
    await phone.picture('double-result')
    await expect.poll(() => balanceCents(page)).toBe(before - 1000 + (won ? 2000 : 0))
  })

  test('bets again by keyboard, more than there is leads to the deposit', async () => {
    await room.whileOpen(8)
    await room.button('Repetir').press('Enter')
    await room
      .mine()
      .getByText(/Vermelho · R\$\s10,00/)
      .waitFor()
    await room.button(/^R\$\s100,00$/).press(' ')
    // What the rounds before brought is chance: at the latest the second time R$ 100 are more than there is.
    const deposit = page.getByRole('dialog', { name: /Depósito/ })
    const taken = room.mine().getByText(/Preto · R\$\s100,00/)
    await room.button(/Preto/).first().press('Enter')
    await deposit.or(taken).waitFor()
    const isTaken = !(await deposit.isVisible())
    if (isTaken) await room.button(/Preto/).first().press('Enter')
    expect(await isSeen(deposit)).toBe(true)
    await page.keyboard.press('Escape')
    await deposit.waitFor({ state: 'hidden' })
    if (isTaken) await room.button('Desfazer').press('Enter')
    await taken.waitFor({ state: 'hidden' })
  })

  test('works the draws of double out again in the sheet of its chain', async () => {
    await stillness('off')
    await page.goto(`${world.url}/double`)
    await room.button(/ver a cadeia/).click()
    const chain = sheet(page, 'Cadeia de sementes')
    const verify = chain.getByRole('button', { name: 'Verificar aqui' })
    await expect.poll(() => verify.isEnabled(), { timeout: ROUND_MS }).toBe(true)
    await verify.click()
    await chain.getByText('As sementes levam ao compromisso').waitFor()
    await chain.getByText('Os resultados são os das sementes').waitFor()
    expect(await complaints(page)).toEqual([])
    await phone.picture('double-chain')
    await closeSheet(page, 'Cadeia de sementes')
    await room.button('Mais opções do jogo').click()
    await room.button('Regras do jogo').click()
    const rules = sheet(page, 'Regras: Double')
    await rules.getByText('93,33%').first().waitFor()
    await rules.getByText('14,00×').waitFor()
    expect(await complaints(page)).toEqual([])
    await phone.picture('double-rules')
    await closeSheet(page, 'Regras: Double')
  })

  test('bets on a colour, a digit and a half of lucky colour by keyboard at 320, and sees what came', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    // A player who has nothing else in play: what other rounds bring would come in between.
    await comeBack(page, world, await toppedUp(world, await registered(world)), '/luckyColor')
    await room.whileOpen(9)
    const before = await balanceCents(page)
    await room.button(/^Verde/).press('Enter')
    await room.button(/^7/).press('Enter')
    await room.button(/^Alto/).press('Enter')
    await expect.poll(() => room.mine().getByRole('listitem').count()).toBe(3)
    await expect.poll(() => balanceCents(page)).toBe(before - 1500)
    await noWider(320)
    expect(await complaints(page)).toEqual([])
    await phone.picture('lucky-open-320')
    const place = await placeInSight()
    await room.round().getByText('Resultado').waitFor({ timeout: ROUND_MS })
    const digit = (await outcomeOf('luckyColor:30', place)) ?? -1
    await room
      .round()
      .getByRole('status')
      .getByText(new RegExp(`^${digit}: `))
      .waitFor()
    const paid =
      (digit === 5 ? 800 : digit % 2 === 1 ? 1000 : 0) + (digit === 7 ? 4800 : 0) + (digit >= 5 ? 960 : 0)
    await expect.poll(() => balanceCents(page)).toBe(before - 1500 + paid)
    await phone.picture('lucky-result-320')
  })

  test.each([
    { path: '/double', width: 320, pick: /Vermelho/ },
    { path: '/luckyColor', width: 393, pick: /^Verde/ },
  ])('bets by touch at $path on a screen of $width, and takes it back', async ({ path, width, pick }) => {
    await page.setViewportSize({ width, height: width === 320 ? 640 : 852 })
    await comeBack(page, world, await toppedUp(world, await registered(world)), path)
    await room.whileOpen(9)
    const before = await balanceCents(page)
    await room.button(pick).first().tap()
    await expect.poll(() => room.mine().getByRole('listitem').count()).toBe(1)
    await expect.poll(() => balanceCents(page)).toBeLessThan(before)
    await noWider(width)
    await room.button('Desfazer').tap()
    await expect.poll(() => room.mine().getByRole('listitem').count()).toBe(0)
    await expect.poll(() => balanceCents(page)).toBe(before)
  })

  test('goes to another room of lucky colour, which the address keeps', async () => {
    await page.getByRole('radio', { name: '1 min' }).click()
    await expect.poll(() => page.url()).toContain('room=60')
    await page.reload()
    await expect
      .poll(() => page.getByRole('radio', { name: '1 min' }).getAttribute('aria-checked'))
      .toBe('true')
    await room
      .round()
      .getByText(/Rodada \d+/)
      .waitFor()
  })

  test('plays double automatically: one bet a round, which is paid before the player has stopped it', async () => {
    await comeBack(page, world, await toppedUp(world, await registered(world)), '/double')
    await page.getByRole('radio', { name: 'Automático' }).tap()
    await page.getByText('Escolha no tabuleiro em que apostar a cada rodada.').waitFor()
    await room.button(/Preto/).first().tap()
    await page.getByLabel('Aposta', { exact: true }).fill('1')
    await page.getByLabel('Parar com perda de').fill('5')
    await page.getByText(/^Até 10 rodadas, no máximo R\$\s5,00 a perder\.$/).waitFor()
    expect(await complaints(page)).toEqual([])
    const before = await balanceCents(page)
    await room.button('Começar 10 rodadas').tap()
    await room
      .mine()
      .getByText(/Preto · R\$\s1,00/)
      .waitFor()
    await room.button('Parar').tap()
    await page.getByText('Você parou o jogo automático.').waitFor({ timeout: 2 * ROUND_MS })
    const run = page.getByRole('region', { name: 'Jogo automático' })
    expect(await run.getByText('Rodada 1 de 10').count()).toBe(1)
    expect([before - 100, before + 100]).toContain(await balanceCents(page))
    await phone.picture('double-auto-ended')
  })
})

test('nothing broke on the way', () => {
  expect(breakages(phone.faults())).toEqual([])
})

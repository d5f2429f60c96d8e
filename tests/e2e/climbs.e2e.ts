import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { placeMines, placeRows, plainHmac } from '../../packages/games/src/index.ts'
import { complaints } from './accessible.ts'
import { seedsOfOpen, test } from './database.ts'
import { pressOn } from './keys.ts'
import { call, comeBack, infoOf } from './known-player.ts'

const others = (taken: readonly number[], count: number): number[] =>
  Array.from({ length: count }, (_, tile) => tile).filter((tile) => !taken.includes(tile))

const house = (page: Page, tile: number | undefined) =>
  page.getByRole('button', { name: `Casa ${(tile ?? 0) + 1}, fechada`, exact: true })

const step = (page: Page, row: number, tile: number | undefined) =>
  page.getByRole('button', { name: `Fila ${row}, casa ${(tile ?? 0) + 1}, fechada`, exact: true })

const choose = (page: Page) => page.getByRole('button', { name: 'Escolha uma casa' })

const narrow = async (page: Page, width: number) =>
  page.setViewportSize({ width, height: width === 320 ? 640 : 852 })

const isOverWide = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

for (const width of [393, 320]) {
  test(`mines by touch at ${width}: a round outlives a reload and is taken`, async ({
    db,
    page,
    phone,
    toppedUp,
    world,
  }) => {
    await narrow(page, width)
    await comeBack(page, world, toppedUp, '/mines')
    await page.getByRole('button', { name: 'Apostar', exact: true }).click()
    await expect(choose(page)).toBeVisible()
    const [first, second] = others(placeMines(plainHmac, await seedsOfOpen(db, toppedUp), 3), 25)
    await house(page, first).click()
    await expect(page.getByRole('button', { name: /^Retirar.*R\$\s5,65$/ })).toBeVisible()
    await phone.picture(`mines-open-${width}`)
    await page.reload()
    await expect(page.getByRole('button', { name: `Casa ${(first ?? 0) + 1}: diamante` })).toBeVisible()
    await house(page, second).click()
    await page.getByRole('button', { name: /^Retirar.*R\$\s6,45$/ }).click()
    await expect(page.getByText(/^Você retirou R\$\s6,45\.$/)).toBeVisible()
    await expect(page.getByRole('button', { name: /: mina$/ })).toHaveCount(3)
    expect(await isOverWide(page)).toBe(false)
    expect(await complaints(page)).toEqual([])
    await phone.picture(`mines-won-${width}`)
  })
}

test('on a phone that lies on its side the board is beside the bet, and both are in sight', async ({
  page,
  phone,
  toppedUp,
  world,
}) => {
  await page.setViewportSize({ width: 852, height: 393 })
  await comeBack(page, world, toppedUp, '/mines')
  const board = page.getByRole('group', { name: 'Tabuleiro de 5 por 5' })
  const bet = page.getByRole('button', { name: 'Apostar', exact: true })
  await expect(board).toBeInViewport({ ratio: 1 })
  await expect(bet).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('region', { name: 'Sua aposta' })).toBeVisible()
  const [left, right] = [await board.boundingBox(), await bet.boundingBox()]
  expect(right?.x).toBeGreaterThanOrEqual((left?.x ?? Number.NaN) + (left?.width ?? Number.NaN))
  expect(await isOverWide(page)).toBe(false)
  await phone.picture('mines-on-its-side')
})

test('mines by keyboard: arrows lead to a mine, and the stake is lost', async ({
  db,
  page,
  phone,
  toppedUp,
  world,
}) => {
  await comeBack(page, world, toppedUp, '/mines')
  await pressOn(page.getByRole('button', { name: 'Apostar', exact: true }))
  await expect(choose(page)).toBeVisible()
  const before = (await infoOf(world, toppedUp)).balance
  const [mine = 0] = placeMines(plainHmac, await seedsOfOpen(db, toppedUp), 3)
  await house(page, 0).focus()
  for (let row = 0; row < Math.floor(mine / 5); row += 1) await page.keyboard.press('ArrowDown')
  for (let column = 0; column < mine % 5; column += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const lost = new RegExp(`^Casa ${mine + 1}: mina\\. Você perdeu R\\$\\s5,00\\.$`)
  await expect(page.getByText(lost)).toBeVisible()
  await expect(page.getByText(/^Perdeu R\$\s5,00$/)).toBeVisible()
  expect((await infoOf(world, toppedUp)).balance).toBe(before)
  await phone.picture('mines-lost')
})

for (const width of [393, 320]) {
  test(`row double by touch at ${width}: a climb outlives a reload and is taken`, async ({
    db,
    page,
    phone,
    toppedUp,
    world,
  }) => {
    await narrow(page, width)
    await comeBack(page, world, toppedUp, '/rowDouble')
    await page.getByRole('button', { name: 'Começar', exact: true }).click()
    await expect(choose(page)).toBeVisible()
    const rows = placeRows(plainHmac, await seedsOfOpen(db, toppedUp), 'hard')
    await step(page, 1, rows[0]?.[0]).click()
    await expect(page.getByRole('button', { name: /^Retirar.*R\$\s9,80$/ })).toBeVisible()
    await page.reload()
    await step(page, 2, rows[1]?.[0]).click()
    await expect(page.getByRole('button', { name: /^Retirar.*R\$\s19,60$/ })).toBeVisible()
    await phone.picture(`row-double-open-${width}`)
    await page.getByRole('button', { name: /^Retirar/ }).click()
    await expect(page.getByText(/^Você retirou R\$\s19,60\.$/)).toBeVisible()
    expect(await isOverWide(page)).toBe(false)
    expect(await complaints(page)).toEqual([])
  })
}

test('row double by keyboard: a gap ends the climb and shows where it fell', async ({
  db,
  page,
  phone,
  toppedUp,
  world,
}) => {
  await comeBack(page, world, toppedUp, '/rowDouble')
  await pressOn(page.getByRole('button', { name: 'Começar', exact: true }))
  await expect(choose(page)).toBeVisible()
  const [first = []] = placeRows(plainHmac, await seedsOfOpen(db, toppedUp), 'hard')
  const [gap = 0] = others(first, 2)
  await step(page, 1, 0).focus()
  if (gap === 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Você caiu na fila 1 e perdeu R\$\s5,00\.$/)).toBeVisible()
  await expect(page.getByText(/^Perdeu R\$\s5,00$/)).toBeVisible()
  await phone.picture('row-double-lost')
})

/** Starts a round of mines without opening a tile. */
async function beginMines(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Apostar', exact: true }).click()
  await expect(choose(page)).toBeVisible()
}

const giveBack = (page: Page) => page.getByRole('button', { name: /^Receber a aposta de volta/ })

test('a tile that a fault kept closed offers no refund: the round continues with the next tap', async ({
  db,
  page,
  toppedUp,
  world,
}) => {
  await comeBack(page, world, toppedUp, '/mines')
  await beginMines(page)
  const [safe] = others(placeMines(plainHmac, await seedsOfOpen(db, toppedUp), 3), 25)
  const step = '**/api/app/games/mines/step'
  await page.route(step, (route) =>
    route.fulfill({
      status: 500,
      json: { status: 5406, message: 'Esta casa já foi aberta.', data: { code: 'tile_already_open' } },
    }),
  )
  const [refused] = await Promise.all([page.waitForResponse(step), house(page, safe).click()])
  expect(refused.status()).toBe(500)
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button').first().click()
  await expect(choose(page)).toBeVisible()
  await expect(giveBack(page)).toHaveCount(0)
  await page.unroute(step)
  await house(page, safe).click()
  await expect(page.getByRole('button', { name: /^Retirar.*R\$\s5,65$/ })).toBeVisible()
})

test('a player who takes a break in an unopened round gets its stake back at once', async ({
  page,
  phone,
  toppedUp,
  world,
}) => {
  // Only the tile reports the break: other messages arrive late.
  let before: object | undefined
  await page.route('**/api/app/protection/limits', async (route) => {
    before ??= (await (await route.fetch()).json()) as object
    await route.fulfill({ json: before })
  })
  await comeBack(page, world, toppedUp, '/mines')
  const { balance } = await infoOf(world, toppedUp)
  await beginMines(page)
  await call(world, toppedUp.token, '/api/app/protection/timeOut', { length: '24h' })
  await house(page, 0).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eu entendi' }).click()
  await phone.picture('mines-stake-back')
  await giveBack(page).click()
  await expect(giveBack(page)).toHaveCount(0)
  await expect.poll(async () => (await infoOf(world, toppedUp)).balance).toBe(balance)
})

test("an open round is shown on its game's tile, which links back to it", async ({
  page,
  toppedUp,
  world,
}) => {
  const requestId = randomBytes(16).toString('hex')
  const climb = { requestId, stakeCents: 500, difficulty: 'hard' }
  await call(world, toppedUp.token, '/api/app/games/rowDouble/betPlay', climb)
  await comeBack(page, world, toppedUp)
  await page
    .getByRole('link', { name: /Fila Dupla.*Continuar/ })
    .first()
    .click()
  await expect(choose(page)).toBeVisible()
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDb } from '../../apps/server/src/platform/db/index.ts'
import { startPostgres } from '../../apps/server/src/platform/postgres/index.ts'
import { placeMines, placeRows, plainHmac, type Seeds } from '../../packages/games/src/index.ts'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { complaints } from './accessible.ts'
import { comeBack, infoOf, type KnownPlayer, registered, toppedUp } from './known-player.ts'
import { breakages, isSeen } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
let player: KnownPlayer
let phone: Phone
let page: Page
let db: Db

beforeAll(async () => {
  const { ownerUrl } = await startPostgres({ dataDir: world.dataDir }) // attaches to the one that runs
  db = openDb({ url: ownerUrl, connections: 1, onLostConnection: () => {} })
  player = await toppedUp(world, await registered(world))
  phone = await openPhone()
  page = phone.page
})

afterAll(async () => {
  await phone.picture('climbs-last')
  await phone.close()
  await db.close()
})

/** The seeds that decide the open round of this player: only the database knows them while it is open. */
async function seedsOfOpen(): Promise<Seeds> {
  const [seeds] = await db<Seeds[]>`
    select pair.server_seed as "serverSeed", pair.client_seed as "clientSeed", round.nonce
      from games_round round
      join games_seed_pair pair on pair.id = round.seed_pair_id
      join identity_player player on player.id = round.player_id
     where player.email = ${player.email} and round.status = 'open'`
  if (!seeds) throw new Error('no round is open')
  return seeds
}

const others = (taken: readonly number[], count: number): number[] =>
  Array.from({ length: count }, (_, tile) => tile).filter((tile) => !taken.includes(tile))

const house = (tile: number | undefined, state = 'fechada') =>
  page.getByRole('button', { name: `Casa ${(tile ?? 0) + 1}, ${state}`, exact: true })

const step = (row: number, tile: number | undefined) =>
  page.getByRole('button', { name: `Fila ${row}, casa ${(tile ?? 0) + 1}, fechada`, exact: true })

const narrow = async (width: number) => page.setViewportSize({ width, height: width === 320 ? 640 : 852 })

const isOverWide = () =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

test.each([393, 320])('mines by touch at %d: a round outlives a reload and is taken', async (width) => {
  await narrow(width)
  await comeBack(page, world, player, '/mines')
  await page.getByRole('button', { name: 'Apostar', exact: true }).click()
  await page.getByRole('button', { name: 'Escolha uma casa' }).waitFor()
  const [first, second] = others(placeMines(plainHmac, await seedsOfOpen(), 3), 25)
  await house(first).click()
  await page.getByRole('button', { name: /^Retirar.*R\$\s5,65$/ }).waitFor()
  await phone.picture(`mines-open-${width}`)
  await page.reload()
  await isSeen(page.getByRole('button', { name: `Casa ${(first ?? 0) + 1}: diamante` }))
  await house(second).click()
  await page.getByRole('button', { name: /^Retirar.*R\$\s6,45$/ }).click()
  await page.getByText(/^Você retirou R\$\s6,45\.$/).waitFor()
  expect(await page.getByRole('button', { name: /: mina$/ }).count()).toBe(3)
  expect(await isOverWide()).toBe(false)
  expect(await complaints(page)).toEqual([])
  await phone.picture(`mines-won-${width}`)
})

test('mines by keyboard: arrows lead to a mine, and the stake is lost', async () => {
  await narrow(393)
  await comeBack(page, world, player, '/mines')
  await page.getByRole('button', { name: 'Apostar', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Escolha uma casa' }).waitFor()
  const before = (await infoOf(world, player)).balance
  const [mine = 0] = placeMines(plainHmac, await seedsOfOpen(), 3)
  await house(0).focus()
  for (let row = 0; row < Math.floor(mine / 5); row += 1) await page.keyboard.press('ArrowDown')
  for (let column = 0; column < mine % 5; column += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByText(new RegExp(`^Casa ${mine + 1}: mina\\. Você perdeu R\\$\\s5,00\\.$`)).waitFor()
  expect((await infoOf(world, player)).balance).toBe(before)
  await phone.picture('mines-lost')
})

test.each([393, 320])('row double by touch at %d: a climb outlives a reload and is taken', async (width) => {
  await narrow(width)
  await comeBack(page, world, player, '/rowDouble')
  await page.getByRole('button', { name: 'Começar', exact: true }).click()
  await page.getByRole('button', { name: 'Escolha uma casa' }).waitFor()
  const rows = placeRows(plainHmac, await seedsOfOpen(), 'hard')
  await step(1, rows[0]?.[0]).click()
  await page.getByRole('button', { name: /^Retirar.*R\$\s9,80$/ }).waitFor()
  await page.reload()
  await step(2, rows[1]?.[0]).click()
  await page.getByRole('button', { name: /^Retirar.*R\$\s19,60$/ }).waitFor()
  await phone.picture(`row-double-open-${width}`)
  await page.getByRole('button', { name: /^Retirar/ }).click()
  await page.getByText(/^Você retirou R\$\s19,60\.$/).waitFor()
  expect(await isOverWide()).toBe(false)
  expect(await complaints(page)).toEqual([])
})

test('row double by keyboard: a gap ends the climb and shows where it fell', async () => {
  await narrow(393)
  await comeBack(page, world, player, '/rowDouble')
  await page.getByRole('button', { name: 'Começar', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Escolha uma casa' }).waitFor()
  const [first = []] = placeRows(plainHmac, await seedsOfOpen(), 'hard')
  const [gap = 0] = others(first, 2)
  await step(1, 0).focus()
  if (gap === 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  expect(await isSeen(page.getByText(/^Você caiu na fila 1 e perdeu R\$\s5,00\.$/))).toBe(true)
  await phone.picture('row-double-lost')
})

test('an open round is told on the tile of its game, which leads back to it', async () => {
  await comeBack(page, world, player, '/rowDouble')
  await page.getByRole('button', { name: 'Começar', exact: true }).click()
  await page.getByRole('button', { name: 'Escolha uma casa' }).waitFor()
  await page.goto(`${world.url}/home`)
  await page
    .getByRole('link', { name: /Fila Dupla.*Continuar/ })
    .first()
    .click()
  expect(await isSeen(page.getByRole('button', { name: 'Escolha uma casa' }))).toBe(true)
})

test('nothing broke on the way', () => {
  expect(breakages(phone.faults())).toEqual([])
})

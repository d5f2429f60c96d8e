import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Db, openDb } from '../../apps/server/src/platform/db/index.ts'
import { startPostgres } from '../../apps/server/src/platform/postgres/index.ts'
import { placeMines, plainHmac, type Seeds } from '../../packages/games/src/index.ts'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { complaints } from './accessible.ts'
import { comeBack, type KnownPlayer, registered, rollElsewhere, toppedUp } from './known-player.ts'
import { breakages, closeSheet, isSeen, sheet } from './sheets.ts'

const world = inject('app')
/** A round of double lasts thirty seconds: the next one but one is drawn within this. */
const ROUND_MS = 70_000
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
  await phone.picture('fairness-last')
  await phone.close()
  await db.close()
})

/** The seeds of the open round of this player: only the database knows them while it is open. */
async function seedsOfOpen(): Promise<Seeds> {
  const [seeds] = await db<Seeds[]>`
    select pair.server_seed as "serverSeed", pair.client_seed as "clientSeed", round.nonce
      from games_round round
      join games_seed_pair pair on pair.id = round.seed_pair_id
      join identity_player player on player.id = round.player_id
     where player.email = ${player.email} and round.status = 'open' and round.game = 'mines'`
  if (!seeds) throw new Error('no round is open')
  return seeds
}

const RULES = '**/api/app/games/rules'

test('an open round of a game that was closed is played to its end, and no other begins', async () => {
  await comeBack(page, world, player, '/mines')
  await page.getByRole('button', { name: 'Apostar', exact: true }).click()
  await page.getByRole('button', { name: 'Escolha uma casa' }).waitFor()
  await page.route(RULES, async (route) => {
    const answer = await route.fetch()
    const envelope = (await answer.json()) as { data: { game: string }[] }
    const data = envelope.data.map((game) => (game.game === 'mines' ? { ...game, isOpen: false } : game))
    await route.fulfill({ response: answer, json: { ...envelope, data } })
  })
  await page.reload()
  await page.getByText('Este jogo está em pausa. Termine a rodada aberta').waitFor()
  expect(await complaints(page)).toEqual([])
  const mines = placeMines(plainHmac, await seedsOfOpen(), 3)
  const safe = Array.from({ length: 25 }, (_, tile) => tile).find((tile) => !mines.includes(tile)) ?? 0
  await page.getByRole('button', { name: `Casa ${safe + 1}, fechada`, exact: true }).click()
  await phone.picture('closed-game-open-round')
  await page.getByRole('button', { name: /^Retirar/ }).click()
  await page.getByText(/^Você retirou R\$/).waitFor()
  expect(await page.getByRole('button', { name: 'Este jogo está em pausa' }).isDisabled()).toBe(true)
  await page.reload()
  await page.getByText('Ele volta em breve. Seu saldo está intacto.').waitFor()
  expect(await page.getByRole('button', { name: /^Casa/ }).count()).toBe(0)
  await page.unroute(RULES)
})

test('1.19 the receipt of a round tells that its commitment stands in the public log, proven here', async () => {
  await rollElsewhere(world, player, { stakeCents: 100, targetHundredths: 5000 })
  await page.goto(`${world.url}/registros?tab=games`)
  await page.getByRole('button', { name: 'Verificar' }).first().click()
  const receipt = sheet(page, 'Jogo verificável')
  await receipt.getByText('O compromisso está no registro público').waitFor()
  await receipt.getByText(/Linha [\d.]+ de [\d.]+ · assinatura/).waitFor()
  expect(await complaints(page)).toEqual([])
  await receipt.getByText('O compromisso está no registro público').scrollIntoViewIfNeeded()
  await phone.picture('receipt-in-log')
  await closeSheet(page, 'Jogo verificável')
})

test('1.19 from the records a bet on double leads to the very draw that decided it', async () => {
  await page.goto(`${world.url}/double`)
  const bet = page.getByRole('region', { name: 'Minhas apostas' }).getByText(/Vermelho · R\$/)
  await expect
    .poll(
      async () => {
        await page
          .getByRole('button', { name: /Vermelho/ })
          .first()
          .click({ timeout: 2000 })
          .catch(() => {})
        return bet.count()
      },
      { timeout: ROUND_MS },
    )
    .toBeGreaterThan(0)
  await expect
    .poll(
      async () => {
        const [round] = await db<{ status: string }[]>`
          select round.status from games_round round
            join identity_player player on player.id = round.player_id
           where player.email = ${player.email} and round.game = 'double' order by round.id desc limit 1`
        return round?.status
      },
      { timeout: ROUND_MS },
    )
    .toMatch(/won|lost/)
  await page.goto(`${world.url}/registros?tab=games`)
  await page.getByRole('button', { name: 'Verificar' }).first().click()
  const chain = sheet(page, 'Corrente de sementes')
  await chain.getByText(/^Da semente sai \d+: o mesmo resultado da rodada$/).waitFor()
  await chain.getByText(/levam? desta semente ao compromisso$/).waitFor()
  await chain.getByText('O compromisso está no registro público').waitFor()
  expect(await isSeen(chain.getByText(/^Rodada [\d.]+ da corrente$/).first())).toBe(true)
  expect(await complaints(page)).toEqual([])
  await phone.picture('draw-of-bet')
})

test('nothing broke on the way', () => {
  expect(breakages(phone.faults())).toEqual([])
})

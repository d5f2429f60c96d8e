import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDb } from '../../apps/server/src/platform/db/index.ts'
import { startPostgres } from '../../apps/server/src/platform/postgres/index.ts'
import { placeMines, plainHmac, type Seeds } from '../../packages/games/src/index.ts'
import type { SignedRecord } from '../../packages/games/src/records.ts'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { complaints } from './accessible.ts'
import { comeBack, type KnownPlayer, registered, rollElsewhere, toppedUp } from './known-player.ts'
import { ROUND_MS, sharedRoom } from './shared-room.ts'
import { breakages, closeSheet, isSeen, sheet } from './sheets.ts'
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
  const room = sharedRoom(page)
  await room.whileOpen(9)
  await room
    .button(/Vermelho/)
    .first()
    .click()
  await room
    .mine()
    .getByText(/Vermelho · R\$/)
    .waitFor()
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
  const chain = sheet(page, 'Cadeia de sementes')
  await chain.getByText(/^Da semente sai \d+: o mesmo resultado da rodada$/).waitFor()
  await chain.getByText(/levam? desta semente ao compromisso$/).waitFor()
  await chain.getByText('O compromisso está no registro público').waitFor()
  expect(await isSeen(chain.getByText(/^Rodada [\d.]+ da cadeia$/).first())).toBe(true)
  expect(await complaints(page)).toEqual([])
  await phone.picture('draw-of-bet')
})

/** Opens the page that verifies without a network, from the disk, in a browser that has none. */
async function openOffline(pageFile: string) {
  const offline = await openPhone()
  await offline.page.context().setOffline(true)
  await offline.page.goto(pathToFileURL(pageFile).href)
  return offline
}

test('1.19 all rounds of a revealed pair are taken away and worked out again without a network', async () => {
  for (const targetHundredths of [1000, 5000, 9000])
    await rollElsewhere(world, player, { stakeCents: 100, targetHundredths })
  await page.goto(`${world.url}/dice`)
  await page.getByRole('button', { name: /ver semente/ }).click()
  const fair = sheet(page, 'Jogo verificável')
  await fair.getByRole('button', { name: 'Trocar sementes' }).click()
  await fair.getByText('Semente revelada').waitFor()
  await fair.getByText(/^Par [0-9a-f]{8}…/).waitFor()
  await fair.getByRole('button', { name: 'Baixar arquivo' }).scrollIntoViewIfNeeded()
  await phone.picture('round-files')
  expect(await complaints(page)).toEqual([])
  const folder = mkdtempSync(join(tmpdir(), 'palpite-rounds-'))
  const [fileAt, forgedAt, pageAt] = ['rounds.json', 'forged.json', 'verificar.html'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    fair.getByRole('button', { name: 'Baixar arquivo' }).click(),
  ])
  await saved.saveAs(fileAt)
  const [savedPage] = await Promise.all([
    page.waitForEvent('download'),
    fair.getByRole('link', { name: 'Baixar a página de conferência' }).click(),
  ])
  await savedPage.saveAs(pageAt)

  const offline = await openOffline(pageAt)
  try {
    const verdict = offline.page.locator('#verdict')
    const choose = offline.page.getByLabel('Arquivo de rodadas')
    await choose.setInputFiles(fileAt)
    // Five rounds: one of mines, one before, three now.
    expect(await verdict.innerText()).toBe('Tudo confere: 5 rodadas')
    await offline.page.getByText(/^✓ O arquivo está assinado pela chave [0-9a-f]{64}/).waitFor()
    await offline.page.getByText(/^✓ As sementes foram fixadas antes, no registro público/).waitFor()
    await offline.page.getByText('✓ O registro público está assinado pela mesma chave.').waitFor()
    expect(await complaints(offline.page)).toEqual([])
    await offline.picture('offline-right')

    const file = JSON.parse(readFileSync(fileAt, 'utf8')) as SignedRecord
    const rounds = file.content.rounds.map((round, at) =>
      at === 2 ? { ...round, payoutCents: round.payoutCents + 500 } : round,
    )
    writeFileSync(forgedAt, JSON.stringify({ ...file, content: { ...file.content, rounds } }))
    await choose.setInputFiles(forgedAt)
    await offline.page.getByText(/^✗ A assinatura não é a do arquivo/).waitFor()
    const wrong = offline.page.getByRole('row').nth(3)
    expect(await wrong.innerText()).toMatch(/o arquivo diz R\$\s[\d,]+, a conta dá R\$\s[\d,]+/)
    expect(await offline.page.getByRole('row').nth(2).innerText()).toContain('✓ confere')
    await offline.picture('offline-wrong')
    expect(offline.faults()).toEqual([])
  } finally {
    await offline.close()
    rmSync(folder, { recursive: true, force: true })
  }
  await closeSheet(page, 'Jogo verificável')
})

test('the page that verifies is served at its address under a policy that lets it ask nobody', async () => {
  const answer = await fetch(`${world.url}/verificar.html`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/)
  expect(policy).not.toContain('connect-src')
  await page.goto(`${world.url}/verificar.html`)
  expect(await isSeen(page.getByRole('heading', { name: 'Conferência de rodadas' }))).toBe(true)
  await expect(page.evaluate('fetch("/api/app/games/rules").then(() => "asked")')).rejects.toThrow(
    'Failed to fetch',
  )
})

const MENU = 'Mais opções do jogo'

test.each([
  { path: '/dice', title: 'Regras de Dice' },
  { path: '/limbo', title: 'Regras de Limbo' },
  { path: '/mines', title: 'Regras de Mines' },
  { path: '/rowDouble', title: 'Regras de Fila Dupla' },
  { path: '/double', title: 'Regras: Double' },
  { path: '/luckyColor', title: 'Regras: Cor da Sorte' },
])(
  'the rules at $path tell pay table, chances, exact return, least and most stake, and the most that is paid',
  async ({ path, title }) => {
    // Without movement, as some want it: axe looks at a page that stands still, and a room hardly does.
    const look = { name: 'look', value: 'theme=dark&text=100&motion=off&language=pt-BR', url: world.url }
    await page.context().addCookies([look])
    await comeBack(page, world, player, path)
    await page.getByRole('button', { name: MENU }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Regras do jogo' }).click()
    const rules = sheet(page, title)
    await rules
      .getByText(/Aposta de R\$\s0,10 a R\$\s5\.000,00; uma rodada paga no máximo R\$\s[\d.]+,00/)
      .waitFor()
    await rules.getByText(/^RTP, o retorno teórico ao jogador: \d\d(,\d+)?%/).waitFor()
    for (const name of ['Paga', 'Chance', 'RTP'])
      expect(await isSeen(rules.getByRole('columnheader', { name, exact: true }))).toBe(true)
    expect(await rules.getByRole('cell', { name: /^\d\d(,\d+)?%$/ }).count()).toBeGreaterThan(2)
    expect(await complaints(page)).toEqual([])
    await phone.picture(`rules${path.replace('/', '-')}`)
    await page.setViewportSize({ width: 320, height: 640 })
    // Not wider than the smallest phone, the sheet itself included.
    const isWider =
      'document.querySelector("dialog[open]").scrollWidth > document.documentElement.clientWidth'
    expect(await page.evaluate(isWider)).toBe(false)
    await phone.picture(`rules${path.replace('/', '-')}-320`)
    await page.setViewportSize({ width: 393, height: 852 })
    await closeSheet(page, title)
  },
)

test('nothing broke on the way', () => {
  // What the policy of the offline page refused, asked for on purpose.
  expect(breakages(phone.faults()).filter((fault) => !fault.includes('Content Security Policy'))).toEqual([])
})

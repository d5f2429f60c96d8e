import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { placeMines, plainHmac } from '../../packages/games/src/index.ts'
import type { SignedRecord } from '../../packages/games/src/records.ts'
import { complaints } from './accessible.ts'
import { seedsOfOpen, test } from './database.ts'
import { call, comeBack, leaveRoundOpen, rollElsewhere } from './known-player.ts'
import { ROUND_MS, sharedRoom } from './shared-room.ts'
import { sheet } from './sheets.ts'
import { standStill } from './still.ts'

const RULES = '**/api/app/games/rules'

test('an open round of a closed game is played to its end, and no other starts', async ({
  db,
  page,
  phone,
  toppedUp,
  world,
}) => {
  await leaveRoundOpen(world, toppedUp)
  await page.route(RULES, async (route) => {
    const answer = await route.fetch()
    const envelope = (await answer.json()) as { data: { game: string }[] }
    const data = envelope.data.map((game) => (game.game === 'mines' ? { ...game, isOpen: false } : game))
    await route.fulfill({ response: answer, json: { ...envelope, data } })
  })
  await comeBack(page, world, toppedUp, '/mines')
  await expect(page.getByText('Este jogo está em pausa. Termine a rodada aberta')).toBeVisible()
  expect(await complaints(page)).toEqual([])
  const mines = placeMines(plainHmac, await seedsOfOpen(db, toppedUp), 3)
  const safe = Array.from({ length: 25 }, (_, tile) => tile).find((tile) => !mines.includes(tile)) ?? 0
  await page.getByRole('button', { name: `Casa ${safe + 1}, fechada`, exact: true }).click()
  await phone.picture('closed-game-open-round')
  await page.getByRole('button', { name: /^Retirar/ }).click()
  await expect(page.getByText(/^Você retirou R\$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Este jogo está em pausa' })).toBeDisabled()
  await page.reload()
  await expect(page.getByText('Ele volta em breve. Seu saldo está intacto.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Casa/ })).toHaveCount(0)
})

const IN_LOG = 'O compromisso está no registro público'

test("1.19 a round's receipt shows that its commitment is in the public log, proven here", async ({
  page,
  phone,
  toppedUp,
  world,
}) => {
  await rollElsewhere(world, toppedUp, { stakeCents: 100, targetHundredths: 5000 })
  await comeBack(page, world, toppedUp, '/registros?tab=games')
  await page.getByRole('button', { name: 'Verificar' }).first().click()
  const receipt = sheet(page, 'Jogo verificável')
  await expect(receipt.getByText(IN_LOG)).toBeVisible()
  await expect(receipt.getByText(/Linha [\d.]+ de [\d.]+ · assinatura/)).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await receipt.getByText(IN_LOG).scrollIntoViewIfNeeded()
  await phone.picture('receipt-in-log')
})

test('1.19 from the records a bet on double leads to the draw that decided it', async ({
  db,
  page,
  phone,
  toppedUp,
  world,
}) => {
  await comeBack(page, world, toppedUp, '/double')
  const room = sharedRoom(page)
  await room.whileOpen(9)
  await room
    .button(/Vermelho/)
    .first()
    .click()
  await expect(room.mine().getByText(/Vermelho · R\$/)).toBeVisible()
  const statusOfLast = async () => {
    const [round] = await db<{ status: string }[]>`
      select round.status from games_round round
        join identity_player player on player.id = round.player_id
       where player.email = ${toppedUp.email} and round.game = 'double' order by round.id desc limit 1`
    return round?.status
  }
  await expect.poll(statusOfLast, { timeout: ROUND_MS }).toMatch(/won|lost/)
  await page.goto(`${world.url}/registros?tab=games`)
  await page.getByRole('button', { name: 'Verificar' }).first().click()
  const chain = sheet(page, 'Cadeia de sementes')
  await expect(chain.getByText(/^Da semente sai \d+: o mesmo resultado da rodada$/)).toBeVisible()
  await expect(chain.getByText(/levam? desta semente ao compromisso$/)).toBeVisible()
  await expect(chain.getByText(IN_LOG)).toBeVisible()
  await expect(chain.getByText(/^Rodada [\d.]+ da cadeia$/).first()).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await phone.picture('draw-of-bet')
})

/** Presses a download button, and keeps the file here. */
async function saveAs(page: Page, file: string, press: () => Promise<void>): Promise<void> {
  const [saved] = await Promise.all([page.waitForEvent('download'), press()])
  await saved.saveAs(file)
}

/** Writes the file again with one round's payout raised by R$ 5. */
function forge(fileAt: string, forgedAt: string): void {
  const file = JSON.parse(readFileSync(fileAt, 'utf8')) as SignedRecord
  const rounds = file.content.rounds.map((round, at) =>
    at === 2 ? { ...round, payoutCents: round.payoutCents + 500 } : round,
  )
  writeFileSync(forgedAt, JSON.stringify({ ...file, content: { ...file.content, rounds } }))
}

test('1.19 all rounds of a revealed pair are downloaded and recomputed offline', async ({
  openPhone,
  page,
  phone,
  toppedUp,
  world,
}, testInfo) => {
  // A round of mines ended by its first tile or the cash-out after it, and three of dice.
  const { token } = toppedUp
  const roundId = await leaveRoundOpen(world, toppedUp)
  const next = (tile: number | null) => ({ requestId: randomBytes(16).toString('hex'), roundId, tile })
  const { round } = (await call(world, token, '/api/app/games/mines/step', next(0))) as {
    round: { status: string }
  }
  if (round.status === 'open') await call(world, token, '/api/app/games/mines/step', next(null))
  for (const targetHundredths of [1000, 5000, 9000])
    await rollElsewhere(world, toppedUp, { stakeCents: 100, targetHundredths })

  await comeBack(page, world, toppedUp, '/dice')
  await page.getByRole('button', { name: /ver semente/ }).click()
  const fair = sheet(page, 'Jogo verificável')
  await fair.getByRole('button', { name: 'Trocar sementes' }).click()
  await expect(fair.getByText('Semente revelada')).toBeVisible()
  await expect(fair.getByText(/^Par [0-9a-f]{8}…/)).toBeVisible()
  await fair.getByRole('button', { name: 'Baixar arquivo' }).scrollIntoViewIfNeeded()
  await phone.picture('round-files')
  expect(await complaints(page)).toEqual([])
  const fileAt = testInfo.outputPath('rounds.json')
  const forgedAt = testInfo.outputPath('forged.json')
  const pageAt = testInfo.outputPath('verificar.html')
  await saveAs(page, fileAt, () => fair.getByRole('button', { name: 'Baixar arquivo' }).click())
  await saveAs(page, pageAt, () => fair.getByRole('link', { name: 'Baixar a página de conferência' }).click())

  // From disk, in a browser without network.
  const offline = await openPhone()
  await offline.page.context().setOffline(true)
  await offline.page.goto(pathToFileURL(pageAt).href)
  const choose = offline.page.getByLabel('Arquivo de rodadas')
  await choose.setInputFiles(fileAt)
  await expect(offline.page.locator('#verdict')).toHaveText('Tudo confere: 4 rodadas')
  for (const reported of [
    /^✓ O arquivo está assinado pela chave [0-9a-f]{64}/,
    /^✓ As sementes estão no registro público/,
    '✓ O registro público está assinado pela mesma chave.',
  ])
    await expect(offline.page.getByText(reported)).toBeVisible()
  expect(await complaints(offline.page)).toEqual([])
  await offline.picture('offline-right')

  forge(fileAt, forgedAt)
  await choose.setInputFiles(forgedAt)
  await expect(offline.page.getByText(/^✗ A assinatura não é a do arquivo/)).toBeVisible()
  const rows = offline.page.getByRole('row')
  await expect(rows.nth(3)).toHaveText(/o arquivo diz R\$\s[\d,]+, a conta dá R\$\s[\d,]+/)
  await expect(rows.nth(2)).toContainText('✓ confere')
  await offline.picture('offline-wrong')
  expect(offline.faults()).toEqual([])
})

test.describe('offline', () => {
  // Requests that the page's policy blocks are made on purpose.
  test.use({ allowedFaults: /^Failed to load resource|Content Security Policy/ })

  test('the verifier page is served at its address under a policy that blocks requests', async ({
    page,
    world,
  }) => {
    const answer = await fetch(`${world.url}/verificar.html`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/)
    expect(policy).not.toContain('connect-src')
    await page.goto(`${world.url}/verificar.html`)
    await expect(page.getByRole('heading', { name: 'Conferência de rodadas' })).toBeVisible()
    await expect(page.evaluate('fetch("/api/app/games/rules").then(() => "asked")')).rejects.toThrow(
      'Failed to fetch',
    )
  })
})

const MENU = 'Mais opções do jogo'

for (const { path, title } of [
  { path: '/dice', title: 'Regras de Dice' },
  { path: '/limbo', title: 'Regras de Limbo' },
  { path: '/mines', title: 'Regras de Mines' },
  { path: '/rowDouble', title: 'Regras de Fila Dupla' },
  { path: '/double', title: 'Regras: Double' },
  { path: '/luckyColor', title: 'Regras: Cor da Sorte' },
]) {
  test(`the rules at ${path} state pay table, chances, exact return, minimum and maximum stake, and maximum payout`, async ({
    page,
    phone,
    player,
    world,
  }) => {
    // Under reduced motion: axe needs a still page, and a room rarely is.
    await standStill(page, world)
    await comeBack(page, world, player, path)
    await page.getByRole('button', { name: MENU }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Regras do jogo' }).click()
    const rules = sheet(page, title)
    const stakes = /Aposta de R\$\s0,10 a R\$\s5\.000,00; uma rodada paga no máximo R\$\s[\d.]+,00/
    await expect(rules.getByText(stakes)).toBeVisible()
    await expect(rules.getByText(/^RTP, o retorno teórico ao jogador: \d\d(,\d+)?%/)).toBeVisible()
    for (const name of ['Paga', 'Chance', 'RTP'])
      await expect(rules.getByRole('columnheader', { name, exact: true })).toBeVisible()
    // At least three lines state a percentage.
    await expect(rules.getByRole('cell', { name: /^\d\d(,\d+)?%$/ }).nth(2)).toBeVisible()
    expect(await complaints(page)).toEqual([])
    await phone.picture(`rules${path.replace('/', '-')}`)
    await page.setViewportSize({ width: 320, height: 640 })
    // Not wider than the smallest phone, including the sheet itself.
    const isWider =
      'document.querySelector("dialog[open]").scrollWidth > document.documentElement.clientWidth'
    await expect.poll(() => page.evaluate(isWider)).toBe(false)
    await phone.picture(`rules${path.replace('/', '-')}-320`)
  })
}

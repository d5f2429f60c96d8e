import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { until } from '../../tools/test/until.ts'

/** The app as a player finds it: the product, and the world outside it in a box. */
export type World = { url: string; sandboxUrl: string }

export type NewPlayer = { email: string; password: string; phone: string; name: string; cpf: string }

/** Somebody who has never been here: an e-mail and a CPF that nobody used, the CPF with right check digits. */
export function somebodyNew(): NewPlayer {
  const number = randomInt(100_000_000, 1_000_000_000)
  return {
    email: `jogador${number}@palpite.example`,
    password: `senha-${number}-forte`,
    phone: `119${String(number).slice(0, 8)}`,
    name: 'Joana da Silva',
    cpf: cpfOf(String(number)),
  }
}

function cpfOf(nine: string): string {
  const digit = (digits: string) => {
    const sum = digits.split('').reduce((total, one, at) => total + Number(one) * (digits.length + 1 - at), 0)
    return sum % 11 < 2 ? 0 : 11 - (sum % 11)
  }
  const ten = nine + String(digit(nine))
  return ten + String(digit(ten))
}

const drawn = new WeakMap<Page, string>()

/** Remembers which captcha was drawn last on this page, so that it can be read. Call before the first visit. */
export function noteCaptchas(page: Page): void {
  page.on('request', (request) => {
    const codeId = /\/captcha\/(\d+)/.exec(request.url())?.[1]
    if (codeId !== undefined) drawn.set(page, codeId)
  })
}

/** Reads the captcha in sight. A person looks; a test asks the sandbox what was drawn. */
export async function readCaptcha(page: Page, world: World): Promise<string> {
  await page.getByRole('img', { name: 'Imagem com os caracteres a digitar' }).waitFor()
  return until('the sandbox knows the captcha in sight', async () => {
    const answer = await fetch(`${world.sandboxUrl}/captcha/${drawn.get(page)}`)
    return answer.ok && ((await answer.json()) as { text: string }).text
  })
}

/** Types what the captcha shows. */
export async function solveCaptcha(page: Page, world: World): Promise<void> {
  await page.getByLabel('Código de verificação').fill(await readCaptcha(page, world))
}

/** Opens the register sheet from home and fills everything but the last press. */
export async function fillRegistration(page: Page, world: World, player: NewPlayer): Promise<void> {
  await page.getByRole('button', { name: 'Cadastrar' }).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('E-mail').fill(player.email)
  await sheet.getByLabel('Telefone').fill(player.phone)
  await sheet.getByLabel('Senha', { exact: true }).fill(player.password)
  await sheet.getByLabel('Repita a senha').fill(player.password)
  await solveCaptcha(page, world)
}

/** Enters with e-mail and password, from wherever a login sheet is open. */
export async function enter(
  page: Page,
  world: World,
  { email, password }: Pick<NewPlayer, 'email' | 'password'>,
) {
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('E-mail').fill(email)
  await sheet.getByLabel('Senha', { exact: true }).fill(password)
  await solveCaptcha(page, world)
  await sheet.getByRole('button', { name: 'Entrar', exact: true }).click()
}

/** The balance that the bar shows, in cents. */
export async function balanceCents(page: Page): Promise<number> {
  const shown = await page
    .getByRole('button', { name: /^Saldo/ })
    .first()
    .innerText()
  return Number(shown.replace(/\D/g, ''))
}

/** Schedules a simulated match between two clubs of one invented league, and tells how it will end. */
export async function scheduleMatch(
  world: World,
  match: {
    home: string
    away: string
    startsInSeconds: number
    speed: number
    firstGoal?: { from: number; to: number }
  },
): Promise<{ fixtureId: string; result: { home: number; away: number } }> {
  const answer = await fetch(`${world.url}/api/sandbox/match`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(match),
  })
  const { data } = (await answer.json()) as {
    data: { fixtureId: string; result: { home: number; away: number } }
  }
  return data
}

/** How a match stands after it was advanced. */
type Advanced = { minute: number | null; home: number | null; away: number | null; isReached: boolean }

/**
 * Plays a scheduled match now up to its kick-off, its next goal, a minute or its end. From there it goes on at its own
 * speed. What was decided on the way is settled when this returns.
 */
export async function advance(
  world: World,
  fixtureId: string,
  to: 'kick-off' | 'goal' | 'end' | { minute: number },
): Promise<Advanced> {
  const answer = await fetch(`${world.url}/api/sandbox/match/${fixtureId}/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to }),
  })
  const { data } = (await answer.json()) as { data: Advanced }
  if (!data.isReached) throw new Error(`match ${fixtureId} never gets to ${JSON.stringify(to)}`)
  return data
}

type Line = { type: string; period: string; lineQuarters: number; outcomes: Offered[] }
type Offered = { code: string; outcomeId: string; priceMilli: number }

/**
 * Fewer goals than the lowest line above what a match that is still to be played will end with: whenever they fall, this
 * is worth nearly all it returns before the match is over.
 */
export async function surelyUnder(world: World): Promise<Offered & { fixtureId: string }> {
  const clubs = { home: 'Praia da Pitanga', away: 'Duna do Siri', startsInSeconds: 3600, speed: 1 }
  const { fixtureId, result } = await scheduleMatch(world, clubs)
  const answer = await fetch(`${world.url}/api/app/sportsbook/fixture/${fixtureId}`)
  const { data } = (await answer.json()) as { data: { markets: Line[] } }
  const goals = result.home + result.away
  const [line] = data.markets
    .filter(({ type, period }) => type === 'football.total' && period === 'full')
    .filter(({ lineQuarters }) => lineQuarters > goals * 4 + 1)
    .toSorted((one, other) => one.lineQuarters - other.lineQuarters)
  const under = line?.outcomes.find(({ code }) => code === 'under')
  // A match with more goals than any line is followed by another one.
  return under ? { ...under, fixtureId } : surelyUnder(world)
}

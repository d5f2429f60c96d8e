import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { until } from '../../tools/test/until.ts'

/** The app for a player: the product and the sandbox. */
export type World = { url: string; sandboxUrl: string }

export type NewPlayer = { email: string; password: string; phone: string; name: string; cpf: string }

/** A new person: an unused e-mail and a valid unused CPF. */
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

/** Records the last captcha drawn on this page, so that it can be solved. Call before the first visit. */
export function noteCaptchas(page: Page): void {
  page.on('request', (request) => {
    const codeId = /\/captcha\/(\d+)/.exec(request.url())?.[1]
    if (codeId !== undefined) drawn.set(page, codeId)
  })
}

/** Solves the visible captcha: the sandbox says what was drawn. */
export async function readCaptcha(page: Page, world: World): Promise<string> {
  await page.getByRole('img', { name: 'Imagem com os caracteres a digitar' }).waitFor()
  return until('the sandbox knows the captcha in sight', async () => {
    const answer = await fetch(`${world.sandboxUrl}/captcha/${drawn.get(page)}`)
    return answer.ok && ((await answer.json()) as { text: string }).text
  })
}

/** Types the captcha's solution. */
export async function solveCaptcha(page: Page, world: World): Promise<void> {
  await page.getByLabel('Código de verificação').fill(await readCaptcha(page, world))
}

/** Opens the register sheet from home and fills everything except the last press. */
export async function fillRegistration(page: Page, world: World, player: NewPlayer): Promise<void> {
  await page.getByRole('button', { name: 'Cadastrar' }).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('E-mail').fill(player.email)
  await sheet.getByLabel('Telefone').fill(player.phone)
  await sheet.getByLabel('Senha', { exact: true }).fill(player.password)
  await sheet.getByLabel('Repita a senha').fill(player.password)
  await solveCaptcha(page, world)
}

/** Logs in with e-mail and password in an open login sheet. */
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

/** The bar's balance in cents. */
export async function balanceCents(page: Page): Promise<number> {
  const shown = await page
    .getByRole('button', { name: /^Saldo/ })
    .first()
    .innerText()
  return Number(shown.replace(/\D/g, ''))
}

/** Schedules a simulated match between two clubs of one invented league, and returns its result. */
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

/** A match's state after advancing. */
type Advanced = { minute: number | null; home: number | null; away: number | null; isReached: boolean }

type Moment = 'kick-off' | 'goal' | 'end' | { minute: number }

/**
 * Plays a scheduled match to its kick-off, next goal, a minute or its end; it then continues at its own speed. What it
 * decided is settled when this returns.
 */
export async function advance(world: World, fixtureId: string, to: Moment): Promise<Advanced> {
  const advanced = await tryAdvance(world, fixtureId, to)
  if (!advanced.isReached) throw new Error(`match ${fixtureId} never gets to ${JSON.stringify(to)}`)
  return advanced
}

/** The same for a match of the calendar, which may be called off or postponed: then nothing was played. */
export async function tryAdvance(world: World, fixtureId: string, to: Moment): Promise<Advanced> {
  const answer = await fetch(`${world.url}/api/sandbox/match/${fixtureId}/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to }),
  })
  return ((await answer.json()) as { data: Advanced }).data
}

type Line = { type: string; period: string; lineQuarters: number; outcomes: Offered[] }
type Offered = { code: string; outcomeId: string; priceMilli: number }

/** Fewer goals than the lowest line above an unplayed match's final total: this is nearly certain before the end. */
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
  // A match with more goals than any line is replaced by another.
  return under ? { ...under, fixtureId } : surelyUnder(world)
}

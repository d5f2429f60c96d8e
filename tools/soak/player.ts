import { setTimeout as sleep } from 'node:timers/promises'
import { systemRandom } from '../../apps/server/src/platform/crypto.ts'
import { type Draw, drawsOf } from '../adversary/fuzz.ts'
import { freshCpf } from '../adversary/players.ts'
import type { World } from './world.ts'

/** What was acknowledged under a request id, to be asked once more in the end. */
export type Acknowledged = { path: string; body: Record<string, unknown>; answer: Data; wasCutOff: boolean }

export type Data = Record<string, unknown>

/** An answer of the server: a refusal has its code. */
export type Answer = { status: number; code: string | undefined; data: Data }

/** A virtual player, and all that the product acknowledged to them. */
export type Player = {
  at: number
  /** All that they choose follows from it. */
  draw: Draw
  email: string
  password: string
  cpf: string
  address: string
  token: string
  /** Their last steps, for whoever looks into a failure. */
  steps: string[]
  acknowledged: Acknowledged[]
  /** Refused after nobody had answered: the first call may still have been decided later. Asked again before going home. */
  doubts: { path: string; body: Record<string, unknown> }[]
  /** Rounds by their ids: what was staked, and what was paid once that is known. */
  rounds: Map<string, { stakeCents: number; payoutCents: number | undefined }>
  /** Rounds of mines and row double that are not over, by game. */
  openRounds: Map<string, string>
  bets: Map<string, { stakeCents: number }>
  /** Cash-outs by the bets they were of. */
  soldCents: Map<string, number>
  withdrawals: Map<string, number>
  /** What the bank says it took from them, by its end-to-end ids. */
  paid: Set<string>
  lines: Set<string>
  /** What of a limit may be used at most, since it was set, by kind. */
  limits: Map<string, number>
  isOnBreak: boolean
  needsMoney: boolean
  withdrawnCents: number
  bearer: string | undefined
  invitation: string | undefined
  /** What should never be answered. */
  wrong: string[]
}

/** What all players met together. */
export type Tally = {
  answered: number
  cutOff: number
  refused: Map<string, number>
  acts: Map<string, number>
}

export type Life = {
  world: World
  seed: number
  tally: Tally
  isOver: () => boolean
  /** Nothing is done any more: what is asked now is no step of a player. */
  isQuiet: boolean
}

const LAST_STEPS = 30
const RETRY_MS = 250
/** A server that was killed on a busy machine is back in a minute; longer than this nobody is away. */
const MAX_RETRIES = 1200
/** Come again: nothing was done. */
const PUT_OFF = new Set(['too_many_requests', 'busy', 'fault', 'round_too_soon'])
/** What no right request is answered, whatever happens outside. */
const NEVER = new Set(['bug', 'bad_request', 'not_found', 'logged_out', 'request_mismatch', 'forbidden'])

/** A player of this seed, who has not registered yet. */
export function newPlayer(seed: number, at: number): Player {
  const draw = drawsOf(seed * 100_003 + at)
  const name = `soak-${seed}-${at}`
  return {
    at,
    draw,
    email: `${name}@palpite.example`,
    password: `senha-${name}-forte`,
    cpf: freshCpf({ random: { ...systemRandom, below: draw.below } }),
    address: `10.${at >> 8}.${at & 255}.7`,
    token: '',
    steps: [],
    acknowledged: [],
    doubts: [],
    rounds: new Map(),
    openRounds: new Map(),
    bets: new Map(),
    soldCents: new Map(),
    withdrawals: new Map(),
    paid: new Set(),
    lines: new Set(),
    limits: new Map(),
    isOnBreak: false,
    needsMoney: true,
    withdrawnCents: 0,
    bearer: undefined,
    invitation: undefined,
    wrong: [],
  }
}

/** Writes a step of the player down; the oldest ones are forgotten. */
export function note(player: Player, step: string): void {
  player.steps.push(`${new Date().toISOString().slice(11, 23)} ${step}`)
  if (player.steps.length > LAST_STEPS) player.steps.shift()
}

/** Notes what must never be, with where the player was. */
export function fault(player: Player, what: string): void {
  note(player, `WRONG: ${what}`)
  player.wrong.push(what)
}

/**
 * One call, made again until it is answered by something else than that it should come again, of either server, as an app
 * does it. Answers also whether it was cut off before.
 */
export async function ask(
  life: Life,
  player: Player,
  path: string,
  body?: Record<string, unknown>,
): Promise<Answer & { wasCutOff: boolean }> {
  let wasCutOff = false
  for (let tries = 0; tries < MAX_RETRIES; tries += 1) {
    const answer = await answerOf(player.draw.pick(life.world.urls()) + path, player, body)
    if (answer && !isPutOff(answer)) {
      tell(life, player, { path, body, answer })
      return { ...answer, wasCutOff }
    }
    if (!answer || answer.code === 'busy' || answer.code === 'fault') wasCutOff = true
    if (!answer) life.tally.cutOff += 1
    await sleep(RETRY_MS)
  }
  throw new Error(`${player.email} is never answered at ${path}`)
}

/** A call that acts once, however often it is made. What it answers is kept, to be compared in the end. */
export async function act(
  life: Life,
  player: Player,
  path: string,
  body: Record<string, unknown>,
): Promise<Answer> {
  const requestId = `soak-${life.seed}-${player.at}-${player.draw.below(1e9)}-${player.draw.below(1e9)}`
  const named = { requestId: requestId.padEnd(24, '0'), ...body }
  const { wasCutOff, ...answer } = await ask(life, player, path, named)
  if (answer.status === 200) player.acknowledged.push({ path, body: named, answer: answer.data, wasCutOff })
  else if (wasCutOff) player.doubts.push({ path, body: named })
  return answer
}

const isPutOff = ({ code }: Answer): boolean => code !== undefined && PUT_OFF.has(code)

type Told = { path: string; body: Record<string, unknown> | undefined; answer: Answer }

function tell({ tally, isQuiet }: Life, player: Player, { path, body, answer }: Told): void {
  tally.answered += 1
  const shown = answer.status === 200 ? JSON.stringify(answer.data).slice(0, 160) : answer.code
  if (!isQuiet) note(player, `${path} ${body ? JSON.stringify(body) : ''} → ${answer.status} ${shown}`)
  if (answer.code === undefined) return
  tally.refused.set(answer.code, (tally.refused.get(answer.code) ?? 0) + 1)
  if (NEVER.has(answer.code)) fault(player, `${path} answered ${answer.code}`)
}

/** The envelope, or nothing where the line was cut: nobody knows yet. */
export async function answerOf(
  address: string,
  { token, address: from }: Pick<Player, 'token' | 'address'>,
  body?: object,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(address, {
      method: body ? 'POST' : 'GET',
      headers: {
        'x-forwarded-for': from,
        ...(token && { authorization: token }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    })
    const { status, data } = (await response.json()) as { status: number; data: Data | null }
    const { code = `status ${status}` } = (data ?? {}) as { code?: string }
    return { status, code: status === 200 ? undefined : code, data: data ?? {} }
  } catch {
    return undefined
  }
}

export type Round = { roundId: string; status: string; stakeCents: number; payoutCents: number }

export function noteRound(player: Player, { roundId, status, stakeCents, payoutCents }: Round): void {
  const isOpen = status === 'open'
  player.rounds.set(roundId, { stakeCents, payoutCents: isOpen ? undefined : payoutCents })
}

/** How many tiles a row, or the board, of a game of steps has. */
export const TILES: Readonly<Record<string, number>> = { mines: 25, rowDouble: 3 }

/** Writes down what turned out to have been done. */
export function adopt(player: Player, data: Data): void {
  const {
    round,
    betId,
    stakeCents,
    paidCents,
    bet: sold,
    orderId,
    lineId,
  } = data as {
    round?: Round & { game: string }
    betId?: string
    stakeCents?: number
    paidCents?: number
    bet?: { betId: string; sold: { paidCents: number } }
    orderId?: string
    lineId?: string
  }
  if (round) noteRound(player, round)
  if (round?.status === 'open' && round.game in TILES) player.openRounds.set(round.game, round.roundId)
  if (betId !== undefined && stakeCents !== undefined) player.bets.set(betId, { stakeCents })
  if (paidCents !== undefined && sold) player.soldCents.set(sold.betId, sold.sold.paidCents)
  if (orderId !== undefined) player.withdrawals.set(orderId, 0)
  if (lineId !== undefined) player.lines.add(lineId)
}

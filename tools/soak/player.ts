import { setTimeout as sleep } from 'node:timers/promises'
import { systemRandom } from '../../apps/server/src/platform/crypto.ts'
import { type Draw, drawsOf } from '../adversary/fuzz.ts'
import { freshCpf } from '../adversary/players.ts'
import type { World } from './world.ts'

/** An acknowledged request, to be repeated at the end. */
export type Acknowledged = { path: string; body: Record<string, unknown>; answer: Data; wasCutOff: boolean }

export type Data = Record<string, unknown>

/** A server's answer: a refusal has its code. */
export type Answer = { status: number; code: string | undefined; data: Data }

/** A virtual player, and everything acknowledged to them. */
export type Player = {
  at: number
  /** The source of all their choices. */
  draw: Draw
  email: string
  password: string
  cpf: string
  address: string
  token: string
  /** Their last steps, for debugging. */
  steps: string[]
  acknowledged: Acknowledged[]
  /** Refused after an unanswered call, which may still have succeeded: asked again at the end. */
  doubts: { path: string; body: Record<string, unknown> }[]
  /** Rounds by id: stake, and payout once known. */
  rounds: Map<string, { stakeCents: number; payoutCents: number | undefined }>
  /** Open rounds of mines and row double, by game. */
  openRounds: Map<string, string>
  bets: Map<string, { stakeCents: number }>
  /** Cash-outs by bet. */
  soldCents: Map<string, number>
  withdrawals: Map<string, number>
  /** The bank's debits, by end-to-end id. */
  paid: Set<string>
  lines: Set<string>
  /** The maximum use of a limit since it was set, by kind. */
  limits: Map<string, number>
  isOnBreak: boolean
  needsMoney: boolean
  withdrawnCents: number
  bearer: string | undefined
  invitation: string | undefined
  /** Answers that must never occur. */
  wrong: string[]
}

/** Statistics over all players. */
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
  /** The run is ending: further requests are no player steps. */
  isQuiet: boolean
}

const LAST_STEPS = 30
const RETRY_MS = 250
/** A killed server on a busy machine is back in a minute; no outage is longer. */
const MAX_RETRIES = 1200
/** Try again: nothing was done. */
const RETRIED = new Set(['too_many_requests', 'busy', 'fault', 'round_too_soon'])
/** Answers that no correct request gets, whatever happens outside. */
const NEVER = new Set(['bug', 'bad_request', 'not_found', 'logged_out', 'request_mismatch', 'forbidden'])

/** A seeded player, not registered yet. */
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

/** Records a player's step; the oldest are dropped. */
export function note(player: Player, step: string): void {
  player.steps.push(`${new Date().toISOString().slice(11, 23)} ${step}`)
  if (player.steps.length > LAST_STEPS) player.steps.shift()
}

/** Records a fault, with the player's step. */
export function fault(player: Player, what: string): void {
  note(player, `WRONG: ${what}`)
  player.wrong.push(what)
}

/**
 * A call, repeated on either server until answered with something other than "try again", as an app does. Also returns
 * whether it was interrupted before.
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
      report(life, player, { path, body, answer })
      return { ...answer, wasCutOff }
    }
    if (!answer || answer.code === 'busy' || answer.code === 'fault') wasCutOff = true
    if (!answer) life.tally.cutOff += 1
    await sleep(RETRY_MS)
  }
  throw new Error(`${player.email} is never answered at ${path}`)
}

/** An idempotent call. Its answer is kept for comparison at the end. */
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

const isPutOff = ({ code }: Answer): boolean => code !== undefined && RETRIED.has(code)

type Reported = { path: string; body: Record<string, unknown> | undefined; answer: Answer }

function report({ tally, isQuiet }: Life, player: Player, { path, body, answer }: Reported): void {
  tally.answered += 1
  const shown = answer.status === 200 ? JSON.stringify(answer.data).slice(0, 160) : answer.code
  if (!isQuiet) note(player, `${path} ${body ? JSON.stringify(body) : ''} → ${answer.status} ${shown}`)
  if (answer.code === undefined) return
  tally.refused.set(answer.code, (tally.refused.get(answer.code) ?? 0) + 1)
  if (NEVER.has(answer.code)) fault(player, `${path} answered ${answer.code}`)
}

/** The envelope, or undefined if the connection broke: outcome unknown. */
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

/** A step game's tiles per row or board. */
export const TILES: Readonly<Record<string, number>> = { mines: 25, rowDouble: 3 }

/** Records what turned out to have been done. */
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

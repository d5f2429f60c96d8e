import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallingPlayer } from './callers.ts'
import { counted, type Load, newLoad } from './load.ts'

/** A request of a round: a bet, or a step. Sent until it is answered, as the app does. */
export type Asked = {
  playerId: number
  requestId: string
  path: string
  body: Record<string, unknown>
  /** How often it was sent. */
  tries: number
}

/** A round as answered. */
export type AnsweredRound = {
  roundId: string
  status: string
  stakeCents: number
  payoutCents: number
  multiplierE4: number
  state: { opened?: number[]; picks?: number[] }
  choice: Record<string, unknown>
}

/** What all callers observed. */
export type Met = {
  asked: Asked[]
  /** Wrong answers: refusals, and rounds that continued differently than they were played. */
  wrong: string[]
  /** Rounds whose callers lost a request in the middle. */
  cutOff: number
}

/** Six games at this pace are below the thirty calls a second of one player. */
const PACE_MS = 300
const STAKE = { min: 10, max: 300 }

const BETS = {
  dice: () => ({ direction: 'over', targetHundredths: 5050 }),
  limbo: () => ({ targetHundredths: 200 }),
  mines: () => ({ mineCount: 3 }),
  rowDouble: () => ({ difficulty: 'easy' }),
  double: () => ({ colour: ['white', 'red', 'black'][randomInt(3)] }),
  luckyColor: () => ({ room: '30', pick: ['green', 'red', 'violet', '7', 'small'][randomInt(5)] }),
} as const

type Game = keyof typeof BETS

/** Tiles that can be picked. */
const TILES: Partial<Record<Game, number>> = { mines: 25, rowDouble: 4 }

export type Call = { url: string; player: CallingPlayer; met: Met; load: Load }

/**
 * Every player in every game at once, round after round, until stopped; then each ends its round. Returns their load,
 * and a function that stops them.
 */
export function playUntilStopped(url: string, players: readonly CallingPlayer[]) {
  const met: Met = { asked: [], wrong: [], cutOff: 0 }
  const load = newLoad()
  const stopped = { now: false }
  const playing = players.flatMap((player) =>
    (Object.keys(BETS) as Game[]).map(async (game) => {
      while (!stopped.now) {
        await playRound({ url, player, met, load }, game)
        await sleep(PACE_MS)
      }
    }),
  )
  const stop = async (): Promise<Met> => {
    stopped.now = true
    await Promise.all(playing)
    return met
  }
  return { load, stop }
}

async function playRound(call: Call, game: Game): Promise<void> {
  const round = await begin(call, game)
  const tiles = TILES[game]
  if (round && tiles !== undefined) await playOn(call, game, { round, tiles, until: randomInt(1, 4) })
}

/** Begins a round, or bets on a draw. */
export const begin = (call: Call, game: Game): Promise<AnsweredRound | undefined> =>
  insist(call, `/api/app/games/${game}/betPlay`, {
    stakeCents: randomInt(STAKE.min, STAKE.max),
    ...BETS[game](),
  })

/** Picks one tile after the other, and cashes out after this many. Each answer must show every picked tile. */
async function playOn(
  call: Call,
  game: Game,
  { round, tiles, until }: { round: AnsweredRound; tiles: number; until: number },
): Promise<void> {
  const picked: number[] = []
  let now: AnsweredRound | undefined = round
  while (now?.status === 'open') {
    await sleep(PACE_MS)
    const tile: number | null = picked.length < until ? freeTile(game, tiles, picked) : null
    now = await insist(call, `/api/app/games/${game}/step`, { roundId: round.roundId, tile })
    if (!now) return
    if (tile !== null) picked.push(tile)
    const shown = now.state.opened ?? now.state.picks
    if (JSON.stringify(shown) !== JSON.stringify(picked) || now.stakeCents !== round.stakeCents)
      call.met.wrong.push(`${game} after ${JSON.stringify(picked)}: ${JSON.stringify(now)}`)
  }
  const paid = Math.floor(((now?.stakeCents ?? 0) * (now?.multiplierE4 ?? 0)) / 10_000)
  if (now && now.payoutCents !== paid) call.met.wrong.push(`${game} paid ${JSON.stringify(now)}`)
}

function freeTile(game: Game, tiles: number, picked: readonly number[]): number {
  for (;;) {
    const tile = randomInt(tiles)
    if (game !== 'mines' || !picked.includes(tile)) return tile
  }
}

/** Sends a request until it is answered. Returns its round, or undefined if refused, which is recorded. */
export async function insist(
  { url, player, met, load }: Call,
  path: string,
  body: Record<string, unknown>,
): Promise<AnsweredRound | undefined> {
  const requestId = randomUUID()
  const asked: Asked = { playerId: player.playerId, requestId, path, body: { requestId, ...body }, tries: 0 }
  met.asked.push(asked)
  for (;;) {
    asked.tries += 1
    const answer = await counted(load, send(url + path, player.token, asked.body))
    if (answer?.status === 200) return answer.data['round'] as AnsweredRound
    // Within the minimum time of a round it waits, as the app does.
    const isEarly = answer?.data['code'] === 'round_too_soon'
    if (answer && !isEarly && ![429, 503].includes(answer.status)) {
      met.wrong.push(`${path} ${JSON.stringify(asked.body)}: ${JSON.stringify(answer)}`)
      return undefined
    }
    if (!answer) met.cutOff += 1
    await sleep(PACE_MS)
  }
}

type Envelope = { status: number; data: Record<string, unknown> }

/** The envelope, or undefined if the connection was lost: the outcome is unknown. */
async function send(url: string, token: string, body: object): Promise<Envelope | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    })
    return (await response.json()) as Envelope
  } catch {
    return undefined
  }
}

import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { counted, newLoad } from './load.ts'

/** A stake sent: a round of dice, or a bet. `answer` is set once the server acknowledged it. */
export type Sent = {
  requestId: string
  playerId: number
  path: string
  body: Record<string, unknown>
  answer?: Record<string, unknown>
}

export type CallingPlayer = { playerId: number; token: string }

type Offer = { outcomeId: string; priceMilli: number }

/** A player is admitted thirty times a second. */
export const PACE_MS = 40

const DICE = '/api/app/games/dice/betPlay'
export const BET = '/api/app/sportsbook/betPlay'

/** One stake: dice twice as often as bets. */
function newStake({ playerId }: CallingPlayer, offers: readonly Offer[]): Sent {
  const requestId = randomUUID()
  const offer = offers[randomInt(offers.length)]
  const stakeCents = randomInt(100, 300)
  if (!offer || randomInt(3) > 0) {
    const body = { requestId, stakeCents, direction: 'over', targetHundredths: 5050 }
    return { requestId, playerId, path: DICE, body }
  }
  return {
    requestId,
    playerId,
    path: BET,
    body: { requestId, unitStakeCents: stakeCents, legs: [offer], accept: 'any' },
  }
}

/** Sends a stake and stores the answer. True if the server acknowledged it. */
export async function send(url: string, player: CallingPlayer, sent: Sent): Promise<boolean> {
  try {
    const response = await fetch(url + sent.path, {
      method: 'POST',
      headers: { authorization: player.token, 'content-type': 'application/json' },
      body: JSON.stringify(sent.body),
      signal: AbortSignal.timeout(10_000),
    })
    const envelope = (await response.json()) as { status: number; data: Record<string, unknown> }
    // A server learns within a second that rounds may follow at once; until then it refuses early ones.
    if (envelope.data?.['code'] === 'round_too_soon') {
      await sleep(Number(envelope.data['waitMs']))
      return await send(url, player, sent)
    }
    if (envelope.status !== 200) {
      if (process.env['SHOW']) process.stderr.write(JSON.stringify([sent.path, envelope]) + '\n')
      return false
    }
    Object.assign(sent, { answer: envelope.data })
    return true
  } catch {
    return false // the connection was lost: the outcome is unknown
  }
}

/**
 * Players who stake repeatedly until stopped. Returns their load, and a function that stops them and returns all they
 * sent.
 */
export function callUntilStopped(url: string, players: readonly CallingPlayer[], offers: readonly Offer[]) {
  let stopped = false
  const all: Sent[] = []
  const load = newLoad()
  const calling = players.map(async (player) => {
    while (!stopped) {
      const sent = newStake(player, offers)
      all.push(sent)
      await Promise.all([counted(load, send(url, player, sent)), sleep(PACE_MS)])
    }
  })
  const stop = async (): Promise<Sent[]> => {
    stopped = true
    await Promise.all(calling)
    return all
  }
  return { load, stop }
}

/** Sends all of it once more; returns what was acknowledged before and now answers differently. */
export async function changedAnswers(
  url: string,
  players: readonly CallingPlayer[],
  sent: readonly Sent[],
): Promise<Sent[]> {
  const changed = players.map(async (player) => {
    const own: Sent[] = []
    for (const one of sent.filter(({ playerId }) => playerId === player.playerId)) {
      const { answer, ...again } = one
      while (!(await send(url, player, again))) await sleep(PACE_MS)
      await sleep(PACE_MS)
      if (answer && !isDeepStrictEqual((again as Sent).answer, answer)) own.push(one)
    }
    return own
  })
  return (await Promise.all(changed)).flat()
}

/** A round's payout equals the answer; a bet exists, and is open. */
export function isStoredAsAnswered({ answer, body }: Sent, row: { cents: number } | undefined): boolean {
  const round = answer?.['round'] as { payoutCents: number } | undefined
  const stakeCents = Number(body['stakeCents'] ?? body['unitStakeCents']) // of a round, of a single
  return row?.cents === (round?.payoutCents ?? 0) - stakeCents
}

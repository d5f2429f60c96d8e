import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallingPlayer } from './callers.ts'
import { counted, type Load, newLoad } from './load.ts'

type Place = { url: string; studioUrl: string }
type Game = 'palpite-slot' | 'palpite-crash'
type Answer = { ok: boolean; code?: string; bearer?: string }

export type StudioMet = { done: number; cutOff: number; wrong: string[] }

const BETWEEN_MS = 150
const STAKE = 100
/** Not faults: the round takes no bets now, or the player is in it already. */
const WAITING = new Set(['betting_closed', 'already_in', 'too_fast'])

const ask = async (address: string, init: RequestInit): Promise<unknown> => {
  const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(20_000) }).catch(() => undefined)
  return answer?.json().catch(() => undefined)
}

const post = (body: unknown, authorization?: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
  body: JSON.stringify(body),
})

/** Launches a game as the player's page does, and enters it as the frame does; repeated until both have answered. */
async function enter({ url, studioUrl }: Place, { token }: CallingPlayer, code: Game): Promise<string> {
  for (;;) {
    const launched = (await ask(`${url}/api/app/game/launch`, post({ code }, token))) as
      | { data?: { frameUrl?: string } }
      | undefined
    const launchToken = launched?.data?.frameUrl?.split('#token=')[1]
    if (launchToken !== undefined) {
      const entered = (await ask(`${studioUrl}/api/enter`, post({ token: launchToken }))) as
        | Answer
        | undefined
      if (entered?.bearer !== undefined) return entered.bearer
    }
    await sleep(BETWEEN_MS)
  }
}

/**
 * Each player in a studio game, bet after bet, until stopped. A bet is sent until the answer is not `try_again`, as
 * the game's page does. Returns their load, and a function that stops them.
 */
export function playStudioUntilStopped(place: Place, players: readonly CallingPlayer[]) {
  const met: StudioMet = { done: 0, cutOff: 0, wrong: [] }
  const stopped = { now: false }
  const load = newLoad()
  const playOne = async (player: CallingPlayer, at: number) => {
    const game: Game = at % 3 === 2 ? 'palpite-crash' : 'palpite-slot'
    const bearer = await enter(place, player, game)
    while (!stopped.now) {
      await betOnce(place, { game, bearer, met, load })
      await sleep(BETWEEN_MS)
    }
  }
  const playing = players.map(playOne)
  const stop = async (): Promise<StudioMet> => {
    stopped.now = true
    await Promise.all(playing)
    return met
  }
  return { load, stop }
}

const TRIES = 40

type Sitting = { game: Game; bearer: string; met: StudioMet; load: Load }

async function betOnce({ studioUrl }: Place, { game, bearer, met, load }: Sitting): Promise<void> {
  const isCrash = game === 'palpite-crash'
  const path = isCrash ? '/api/crash/bet' : '/api/slot/spin'
  const body = { requestId: randomUUID(), stakeCents: STAKE, ...(isCrash && { autoAt: 150 }) }
  for (let tries = 0; tries < TRIES; tries += 1) {
    const asked = ask(studioUrl + path, post(body, `Bearer ${bearer}`)) as Promise<Answer | undefined>
    const answer = await counted(load, asked)
    if (answer?.ok === true) met.done += 1
    else if (answer === undefined || answer.code === 'try_again') {
      met.cutOff += 1
      await sleep(BETWEEN_MS)
      continue
    } else if (!WAITING.has(answer.code ?? '')) met.wrong.push(String(answer.code))
    return
  }
}

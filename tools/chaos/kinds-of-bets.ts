import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { present } from '../../apps/server/src/platform/errors.ts'
import { foldsOf, marketsToBet } from '../../apps/server/src/sportsbook/testing/step-runner.ts'
import { drawsOf, type Draw } from '../adversary/fuzz.ts'
import { type CallingPlayer, PACE_MS, type Sent } from './callers.ts'
import { counted, newLoad } from './load.ts'
import type { ReportedFixture } from './reported-results.ts'

const BET = '/api/app/sportsbook/betPlay'
const CASH_OUT = '/api/app/sportsbook/cashOut'
const CASH_OUTS = '/api/app/sportsbook/cashOuts'
const RULE = '/api/app/sportsbook/cashOutRule'
const UNIT_CENTS = 1000
const MAX_OFFERS = 20
/** A killed server comes back: retry this often, for this long. */
const RETRY_MS = 250
const MAX_RETRIES = 2400

export type BettingPlayer = CallingPlayer & { freeBetIds: string[] }

type Leg = { outcomeId: string; priceMilli: number; isBanker?: boolean }
type Options = { seed: number; fixtures: () => readonly ReportedFixture[] }

/**
 * Players who place bets of all kinds, cash out parts and set automatic levels. Lost calls are repeated until
 * answered, as an app does. Returns their load, how many calls were lost, and a function that stops them.
 */
export function betAllKinds(url: string, players: readonly BettingPlayer[], { seed, fixtures }: Options) {
  const load = newLoad()
  const count = { cutOff: 0 }
  const all: Sent[] = []
  let isStopped = false
  const ask = async (player: CallingPlayer, path: string, body?: object) => {
    for (let tries = 0; tries < MAX_RETRIES; tries += 1) {
      const answer = await counted(load, answerOf(url + path, player, body))
      if (answer) return answer.status === 200 ? answer.data : undefined
      count.cutOff += 1
      await sleep(RETRY_MS)
    }
    throw new Error(`${path} is never answered`)
  }
  const act = async (player: BettingPlayer, draw: Draw, betIds: string[]) => {
    const asked = betIds.slice(-MAX_OFFERS)
    if (asked.length > 0 && draw.chance(30)) {
      const data = await ask(player, `${CASH_OUTS}?betIds=${asked.join(',')}`)
      const offers = data?.['offers'] as { quoteId: string; betId: string; offerCents: number }[] | undefined
      if (!offers || offers.length === 0) return
      const { quoteId, betId, offerCents } = draw.pick(offers)
      if (draw.chance(40)) {
        const levelCents = Math.max(1, Math.floor(offerCents * draw.pick([0.5, 0.9, 1.1])))
        await ask(player, RULE, { betId, kind: 'sell', levelCents })
        return
      }
      const part = draw.chance(60) ? { unitStakeCents: UNIT_CENTS / draw.pick([2, 4]) } : {}
      await sent(player, CASH_OUT, { quoteId, minShareBps: 0, ...part })
      return
    }
    const placed = await sent(player, BET, newBet(player, draw, fixtures()))
    if (placed) betIds.push(String(placed['betId']))
  }
  const sent = async (player: BettingPlayer, path: string, own: object) => {
    const requestId = randomUUID()
    const body = { requestId, ...own }
    const answer = await ask(player, path, body)
    all.push({ requestId, playerId: player.playerId, path, body, ...(answer && { answer }) })
    return answer
  }
  const calling = players.map(async (player, at) => {
    const draw = drawsOf(seed + at)
    const betIds: string[] = []
    while (!isStopped) await Promise.all([act(player, draw, betIds), sleep(PACE_MS)])
  })
  return {
    load,
    count,
    stop: async (): Promise<Sent[]> => {
      isStopped = true
      await Promise.all(calling)
      return all
    },
    /** The answer to the same request sent again. */
    askAgain: (player: CallingPlayer, { path, body }: Sent) => ask(player, path, body),
  }
}

/**
 * A bet of some kind on open fixtures: alone, all in one, a system with or without a banker, each way, or a free bet.
 */
function newBet({ freeBetIds }: BettingPlayer, draw: Draw, fixtures: readonly ReportedFixture[]) {
  const fields = fixtures.filter(({ isField }) => isField)
  if (fields.length > 0 && draw.chance(20)) return eachWay(draw, fields.slice(0, 1 + draw.below(2)))
  const first = draw.below(fixtures.length)
  const on = Array.from({ length: 1 + draw.below(4) }, (_, at) =>
    present(fixtures[(first + at) % fixtures.length], 'a fixture'),
  )
  const legs = on.map((fixture) => legOn(draw.pick(draw.pick(marketsToBet(fixture)).outcomes).id))
  const isFree = legs.length < 3 && draw.chance(30)
  const freeBetId = isFree ? freeBetIds.pop() : undefined
  if (freeBetId !== undefined) return { ...money, legs, freeBetId }
  const bankers = legs.length > 2 && draw.chance(40) ? 1 : 0
  const folds = foldsOf(draw.pick(['all', 'cover', 'lucky', 'some']), legs.length - bankers)
  return { ...money, folds, legs: legs.map((leg, at): Leg => ({ ...leg, isBanker: at < bankers })) }
}

const money = { unitStakeCents: UNIT_CENTS, accept: 'any' }

const legOn = (outcomeId: number): Leg => ({ outcomeId: String(outcomeId), priceMilli: 2000 })

function eachWay(draw: Draw, fields: readonly ReportedFixture[]) {
  const runner = draw.below(5)
  const half = (end: RegExp) =>
    fields.map(({ markets }) => {
      const market = present(
        markets.find(({ type }) => end.test(type)),
        'a market of a field',
      )
      return legOn(present(market.outcomes[runner], 'a runner').id)
    })
  const legs = [...half(/^(racing\.win|outright\.winner)$/), ...half(/\.each_way$/)]
  return { ...money, isEachWay: true, folds: foldsOf(draw.pick(['all', 'lucky']), fields.length), legs }
}

/** Undefined if the connection was lost, or the server does not know the outcome. */
async function answerOf(address: string, { token }: CallingPlayer, body: object | undefined) {
  try {
    const response = await fetch(address, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    })
    const answer = (await response.json()) as { status: number; data: Record<string, unknown> }
    // A refusal is an answer too; a fault and a rate limit are not.
    return response.status === 503 || response.status === 429 ? undefined : answer
  } catch {
    return undefined
  }
}

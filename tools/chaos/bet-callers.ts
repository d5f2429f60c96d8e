import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CallingPlayer, PACE_MS, type Sent, send } from './callers.ts'
import { counted, newLoad } from './load.ts'

/** A match open to bets, and its outcomes by code. */
export type OpenMatch = { key: string; outcomes: Readonly<Record<string, number>> }

const BET = '/api/app/sportsbook/betPlay'
const CASH_OUT = '/api/app/sportsbook/cashOut'
const CODES = ['home', 'draw', 'away']
/** The maximum offers per call. */
const MAX_OFFERS = 20
/** A bet of twice this can be cashed out in halves. */
const HALF_CENTS = 1000

export const isSale = ({ path }: Sent): boolean => path === CASH_OUT

/**
 * Players who place parlays and systems and cash out some of them, until stopped. Returns their load, and a function
 * that stops them and returns all they sent.
 */
export function betUntilStopped(url: string, players: readonly CallingPlayer[], matches: OpenMatch[]) {
  let stopped = false
  const all: Sent[] = []
  const load = newLoad()
  const calling = players.map(async (player) => {
    const betIds: string[] = []
    while (!stopped) {
      const sent = randomInt(3) > 0 ? newParlay(player, matches) : await newSale(url, player, betIds)
      if (sent) all.push(sent)
      await Promise.all([sent && counted(load, send(url, player, sent)), sleep(PACE_MS)])
      if (sent?.path === BET && sent.answer) betIds.push(String(sent.answer['betId']))
    }
  })
  const stop = async (): Promise<Sent[]> => {
    stopped = true
    await Promise.all(calling)
    return all
  }
  return { load, stop }
}

/** Combinations of three legs: a parlay, all doubles, doubles and treble, or a patent. */
const FOLDS = [[3], [2], [2, 3], [1, 2, 3]]

/** A parlay of two of the open matches, or a parlay or system of three, sometimes with a banker. */
function newParlay({ playerId }: CallingPlayer, matches: readonly OpenMatch[]): Sent {
  const requestId = randomUUID()
  const first = randomInt(matches.length)
  const hasThree = randomInt(2) > 0
  const folds = hasThree ? FOLDS[randomInt(FOLDS.length)] : [2]
  const hasBanker = folds?.length === 1 && folds[0] === 2 && hasThree && randomInt(2) > 0
  const legs = Array.from({ length: hasThree ? 3 : 2 }, (_, at) => {
    const outcomeId = matches[(first + at) % matches.length]?.outcomes[CODES[randomInt(CODES.length)] ?? '']
    const leg = { outcomeId: String(outcomeId), priceMilli: 2000 }
    return hasBanker && at === 0 ? { ...leg, isBanker: true } : leg
  })
  const body = { requestId, unitStakeCents: 2 * HALF_CENTS, legs, folds, accept: 'any' }
  return { requestId, playerId, path: BET, body }
}

/** A cash-out of half of one of these bets or of its rest; undefined if none is possible, or there is no answer. */
async function newSale(
  url: string,
  { playerId, token }: CallingPlayer,
  betIds: readonly string[],
): Promise<Sent | undefined> {
  const asked = betIds.slice(-MAX_OFFERS)
  if (asked.length === 0) return undefined
  const offers = await readOffers(`${url}/api/app/sportsbook/cashOuts?betIds=${asked.join(',')}`, token)
  const quoteId = offers[randomInt(Math.max(1, offers.length))]?.quoteId
  if (quoteId === undefined) return undefined
  const requestId = randomUUID()
  const part = randomInt(2) > 0 ? { unitStakeCents: HALF_CENTS } : {}
  const body = { requestId, quoteId, minShareBps: 0, ...part }
  return { requestId, playerId, path: CASH_OUT, body }
}

async function readOffers(address: string, token: string): Promise<{ quoteId: string }[]> {
  try {
    const response = await fetch(address, {
      headers: { authorization: token },
      signal: AbortSignal.timeout(10_000),
    })
    const { data } = (await response.json()) as { data?: { offers?: { quoteId: string }[] } }
    return data?.offers ?? []
  } catch {
    return [] // the connection was lost
  }
}

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import type { Sql } from '../../platform/db/index.ts'
import { signingKey } from '../../platform/crypto.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Result } from '../../platform/result.ts'
import type { PlaceBet } from './bet-request.ts'
import { insertOffers } from './queries.ts'
import type { Alternative, HeldPrices } from './quote-rules.ts'

type Offered = Pick<
  PlaceBet,
  'playerId' | 'requestId' | 'legs' | 'folds' | 'isEachWay' | 'unitStakeCents' | 'freeBetId' | 'priceBoostId'
>

/**
 * Counter-offers for refused bets: a lower stake, or the same stake at current prices. An offer is signed, like a
 * cash-out offer. The player accepts it by requesting exactly this bet under this request id, so an offer becomes one
 * bet at most.
 */
export function betOffers(config: Pick<Config, 'PUBLIC_ID_SECRET'>) {
  const key = signingKey(config, 'offers of bets')
  const codeOf = (offered: Offered, prices: readonly number[], untilMs: number) => {
    const { playerId, requestId, legs, folds, isEachWay, unitStakeCents } = offered
    const subject = legs.map(({ outcomeId, isBanker }) => `${outcomeId}${isBanker ? 'b' : ''}`)
    const bet = [unitStakeCents, `${folds.join('+')}${isEachWay ? 'e' : ''}`, subject.join(), prices.join()]
    // A counter-offer never includes a gift: its price is not boosted and no free bet pays for it.
    const gifts = [offered.freeBetId ?? '', offered.priceBoostId ?? '']
    const text = [playerId, requestId, ...bet, ...gifts, untilMs].join(':')
    const digest = createHash('sha256').update(text).digest()
    return createHmac('sha256', key).update(digest).digest('base64url').slice(0, 22)
  }
  return {
    write: (offered: Offered, prices: readonly number[], untilMs: number): string =>
      `${untilMs.toString(36)}.${codeOf(offered, prices, untilMs)}`,
    /** The prices of the offer that this request accepts; undefined if the offer was for another bet. */
    read: (request: PlaceBet): HeldPrices | undefined => {
      const [until = '', code = ''] = (request.offerId ?? '').split('.')
      const untilMs = Number.parseInt(until, 36)
      const prices = request.legs.map(({ priceMilli }) => priceMilli)
      const right = Buffer.from(codeOf(request, prices, untilMs))
      const given = Buffer.from(code)
      const isRight = right.length === given.length && timingSafeEqual(right, given)
      return isRight ? { prices, untilMs } : undefined
    },
  }
}

/** After an unused offer, no price of its outcomes is held for the player for this long. */
const PAUSE_MS = 60_000

type Holding = { playerId: number; requestId: string; outcomeIds: readonly number[]; untilMs: number }

/**
 * Whether prices of these outcomes may be held for this player: one offer at a time, and a pause after an unused one. A price
 * held at every request would be a free option: a player could ask every few seconds and bet only after the price has fallen.
 */
async function mayHold(sql: Sql, { untilMs, ...holding }: Holding): Promise<boolean> {
  if (holding.outcomeIds.length === 0) return true
  const rows = await insertOffers(sql, { ...holding, pausedUntil: new Date(untilMs + PAUSE_MS) })
  return rows.length === holding.outcomeIds.length
}

type Offering = Pick<Deps, 'config' | 'random'> & { offerSeconds: number }

/** Turns the alternative of a refusal into an offer, valid for its seconds, if its prices may be held. */
export async function withOffer<R extends Result<unknown>>(
  sql: Sql,
  { config, random, offerSeconds }: Offering,
  request: PlaceBet,
  answer: R,
): Promise<R> {
  if (answer.ok || !answer.refusal.detail?.['alternative']) return answer
  const { alternative, ...detail } = answer.refusal.detail
  const { unitStakeCents, prices, atMs, heldIds } = alternative as Alternative
  const untilMs = atMs + offerSeconds * 1000
  const offered = { ...request, requestId: random.uuid(), unitStakeCents }
  const isHeld = await mayHold(sql, { ...offered, outcomeIds: heldIds, untilMs })
  if (!isHeld) return { ...answer, refusal: { ...answer.refusal, detail } }
  const offer = {
    offerId: betOffers(config).write(offered, prices, untilMs),
    requestId: offered.requestId,
    unitStakeCents,
    pricesMilli: prices,
    expiresAt: new Date(untilMs).toISOString(),
  }
  return { ...answer, refusal: { ...answer.refusal, detail: { ...detail, offer } } }
}

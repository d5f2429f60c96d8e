import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import { publicIds } from '../../platform/public-ids.ts'
import { signingKey } from '../../platform/signing-key.ts'

/** An offer for a bet in a given state, and its expiry. */
export type CashOutQuote = { playerId: number; betId: number; offerCents: number; expiresAtMs: number }

/**
 * Offers are signed rather than stored: most are never accepted. An offer id is its numbers with a MAC; an altered,
 * forged or foreign id reads as none.
 */
export function cashOutQuotes(config: Pick<Config, 'PUBLIC_ID_SECRET'>) {
  const key = signingKey(config, 'quotes of cash-outs')
  const ids = publicIds(config, 'bet')
  const codeOf = (numbers: string, playerId: number) =>
    createHmac('sha256', key).update(`${playerId}:${numbers}`).digest('base64url').slice(0, 22)
  return {
    write: ({ playerId, betId, offerCents, expiresAtMs }: CashOutQuote): string => {
      const numbers = [ids.show(betId), offerCents.toString(36), expiresAtMs.toString(36)].join('-')
      return `${numbers}.${codeOf(numbers, playerId)}`
    },
    read: (text: string, playerId: number): CashOutQuote | undefined => {
      const [numbers = '', code = ''] = text.split('.')
      const right = Buffer.from(codeOf(numbers, playerId))
      const given = Buffer.from(code)
      if (right.length !== given.length || !timingSafeEqual(right, given)) return undefined
      const [bet = '', offerCents = '', expiresAtMs = ''] = numbers.split('-')
      return {
        playerId,
        betId: ids.read(bet),
        offerCents: Number.parseInt(offerCents, 36),
        expiresAtMs: Number.parseInt(expiresAtMs, 36),
      }
    },
  }
}

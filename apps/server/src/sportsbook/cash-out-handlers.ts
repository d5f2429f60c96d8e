import type { CallKey } from '@palpite/contract'
import type { Db } from '../platform/db/index.ts'
import type { Handler } from '../platform/http/serve.ts'
import type { PublicIds } from '../platform/public-ids.ts'
import { ok, refuse } from '../platform/result.ts'
import { readBet } from './betting/index.ts'
import { type openCashOuts, selectRulesOf, setCashOutRule } from './cash-out/index.ts'
import type { SportsbookSettings } from './settings.ts'

export type CashOutDoing = {
  db: Db
  /** Bets as they are shown outside. */
  ids: PublicIds
  cashOuts: ReturnType<typeof openCashOuts>
  readSettings: () => Promise<SportsbookSettings>
}

type CashOutCall = Extract<CallKey, `${string}/api/app/sportsbook/cashOut${string}`>
export type CashOutHandlers = { [K in CashOutCall]: Handler<K> }

/** The calls of cash-outs: offers, taking them, and levels at which a bet is sold by itself. */
export function cashOutHandlers({ db, ids, cashOuts, readSettings }: CashOutDoing): CashOutHandlers {
  return {
    'GET /api/app/sportsbook/cashOuts': async ({ query: { betIds }, caller: { playerId } }) => {
      const wanted = betIds.split(',').map((betId) => ids.read(betId))
      const [offers, levels] = await Promise.all([
        cashOuts.offers(playerId, wanted),
        selectRulesOf(db, playerId, wanted),
      ])
      return ok({
        offers: offers.map((offer) => ({
          ...offer,
          betId: ids.show(offer.betId),
          expiresAt: offer.expiresAt.toISOString(),
        })),
        levels: levels.map(({ betId, kind, levelCents }) => ({ betId: ids.show(betId), kind, levelCents })),
      })
    },
    'POST /api/app/sportsbook/cashOutRule': async ({ body, caller: { playerId } }) => {
      const { betId, kind, levelCents } = body
      const rule = { playerId, betId: ids.read(betId), kind, levelCents }
      const answer = await setCashOutRule({ db }, await readSettings(), rule)
      return answer.ok ? ok({ set: levelCents !== undefined }) : answer
    },
    'POST /api/app/sportsbook/cashOut': async ({ body, caller: { playerId } }) => {
      const { unitStakeCents: unitCents, minShareBps = 10_000, ...own } = body
      const answer = await cashOuts.take({ ...own, unitCents, minShareBps, playerId })
      if (!answer.ok) return answer
      const bet = await readBet(db, playerId, answer.value.betId)
      return bet
        ? ok({ paidCents: answer.value.paidCents, bet: { ...bet, betId: ids.show(answer.value.betId) } })
        : refuse('not_found')
    },
  }
}

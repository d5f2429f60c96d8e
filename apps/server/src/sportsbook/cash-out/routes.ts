import type { Db } from '../../platform/db/index.ts'
import { type Api, serve } from '../../platform/http/serve.ts'
import type { PublicIds } from '../../platform/public-ids.ts'
import { ok, refuse } from '../../platform/result.ts'
import { readBet } from '../betting/read-bets.ts'
import type { SportsbookSettings } from '../settings.ts'
import type { openCashOuts } from './cash-out-bet.ts'
import { selectRulesOf } from './queries.ts'
import { setCashOutRule } from './watch-rules.ts'

type Doing = {
  db: Db
  /** The public ids of bets. */
  ids: PublicIds
  cashOuts: ReturnType<typeof openCashOuts>
  readSettings: () => Promise<SportsbookSettings>
}

/** The cash-out calls: offers, accepting them, and automatic triggers. */
export function cashOutRoutes(api: Api, { db, ids, cashOuts, readSettings }: Doing): void {
  serve(api, 'GET /api/app/sportsbook/cashOuts', async ({ query: { betIds }, caller: { playerId } }) => {
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
  })
  serve(api, 'POST /api/app/sportsbook/cashOutRule', async ({ body, caller: { playerId }, closed }) => {
    const { betId, kind, levelCents } = body
    if (closed && levelCents !== undefined) return closed // a trigger can always be removed
    const rule = { playerId, betId: ids.read(betId), kind, levelCents }
    const answer = await setCashOutRule({ db }, await readSettings(), rule)
    return answer.ok ? ok({ set: levelCents !== undefined }) : answer
  })
  serve(api, 'POST /api/app/sportsbook/cashOut', async ({ body, caller: { playerId }, closed }) => {
    const { unitStakeCents: unitCents, minShareBps = 10_000, ...own } = body
    const answer = await cashOuts.accept({ ...own, unitCents, minShareBps, playerId, closed })
    if (!answer.ok) return answer
    const bet = await readBet(db, playerId, answer.value.betId)
    return bet
      ? ok({ paidCents: answer.value.paidCents, bet: { ...bet, betId: ids.show(answer.value.betId) } })
      : refuse('not_found')
  })
}

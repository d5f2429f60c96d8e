import type { Deps } from '../platform/deps.ts'
import { type Api, serve } from '../platform/http/serve.ts'
import { ok } from '../platform/result.ts'
import { type Period, selectProfit } from './betting/index.ts'

export type ProfitCall = 'GET /api/app/sportsbook/profit'

/** A month of days, a quarter of weeks, a year of months. */
const counts: Readonly<Record<Period, number>> = { day: 30, week: 13, month: 12 }

/** What bets brought their player. */
export function profitRoutes(api: Api, { db }: Pick<Deps, 'db'>): void {
  serve(api, 'GET /api/app/sportsbook/profit', async ({ query: { by }, caller: { playerId } }) =>
    ok(await selectProfit(db, playerId, { by, count: counts[by] })),
  )
}

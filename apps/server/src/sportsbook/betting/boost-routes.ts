import type { Deps } from '../../platform/deps.ts'
import { type Api, serve } from '../../platform/http/serve.ts'
import { ok } from '../../platform/result.ts'
import { selectOpenBoosts } from './boost-queries.ts'
import { cachedRead } from '../../platform/cached-read.ts'
import type { SportsbookSettings } from '../settings.ts'

/** Boosted prices shown at once: more would be a catalogue of their own. */
const MAX_SHOWN = 50
/** All slips ask for the same. */
const AGE_MS = 2000

type Needs = { hasPromotions: boolean; readSettings: () => Promise<SportsbookSettings> }

/** What bets are promised now; nothing where the policy has no promotions. */
export function boostRoutes(
  api: Api,
  { db }: Pick<Deps, 'db'>,
  { hasPromotions, readSettings }: Needs,
): void {
  const prices = cachedRead(AGE_MS, () => selectOpenBoosts(db, MAX_SHOWN))
  serve(api, 'GET /api/app/sportsbook/boosts', async () => {
    const now = new Date()
    const { winningsBoosts, earlyPayouts, parlayInsurances } = await readSettings()
    const inForce = <Rule extends { from: string; until: string }>(rules: readonly Rule[]): Rule[] =>
      hasPromotions ? rules.filter(({ from, until }) => now >= new Date(from) && now < new Date(until)) : []
    return ok({
      winnings: inForce(winningsBoosts).map(({ until, minPriceMilli, maxCents, steps }) => ({
        until,
        minPriceMilli,
        maxCents,
        steps: [...steps],
      })),
      prices: (hasPromotions ? await prices('all') : []).map((boost) => ({
        boostId: boost.id,
        outcomeId: String(boost.outcomeId),
        fixtureId: String(boost.fixtureId),
        bps: boost.bps,
        maxStakeCents: boost.maxStakeCents,
        endsAt: boost.endsAt.toISOString(),
      })),
      earlyPayouts: inForce(earlyPayouts).map(({ sport, lead, until }) => ({ sport, lead, until })),
      insurances: inForce(parlayInsurances).map(({ minLegs, minPriceMilli, maxCents, until }) => ({
        minLegs,
        minPriceMilli,
        maxCents,
        until,
      })),
    })
  })
}

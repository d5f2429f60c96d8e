import { resolution } from '@palpite/odds'
import type { Sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { openSettings } from '../../platform/settings/settings.ts'
import { policyOf } from '../../protection/index.ts'
import { type ParlayInsurance, sportsbookSettingsDefinition } from '../settings.ts'
import { type MarketResult, selectMarketOutcomes } from './market-queries.ts'
import { type BetChange, changeOf, sum } from './rules.ts'
import { selectStanding, selectBetsOnMarket } from './standing-queries.ts'

/** A preview reads no more bets than this: it answers while its operator looks. */
const MAX_BETS = 5000

type PreviewMarket = { marketId: number; results: readonly MarketResult[] }

/** What settling a market would do. Bet builders that need it are not in it: they follow once it is settled. */
type MarketPreview = {
  /** Bets with a leg on the market that were not sold. */
  bets: number
  /** Of these, those that would be settled by it, or settled otherwise than before. */
  changed: number
  /** Of the changed ones, those that were settled already. */
  corrected: number
  /** Stakes of the changed ones, what they would return, and what they have returned so far. */
  stakeCents: number
  returnCents: number
  returnedCents: number
  /** There are more bets than were read. */
  isMore: boolean
}

/**
 * Opens the previews of settlements: what would be paid if operators settled a market by these results, by the same rules
 * that settle it. Changes nothing. Refuses results that do not belong to the outcomes of the market.
 */
export function openMarketPreview({ db, config }: Pick<Deps, 'db' | 'config'>) {
  const settings = openSettings(sportsbookSettingsDefinition)
  const hasPromotions = policyOf(config).hasRewards('promotions')
  return async (request: PreviewMarket) => {
    const { parlayInsurances } = await settings.read(db)
    return previewMarket(db, request, hasPromotions ? parlayInsurances : [])
  }
}

async function previewMarket(
  sql: Sql,
  { marketId, results }: PreviewMarket,
  insurances: readonly ParlayInsurance[],
): Promise<Result<MarketPreview, 'not_found' | 'bad_request'>> {
  const outcomes = await selectMarketOutcomes(sql, marketId)
  const [first] = outcomes
  if (!first) return refuse('not_found')
  const byCode = new Map(results.map((one) => [one.code, resolution(one.won, one.refunded, one.of)]))
  const isWhole = outcomes.length === results.length && outcomes.every(({ code }) => byCode.has(code))
  if (!isWhole) return refuse('bad_request')
  const byOutcome = new Map(outcomes.map(({ outcomeId, code }) => [outcomeId, byCode.get(code)]))
  const ids = await selectBetsOnMarket(sql, { ...first, marketId, max: MAX_BETS + 1 })
  const bets = await selectStanding(sql, ids.slice(0, MAX_BETS))
  const changes = bets.flatMap((bet) => {
    const legs = bet.legs.map((leg) => {
      const decided = byOutcome.get(leg.outcomeId)
      return decided ? { ...leg, won: decided.won, refunded: decided.refunded, parts: decided.of } : leg
    })
    return changeOf({ ...bet, fixtureId: first.fixtureId, legs }, insurances) ?? []
  })
  return ok({ bets: bets.length, ...summaryOf(changes), isMore: ids.length > MAX_BETS })
}

const summaryOf = (changes: readonly BetChange[]) => ({
  changed: changes.length,
  corrected: changes.filter(({ before }) => before !== undefined).length,
  stakeCents: sum(changes.map(({ bet }) => bet.stakeCents)),
  returnCents: sum(changes.map(({ after }) => after?.returnCents ?? 0)),
  returnedCents: sum(changes.map(({ before }) => before?.returnCents ?? 0)),
})

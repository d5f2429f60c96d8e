import { resolution, VOID, WON } from '@palpite/odds'
import type { Sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { openSettings } from '../../platform/settings/settings.ts'
import { policyOf } from '../../protection/index.ts'
import { type ParlayInsurance, sportsbookSettingsDefinition } from '../settings.ts'
import { type MarketResult, selectMarketOutcomes, selectOtherMarkets } from './market-queries.ts'
import { type BetChange, changeOf, sum } from './rules.ts'
import { selectBetsOnMarkets, selectFixedLegs, readStanding } from './standing-queries.ts'

/** A preview reads no more bets than this: it answers while its operator looks. */
const MAX_BETS = 5000
/** As many as an operator reads one by one; the sums are of all. */
const MAX_ITEMS = 100

type PreviewMarket = { marketId: number; results: readonly MarketResult[] }

/** What settling a market would do. Bet builders that need it are not in it: they follow once it is settled. Where feeds contest it, bets on the same market of the other fixture are. */
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
  /** What would be paid to those that return more than so far, and taken back of those that return less. */
  paidCents: number
  takenBackCents: number
  /** The changed ones, those that change most first. */
  items: { betId: number; stakeCents: number; returnedCents: number | null; returnCents: number | null }[]
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
  const others = await selectOtherMarkets(sql, marketId)
  const marketIds = [marketId, ...others.map((other) => other.marketId)]
  const byOutcome = new Map(outcomes.map(({ outcomeId, code }) => [outcomeId, byCode.get(code)]))
  for (const other of others) {
    const codeOf = new Map(other.codes.map(({ code, otherCode }) => [otherCode, code]))
    const theirs = await selectMarketOutcomes(sql, other.marketId)
    for (const { outcomeId, code } of theirs) byOutcome.set(outcomeId, byCode.get(codeOf.get(code) ?? ''))
  }
  const fixtureIds = [first.fixtureId, ...others.map((other) => other.fixtureId)]
  const ids = await selectBetsOnMarkets(sql, { fixtureIds, marketIds, max: MAX_BETS + 1 })
  const read = ids.slice(0, MAX_BETS)
  const [bets, fixed] = await Promise.all([readStanding(sql, read), selectFixedLegs(sql, read, marketIds)])
  const fixedAs = new Map(
    fixed.map(({ betId, outcomeId, isPaidEarly }) => [`${betId} ${outcomeId}`, isPaidEarly]),
  )
  const changes = bets.flatMap((bet) => {
    const legs = bet.legs.map((leg) => {
      const isPaidEarly = fixedAs.get(`${bet.id} ${leg.outcomeId}`)
      const decided = isPaidEarly === undefined ? byOutcome.get(leg.outcomeId) : isPaidEarly ? WON : VOID
      return decided ? { ...leg, won: decided.won, refunded: decided.refunded, parts: decided.of } : leg
    })
    return changeOf({ ...bet, fixtureId: first.fixtureId, legs }, insurances) ?? []
  })
  return ok({ bets: bets.length, ...summaryOf(changes), isMore: ids.length > MAX_BETS })
}

function summaryOf(changes: readonly BetChange[]): Omit<MarketPreview, 'bets' | 'isMore'> {
  const items = changes.map(({ bet, before, after }) => ({
    betId: bet.id,
    stakeCents: bet.stakeCents,
    returnedCents: before?.returnCents ?? null,
    returnCents: after?.returnCents ?? null,
  }))
  const more = items.map((item) => (item.returnCents ?? 0) - (item.returnedCents ?? 0))
  return {
    changed: changes.length,
    corrected: changes.filter(({ before }) => before !== undefined).length,
    stakeCents: sum(items.map(({ stakeCents }) => stakeCents)),
    returnCents: sum(items.map(({ returnCents }) => returnCents ?? 0)),
    returnedCents: sum(items.map(({ returnedCents }) => returnedCents ?? 0)),
    paidCents: sum(more.filter((cents) => cents > 0)),
    takenBackCents: sum(more.filter((cents) => cents < 0).map(Math.abs)),
    items: items
      .map((item, at) => ({ item, size: Math.abs(more[at] ?? 0) }))
      .toSorted((one, other) => other.size - one.size || one.item.betId - other.item.betId)
      .slice(0, MAX_ITEMS)
      .map(({ item }) => item),
  }
}

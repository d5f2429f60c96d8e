import type { Sql, Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { SportsbookSettings } from '../settings.ts'
import { publishChanges } from './apply-feed-messages.ts'
import {
  endHandPrices,
  insertHandPrices,
  type PricedOutcomeRow,
  selectFixturesOfOutcomes,
  selectPricedMarkets,
  updateHandPrices,
} from './hand-price-queries.ts'
import { type HandBounds, handBounds, isWithin } from './hand-price-rules.ts'
import { returnToAutomatic } from './hand-prices.ts'
import { lockFixturesToMovePrices } from './trading-queries.ts'

type HandRules = SportsbookSettings['handPrices']

/** An operator's price for an outcome; null returns it to the automatic price. `version` is that of the price seen. */
type PriceEdit = {
  outcomeId: number
  priceMilli: number | null
  version: number
  operatorId: number
  reason: string
}

type PriceNow = { priceMilli: number; handUntil: string | null }

/** What an edit changed. */
export type EditedPrice = Pick<PricedOutcomeRow, 'fixtureId' | 'marketId' | 'code' | 'automaticMilli'> & {
  before: PriceNow
  after: PriceNow
}

type EditRefusal =
  | 'not_found'
  | 'market_closed'
  | 'price_edit_outdated'
  | 'price_not_by_hand'
  | 'price_too_far'

type Decided = Result<PricedOutcomeRow, EditRefusal>

/**
 * Sets prices by hand, or returns them to automatic, or says for each edit why not. Of several edits of one outcome only the
 * first has seen its price. Every screen gets a push. Answers in the order given.
 */
export async function editPrices(
  tx: Tx,
  edits: readonly PriceEdit[],
  rules: HandRules,
): Promise<Result<EditedPrice, EditRefusal>[]> {
  const outcomeIds = edits.map(({ outcomeId }) => outcomeId)
  const fixtures = await selectFixturesOfOutcomes(tx, outcomeIds)
  await lockFixturesToMovePrices(
    tx,
    fixtures.map(({ fixtureId }) => fixtureId),
  )
  const decided = decideEdits(edits, await selectPricedMarkets(tx, outcomeIds), rules)
  const accepted = edits.flatMap((edit, at) => {
    const answer = decided[at]
    return answer?.ok ? [{ edit, row: answer.value }] : []
  })
  if (accepted.length > 0) await writeEdits(tx, accepted, rules)
  const after = new Map(
    (await selectPricedMarkets(tx, outcomeIds)).map((row) => [row.outcomeId, toPriceNow(row)]),
  )
  return decided.map((answer) => {
    if (!answer.ok) return answer
    const { fixtureId, marketId, outcomeId, code, automaticMilli } = answer.value
    const before = toPriceNow(answer.value)
    return ok({ fixtureId, marketId, code, automaticMilli, before, after: after.get(outcomeId) ?? before })
  })
}

const toPriceNow = ({ priceMilli, endsAt }: PricedOutcomeRow): PriceNow => ({
  priceMilli,
  handUntil: endsAt?.toISOString() ?? null,
})

function decideEdits(
  edits: readonly PriceEdit[],
  rows: readonly PricedOutcomeRow[],
  { maxBps }: HandRules,
): Decided[] {
  const markets = Map.groupBy(rows, ({ marketId }) => marketId)
  const byId = new Map(rows.map((row) => [row.outcomeId, row]))
  const taken = new Set<number>()
  return edits.map((edit): Decided => {
    const row = byId.get(edit.outcomeId)
    if (!row) return refuse('not_found')
    const isSeen = row.version === edit.version && !taken.has(row.outcomeId)
    const answer = isSeen
      ? decideEdit(edit, row, handBounds(markets.get(row.marketId) ?? [], maxBps))
      : refuse('price_edit_outdated')
    if (answer.ok) taken.add(row.outcomeId)
    return answer
  })
}

function decideEdit(
  { priceMilli }: PriceEdit,
  row: PricedOutcomeRow,
  bounds: ReadonlyMap<number, HandBounds>,
): Decided {
  if (priceMilli === null) return row.handMilli === null ? refuse('price_edit_outdated') : ok(row)
  if (!row.isOpen || !row.isOffered) return refuse('market_closed')
  if (row.isEachWay) return refuse('price_not_by_hand')
  return isWithin(priceMilli, bounds.get(row.outcomeId)) ? ok(row) : refuse('price_too_far')
}

type Accepted = { edit: PriceEdit; row: PricedOutcomeRow }

async function writeEdits(tx: Tx, accepted: readonly Accepted[], rules: HandRules): Promise<void> {
  const back = accepted.filter(({ edit }) => edit.priceMilli === null)
  if (back.length > 0)
    await returnToAutomatic(
      tx,
      back.map(({ row: { fixtureId, outcomeId } }) => ({ fixtureId, outcomeId, why: 'operator' })),
    )
  const set = accepted.flatMap(({ edit: { priceMilli, ...edit }, row }) =>
    priceMilli === null ? [] : [{ ...edit, priceMilli, row }],
  )
  if (set.length > 0) {
    const outcomeIds = set.map(({ outcomeId }) => outcomeId)
    const prices = set.map(({ priceMilli }) => priceMilli)
    await endHandPrices(
      tx,
      outcomeIds,
      set.map(() => 'operator'),
    )
    await insertHandPrices(
      tx,
      {
        outcomeIds,
        fixtureIds: set.map(({ row }) => row.fixtureId),
        prices,
        automatic: set.map(({ row }) => row.automaticMilli),
        operatorIds: set.map(({ operatorId }) => operatorId),
        reasons: set.map(({ reason }) => reason),
      },
      rules,
    )
    await updateHandPrices(tx, outcomeIds, prices)
  }
  await publishChanges(tx, new Map(accepted.map(({ row }) => [row.fixtureId, null])))
}

/** An outcome as its price editor shows it; undefined if it does not exist. */
export type EditablePrice = PricedOutcomeRow & { bounds: HandBounds | undefined }

/** The outcome's prices, and within which bounds it may be priced by hand now. */
export async function readEditablePrice(
  sql: Sql,
  outcomeId: number,
  { maxBps }: HandRules,
): Promise<EditablePrice | undefined> {
  const market = await selectPricedMarkets(sql, [outcomeId])
  const row = market.find((one) => one.outcomeId === outcomeId)
  return row && { ...row, bounds: handBounds(market, maxBps).get(outcomeId) }
}

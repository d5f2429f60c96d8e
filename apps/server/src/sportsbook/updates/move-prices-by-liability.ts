import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/db/index.ts'
import { shortenedBps } from '../risk/price-moves.ts'
import type { SportsbookSettings } from '../settings.ts'
import { movedOffers, unmovedOffers } from './moved-offers.ts'
import { lockFixturesToMovePrices, selectTaken, updateShortened } from './moves-queries.ts'
import { selectClock, selectOffered } from './queries.ts'
import { publishChanges } from './apply-feed-messages.ts'
import { compare, noChanges, offeredMarkets, writeChanges } from './apply-odds.ts'
import { marketKey } from '../sports/offers.ts'

type Shortened = { fixtureId: number; outcomeId: number; bps: number }

/** Fixtures locked per transaction: bets on them wait for the milliseconds in which their prices are written. */
const FIXTURES_AT_ONCE = 20

/**
 * Moves prices by the liability of bets placed since the last run. The new prices are pushed like any other. Returns how many
 * outcomes were shortened by more or less than before.
 */
export async function movePricesByLiability(
  { db }: Pick<Deps, 'db'>,
  { priceMoves }: Pick<SportsbookSettings, 'priceMoves'>,
): Promise<number> {
  const minStepCents = Math.min(...priceMoves.map(({ stepCents }) => stepCents), Number.MAX_SAFE_INTEGER)
  const at = await selectClock(db)
  const changed = (await selectTaken(db, minStepCents)).flatMap((row): Shortened[] => {
    const bps = shortenedBps(row, priceMoves, at)
    return bps === row.shortenedBps ? [] : [{ fixtureId: row.fixtureId, outcomeId: row.outcomeId, bps }]
  })
  const fixtures = [...Map.groupBy(changed, ({ fixtureId }) => fixtureId).values()]
  for (let from = 0; from < fixtures.length; from += FIXTURES_AT_ONCE)
    await db.begin((tx) => moveFixtures(tx, fixtures.slice(from, from + FIXTURES_AT_ONCE).flat()))
  return changed.length
}

async function moveFixtures(tx: Tx, shortened: readonly Shortened[]): Promise<void> {
  const ids = [...new Set(shortened.map(({ fixtureId }) => fixtureId))]
  await lockFixturesToMovePrices(tx, ids)
  await updateShortened(
    tx,
    shortened.map(({ outcomeId }) => outcomeId),
    shortened.map(({ bps }) => bps),
  )
  const changes = noChanges()
  for (const before of offeredMarkets(await selectOffered(tx, ids)).values()) {
    for (const offer of movedOffers(unmovedOffers(before), before)) {
      const market = before.get(marketKey(offer))
      if (market) compare(market, offer, changes)
    }
  }
  if (changes.outcomes.length === 0) return
  await writeChanges(tx, changes)
  await publishChanges(tx, new Map(ids.map((id) => [id, null])))
}

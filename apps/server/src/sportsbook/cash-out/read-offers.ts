import type { Deps } from '../../platform/deps.ts'
import { type Quotes, readQuotes } from '../betting/index.ts'
import { simulatorPlays } from '../feeds/index.ts'
import { selectStanding } from '../settlement/index.ts'
import type { SportsbookSettings } from '../settings.ts'
import { selectOutcomesBeside } from './queries.ts'
import { type Offer, offerFor } from './rules.ts'

/** What the house would pay now for each of these bets, of one player or of all; none for one that cannot be cashed out. */
export async function readOffers(
  { db: sql, config }: Pick<Deps, 'db' | 'config'>,
  settings: SportsbookSettings,
  { playerId, betIds }: { playerId?: number; betIds: readonly number[] },
): Promise<Map<number, Offer>> {
  const bets = (await selectStanding(sql, betIds)).filter(
    (bet) => playerId === undefined || bet.playerId === playerId,
  )
  const outcomeIds = bets.flatMap(({ legs }) => legs.map(({ outcomeId }) => outcomeId))
  const beside = (await selectOutcomesBeside(sql, outcomeIds)).map(({ outcomeId }) => outcomeId)
  const quotes: Quotes =
    beside.length === 0
      ? new Map()
      : await readQuotes(sql, beside, { ...settings, simulatorPlays: simulatorPlays(config) })
  return new Map(
    bets.flatMap((bet) => {
      const offer = offerFor(bet, quotes, settings)
      return offer.ok ? [[bet.id, offer.value] as const] : []
    }),
  )
}

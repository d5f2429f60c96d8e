import type { Quote, Quotes } from '../../apps/server/src/sportsbook/betting/read-quotes.ts'
import type { CurrentBet } from '../../apps/server/src/sportsbook/settlement/current-bet-queries.ts'
import { Broken, type World } from './ledger.ts'
import { read, type Rows, type Tx } from './store.ts'

/** Two matches, each with one market of three outcomes. */
const CODES = ['home', 'draw', 'away'] as const
const PRICE_MILLI = 2900
export const FIXTURES = [1, 2] as const
export const OUTCOMES: readonly number[] = FIXTURES.flatMap((fixture) =>
  CODES.map((_, at) => fixture * 10 + at),
)
export const fixtureOf = (outcomeId: number): number => Math.floor(outcomeId / 10)
export const outcomesOf = (fixtureId: number): number[] => CODES.map((_, at) => fixtureId * 10 + at)
const startsAt = new Date('2026-11-20T20:00:00Z')

const outcomeRow = ({ store }: World, tx: Tx | undefined, outcomeId: number): Rows['outcome'] => {
  const row = read(store, tx, 'outcome', String(outcomeId))
  if (!row) throw new Broken(`there is no outcome ${outcomeId}`)
  return row
}

/** These matches' outcomes for the next bet. */
export function quotesOf(world: World, tx: Tx, fixtureIds: readonly number[]): Quotes {
  const at = new Date(world.now)
  const open = (id: number) =>
    read(world.store, tx, 'liability', String(id)) ?? { stakeCents: 0, returnCents: 0 }
  return new Map(
    fixtureIds.flatMap((fixtureId) => {
      const marketStakeCents = outcomesOf(fixtureId).reduce((sum, id) => sum + open(id).stakeCents, 0)
      return outcomesOf(fixtureId).map((outcomeId, place): [number, Quote] => [
        outcomeId,
        {
          outcomeId,
          marketId: fixtureId,
          fixtureId,
          code: CODES[place] ?? 'home',
          priceMilli: PRICE_MILLI,
          basePriceMilli: PRICE_MILLI,
          priceVersion: 1,
          previousPriceMilli: null,
          marketType: 'football.1x2',
          period: 'full',
          lineQuarters: null,
          side: null,
          marketStatus: outcomeRow(world, tx, outcomeId).marketStatus,
          selections: null,
          isOffered: true,
          sport: 'football',
          name: null,
          title: null,
          home: `Home ${fixtureId}`,
          away: `Away ${fixtureId}`,
          startsAt,
          isDayOnly: false,
          matchStatus: 0,
          clockPeriod: null,
          minute: null,
          state: null,
          simulated: false,
          isBeforeStart: true,
          isFeedAlive: true,
          hasFeed: true,
          limitBps: 10_000,
          scenarioBps: 10_000,
          competitionId: fixtureId,
          participantIds: [2 * fixtureId, 2 * fixtureId + 1],
          exposureHeadroomCents: Number.MAX_SAFE_INTEGER,
          outcomeReturnCents: open(outcomeId).returnCents,
          marketStakeCents,
          at,
        },
      ])
    }),
  )
}

/** A bet with its outcomes' current results. */
export const currentBet = (world: World, tx: Tx | undefined, bet: Rows['bet']): Rows['bet'] => ({
  ...bet,
  legs: bet.legs.map((leg): CurrentBet['legs'][number] => {
    const { isWon } = outcomeRow(world, tx, leg.outcomeId)
    return isWon === null
      ? { ...leg, won: null, refunded: null, parts: null }
      : { ...leg, won: isWon ? 1 : 0, refunded: 0, parts: 1 }
  }),
})

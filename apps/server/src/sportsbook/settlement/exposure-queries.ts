import type { Tx } from '../../platform/db/index.ts'

type ExposureColumns = { betIds: number[]; places: number[]; stakes: number[]; returns: number[] }

const updateColumns = (tx: Tx, columns: ExposureColumns) => tx`
  update sportsbook_leg leg
     set exposed_stake_cents = row.stake, exposed_return_cents = row.returned
    from unnest(${columns.betIds}::bigint[], ${columns.places}::smallint[], ${columns.stakes}::bigint[],
                ${columns.returns}::bigint[]) as row (bet_id, place, stake, returned)
   where leg.bet_id = row.bet_id and leg.place = row.place`

type Leg = { exposedStakeCents: number; exposedReturnCents: number }

/** What the legs of these bets put on their outcomes now, in their order. */
export function updateExposures(tx: Tx, bets: readonly { id: number; legs: readonly Leg[] }[]) {
  const rows = bets.flatMap(({ id, legs }) => legs.map((leg, place) => ({ id, place, ...leg })))
  return updateColumns(tx, {
    betIds: rows.map(({ id }) => id),
    places: rows.map(({ place }) => place),
    stakes: rows.map(({ exposedStakeCents }) => exposedStakeCents),
    returns: rows.map(({ exposedReturnCents }) => exposedReturnCents),
  })
}

export type ExposedRow = {
  betId: number
  outcomeId: number
  marketId: number
  exposedStakeCents: number
  exposedReturnCents: number
}

/** What the legs of these bets put on their outcomes. Under the lock of their players it stands. */
export const selectExposures = (tx: Tx, betIds: readonly number[]) => tx<ExposedRow[]>`
  select leg.bet_id as "betId", leg.outcome_id as "outcomeId", outcome.market_id as "marketId",
         leg.exposed_stake_cents as "exposedStakeCents", leg.exposed_return_cents as "exposedReturnCents"
    from sportsbook_leg leg
    join sportsbook_outcome outcome on outcome.id = leg.outcome_id
   where leg.bet_id = any(${betIds}::bigint[])`

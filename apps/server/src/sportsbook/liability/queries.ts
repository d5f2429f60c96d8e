import type { Tx } from '../../platform/db/index.ts'

/**
 * The sums of these outcomes, locked by ascending id: after players' books, bets and fixtures, and before the
 * accounts of the house. Every deed that changes them takes them in this order.
 */
export const lockLiabilities = (tx: Tx, outcomeIds: readonly number[]) => tx`
  select outcome_id from sportsbook_liability
   where outcome_id = any(${outcomeIds}::bigint[])
   order by outcome_id
     for no key update`

export type LiabilityColumns = {
  outcomeIds: number[]
  marketIds: number[]
  stakes: number[]
  returns: number[]
  /** What the open bets of each outcome may return at most, these included; null where nothing is asked. */
  mostReturns: (number | null)[]
}

/**
 * Adds open bets, by ascending outcome. Fails with a serialization failure, which has the transaction tried
 * again, where others have added so much since it was read that an outcome would return more than its most.
 */
export const addLiabilities = (tx: Tx, columns: LiabilityColumns) => tx`
  with added as (
    select outcome_id, market_id, stake, returned, most
      from unnest(${columns.outcomeIds}::bigint[], ${columns.marketIds}::bigint[], ${columns.stakes}::bigint[],
                  ${columns.returns}::bigint[], ${columns.mostReturns}::bigint[])
        as row (outcome_id, market_id, stake, returned, most)
  )
  insert into sportsbook_liability as liability (outcome_id, market_id, stake_cents, return_cents)
  select outcome_id, market_id, stake, returned from added order by outcome_id
  on conflict (outcome_id) do update
     set stake_cents = liability.stake_cents + excluded.stake_cents,
         return_cents = case
           when liability.return_cents + excluded.return_cents
                  > (select most from added where outcome_id = excluded.outcome_id)
           then sportsbook_liability_moved()
           else liability.return_cents + excluded.return_cents
         end`

export type ClosedColumns = { outcomeIds: number[]; stakes: number[]; returns: number[] }

/** Takes back what bets that are no longer open have added. The rows are locked. */
export const subtractLiabilities = (tx: Tx, columns: ClosedColumns) => tx`
  update sportsbook_liability liability
     set stake_cents = liability.stake_cents - row.stake, return_cents = liability.return_cents - row.returned
    from unnest(${columns.outcomeIds}::bigint[], ${columns.stakes}::bigint[], ${columns.returns}::bigint[])
           as row (outcome_id, stake, returned)
   where liability.outcome_id = row.outcome_id`

/** Outcomes whose last open bet is gone; their rows are locked. */
export const deleteEmpty = (tx: Tx, outcomeIds: readonly number[]) => tx`
  delete from sportsbook_liability where outcome_id = any(${outcomeIds}::bigint[]) and stake_cents = 0`

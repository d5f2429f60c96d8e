import type { Sql, Tx } from '../../platform/db/index.ts'
import type { BetBoost, BetPromises } from '../betting/boost-rules.ts'

/** A bet to settle, and the fixture that it was read for. */
export type UnsettledBet = CurrentBet & { fixtureId: number }

export type CurrentBet = {
  id: number
  playerId: number
  status: 'open' | 'settled' | 'cashed_out'
  unitStakeCents: number
  folds: number[]
  isEachWay: boolean
  stakeCents: number
  cashCents: number
  bonusCents: number
  /** The free bet that paid for it: it returns only the profit. */
  freeBetId: string | null
  /** The boost promised at placement, and the cents of the return that it paid. */
  boost: BetBoost | null
  boostCents: number
  /** Other promises made at placement; null for bets older than stored promises, which follow the settings. */
  promises: BetPromises | null
  /** The part of the return that is an insured stake. */
  insuredCents: number
  /** Its current result; null while open. */
  result: number | null
  returnCents: number | null
  settledTimes: number
  /** Cancelled for good: all its legs are void. */
  isCancelled: boolean
  placedAt: Date
  /** In order, with the current resolution of their outcomes. */
  legs: UnsettledLeg[]
}

export type UnsettledLeg = {
  outcomeId: number
  marketId: number
  isBanker: boolean
  priceMilli: number
  exposedStakeCents: number
  exposedReturnCents: number
  won: number | null
  refunded: number | null
  parts: number | null
  /** Prices of the runners withdrawn from its race after it was placed. */
  withdrawnPrices: number[]
  /** A new report on it is not yet compared with other feeds, or is contested. */
  isHeldUp: boolean
}

/**
 * Bets with a leg on this fixture whose result differs from the one the bet was settled by, or whose exposure is out of date,
 * by ascending id after the last one seen. An open multiple may still wait for other legs.
 */
export const selectUnsettled = async (
  sql: Sql,
  fixtureId: number,
  page: { after: number; max: number },
): Promise<number[]> => {
  const rows = await sql<{ betId: number }[]>`
    select distinct leg.bet_id as "betId"
      from sportsbook_standing_leg leg
      join sportsbook_bet bet on bet.id = leg.bet_id
     where leg.fixture_id = ${fixtureId} and leg.bet_id > ${page.after} and bet.status <> 'cashed_out'
       and ((bet.resolutions[3 * leg.place + 1], bet.resolutions[3 * leg.place + 2], bet.resolutions[3 * leg.place + 3])
              is distinct from (leg.won, leg.refunded, leg.parts)
            -- A leg that was decided and is open again carries its part of what the bet may return anew.
            or (bet.status = 'open' and leg.won is null
                and leg.exposed_stake_cents = 0 and leg.exposed_return_cents = 0))
     order by leg.bet_id
     limit ${page.max}`
  return rows.map(({ betId }) => betId)
}

/**
 * The bets to settle for these fixtures, without cashed-out ones. Reads without a lock; settling checks that
 * they have not changed since.
 */
export const readUnsettled = async (
  sql: Sql,
  fixtureOf: ReadonlyMap<number, number>,
): Promise<UnsettledBet[]> =>
  (await readCurrentBets(sql, [...fixtureOf.keys()])).flatMap((bet) => {
    const fixtureId = fixtureOf.get(bet.id)
    return fixtureId === undefined || bet.status === 'cashed_out' ? [] : [{ ...bet, fixtureId }]
  })

/**
 * These bets of any player, by ascending id. Bets are read first and legs afterwards: settling detects a bet that changed
 * since it was read, so the results of its legs must not be older than the bet.
 */
export async function readCurrentBets(sql: Sql, ids: readonly number[]): Promise<CurrentBet[]> {
  return ids.length === 0 ? [] : addLegs(sql, await selectCurrentBets(sql, ids))
}

/** Reads the legs of these bets as they are now. */
export async function addLegs(sql: Sql, bets: readonly BetRow[]): Promise<CurrentBet[]> {
  if (bets.length === 0) return []
  const legs = await selectCurrentLegs(
    sql,
    bets.map(({ id }) => id),
  )
  const legsOf = Map.groupBy(legs, ({ betId }) => betId)
  return bets.map((bet) => ({ ...bet, legs: legsOf.get(bet.id) ?? [] }))
}

export type BetRow = Omit<CurrentBet, 'legs'>

/** These bets without their legs, by ascending id. */
export const selectCurrentBets = (sql: Sql, ids: readonly number[]) => sql<BetRow[]>`
  select id, player_id as "playerId", status, unit_stake_cents as "unitStakeCents", folds, is_each_way as "isEachWay",
         stake_cents as "stakeCents", cash_cents as "cashCents", bonus_cents as "bonusCents", free_bet_id as "freeBetId",
         boost, boost_cents as "boostCents", promises, insured_cents as "insuredCents", result,
         return_cents as "returnCents", settled_times as "settledTimes",
         cancelled_at is not null as "isCancelled", placed_at as "placedAt"
    from sportsbook_standing_bet
   where id = any(${ids}::bigint[])
   order by id`

/**
 * The legs of these bets, in their order. A leg whose result is contested, or not yet compared with other feeds, keeps the
 * result its bet was settled by, or is open.
 */
const selectCurrentLegs = (sql: Sql, betIds: readonly number[]) => sql<(UnsettledLeg & { betId: number })[]>`
  select leg.bet_id as "betId", leg.outcome_id as "outcomeId", leg.market_id as "marketId", leg.is_banker as "isBanker",
         leg.price_milli as "priceMilli", leg.exposed_stake_cents as "exposedStakeCents",
         leg.exposed_return_cents as "exposedReturnCents",
         case when task.fixture_id is null then leg.won else leg.settled_by[3 * leg.place + 1] end as won,
         case when task.fixture_id is null then leg.refunded else leg.settled_by[3 * leg.place + 2] end as refunded,
         case when task.fixture_id is null then leg.parts else leg.settled_by[3 * leg.place + 3] end as parts,
         leg.withdrawn_prices as "withdrawnPrices",
         leg.is_contested
           or (task.fixture_id is not null
               and (leg.won, leg.refunded, leg.parts)
                     is distinct from (leg.settled_by[3 * leg.place + 1], leg.settled_by[3 * leg.place + 2],
                                       leg.settled_by[3 * leg.place + 3])) as "isHeldUp"
    from sportsbook_standing_leg leg
    left join sportsbook_settlement_task task on task.fixture_id = leg.fixture_id and task.checked < task.requested
   where leg.bet_id = any(${betIds}::bigint[])
   order by leg.bet_id, leg.place`

type OnMarkets = { fixtureIds: readonly number[]; marketIds: readonly number[]; max: number }

/** The first bets with a leg on one of these markets that were not cashed out, by ascending id. */
export const selectBetsOnMarkets = async (
  sql: Sql,
  { fixtureIds, marketIds, max }: OnMarkets,
): Promise<number[]> => {
  const rows = await sql<{ betId: number }[]>`
    select distinct leg.bet_id as "betId"
      from sportsbook_standing_leg leg
      join sportsbook_bet bet on bet.id = leg.bet_id
     where leg.fixture_id = any(${fixtureIds}::bigint[]) and leg.market_id = any(${marketIds}::bigint[])
       and bet.status <> 'cashed_out'
     order by leg.bet_id
     limit ${max}`
  return rows.map(({ betId }) => betId)
}

/** A leg that no market result changes: paid early, or void since its bet or the time of its placement was cancelled. */
type FixedLeg = { betId: number; outcomeId: number; isPaidEarly: boolean }

/** The legs of these bets on these markets that no result changes. */
export const selectFixedLegs = (sql: Sql, betIds: readonly number[], marketIds: readonly number[]) => sql<
  FixedLeg[]
>`
  select leg.bet_id as "betId", leg.outcome_id as "outcomeId",
         leg.is_paid_early and bet.cancelled_at is null as "isPaidEarly"
    from sportsbook_leg leg
    join sportsbook_bet bet on bet.id = leg.bet_id
    join sportsbook_outcome outcome on outcome.id = leg.outcome_id
   where leg.bet_id = any(${betIds}::bigint[]) and outcome.market_id = any(${marketIds}::bigint[])
     and (leg.is_paid_early or bet.cancelled_at is not null
          or exists (select from sportsbook_cancellation cancelled
                      where cancelled.market_id = outcome.market_id and cancelled.rolled_back_at is null
                        and (cancelled.placed_from is null or bet.placed_at >= cancelled.placed_from)
                        and (cancelled.placed_until is null or bet.placed_at < cancelled.placed_until)))`

/** The legs of these bets on these markets that wait by a late window, unless their stake is given back. */
export const selectLateLegs = (sql: Sql, betIds: readonly number[], marketIds: readonly number[]) => sql<
  { betId: number; outcomeId: number }[]
>`
  select leg.bet_id as "betId", leg.outcome_id as "outcomeId"
    from sportsbook_leg leg
    join sportsbook_bet bet on bet.id = leg.bet_id
    join sportsbook_outcome outcome on outcome.id = leg.outcome_id
    join sportsbook_contested_market late
      on late.market_id = outcome.market_id and late.other_fixture_id = late.fixture_id and late.windows @> bet.placed_at
   where leg.bet_id = any(${betIds}::bigint[]) and outcome.market_id = any(${marketIds}::bigint[])`

type ExposureColumns = { betIds: number[]; places: number[]; stakes: number[]; returns: number[] }

const updateColumns = (tx: Tx, columns: ExposureColumns) => tx`
  update sportsbook_leg leg
     set exposed_stake_cents = row.stake, exposed_return_cents = row.returned
    from unnest(${columns.betIds}::bigint[], ${columns.places}::smallint[], ${columns.stakes}::bigint[],
                ${columns.returns}::bigint[]) as row (bet_id, place, stake, returned)
   where leg.bet_id = row.bet_id and leg.place = row.place`

type Leg = { exposedStakeCents: number; exposedReturnCents: number }

/** Writes the exposure that the legs of these bets put on their outcomes now, in order. */
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

/** The exposure of the legs of these bets; it does not change under the lock of their players. */
export const selectExposures = (tx: Tx, betIds: readonly number[]) => tx<ExposedRow[]>`
  select leg.bet_id as "betId", leg.outcome_id as "outcomeId", outcome.market_id as "marketId",
         leg.exposed_stake_cents as "exposedStakeCents", leg.exposed_return_cents as "exposedReturnCents"
    from sportsbook_leg leg
    join sportsbook_outcome outcome on outcome.id = leg.outcome_id
   where leg.bet_id = any(${betIds}::bigint[])`

type OpenBet = { id: number; playerId: number }

type OpenOf = { playerIds: readonly number[]; after: OpenBet; max: number }

/**
 * Open bets of these players that were never cancelled or settled, by ascending player and id after this one. A bet whose
 * result was rolled back is open, too, but has been paid: it waits for its result.
 */
export const selectOpenAfter = (sql: Sql, { playerIds, after, max }: OpenOf) => sql<OpenBet[]>`
  select id, player_id as "playerId" from sportsbook_bet
   where player_id = any(${playerIds}::bigint[]) and (player_id, id) > (${after.playerId}::bigint, ${after.id}::bigint)
     and status = 'open' and cancelled_at is null and settled_times = 0
   order by player_id, id limit ${max}`

/** The fixtures of the legs of these bets, by ascending id. They never change. */
export const selectFixturesOf = async (sql: Sql, betIds: readonly number[]): Promise<number[]> => {
  const rows = await sql<{ fixtureId: number }[]>`
    select distinct fixture_id as "fixtureId" from sportsbook_leg where bet_id = any(${betIds}::bigint[])
     order by fixture_id`
  return rows.map(({ fixtureId }) => fixtureId)
}

/**
 * Cancels these open bets for good: all their legs are void. Returns a row for each leg, with its fixture. Locks needed:
 * their players' accounts.
 */
export const updateToCancelled = (tx: Tx, ids: readonly number[]) => tx<{ fixtureId: number }[]>`
  with cancelled as (
    update sportsbook_bet set cancelled_at = now()
     where id = any(${ids}::bigint[]) and status = 'open' and cancelled_at is null and settled_times = 0
    returning id
  )
  select leg.fixture_id as "fixtureId" from cancelled join sportsbook_leg leg on leg.bet_id = cancelled.id`

/** A leg whose result is being worked out within seconds, or else waits for its score or for operators. */
type AwaitedLeg = { betId: number; outcomeId: number; isBeingResolved: boolean }

/**
 * Legs of these bets that nothing but their result is missing of: their market is closed, or their match is over, or the
 * result awaits operators who confirm it, also that of a selection of a bet builder.
 */
export const selectAwaited = (tx: Tx, betIds: readonly number[]) => tx<AwaitedLeg[]>`
  select leg.bet_id as "betId", leg.outcome_id as "outcomeId", market.status = 'closed' as "isBeingResolved"
    from sportsbook_leg leg
    join sportsbook_outcome outcome on outcome.id = leg.outcome_id
    join sportsbook_market market on market.id = outcome.market_id
    join sportsbook_fixture fixture on fixture.id = market.fixture_id
   where leg.bet_id = any(${betIds}::bigint[])
     and (market.status = 'closed'
          or (outcome.parts is null
              and (market.awaits_score
                   -- Neither to be determined nor interrupted: those may continue.
                   or (fixture.match_status < 0 and fixture.match_status not in (-11, -13))
                   or exists (
                     select from (select market.id
                                  union all
                                  select selected.market_id from sportsbook_outcome selected
                                   where selected.id = any(market.selections)) as needed (id)
                       join sportsbook_market named on named.id = needed.id and named.status <> 'settled'
                      where exists (select from sportsbook_market_proposal where market_id = needed.id)
                         or exists (select from sportsbook_market_settlement
                                     where market_id = needed.id and state = 'waits')))))`

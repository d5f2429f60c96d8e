import type { Sql, Tx } from '../../platform/db/index.ts'
import type { BetBoost, BetPromises } from '../betting/boost-rules.ts'

/** A bet to settle, and the fixture that it was read for. */
export type UnsettledBet = StandingBet & { fixtureId: number }

export type StandingBet = {
  id: number
  playerId: number
  status: 'open' | 'settled' | 'cashed_out'
  unitStakeCents: number
  folds: number[]
  isEachWay: boolean
  stakeCents: number
  cashCents: number
  bonusCents: number
  /** The free bet that paid for it: what it returns is the profit alone. */
  freeBetId: string | null
  /** What was promised beside its prices, and what of it its return has. */
  boost: BetBoost | null
  boostCents: number
  /** What it was promised besides; null of a bet from before that was kept: it goes by the settings. */
  promises: BetPromises | null
  /** What of its return was a stake that came back by a promise. */
  insuredCents: number
  /** As it is settled now; null while it is open. */
  result: number | null
  returnCents: number | null
  settledTimes: number
  placedAt: Date
  /** In their order, with what their outcomes are resolved to now. */
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
  /** Prices of the runners that were withdrawn from its race after it was placed. */
  withdrawnPrices: number[]
  /** Something else is said of it by now, that is not held against what other feeds say yet, or that they contest. */
  isHeldUp: boolean
}

/**
 * Bets with a leg on this fixture that is not what the bet was settled by, or not where what it may return stands, by
 * ascending id after the last one seen. An open one of several legs may still be waiting for others.
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
 * These bets to settle, each for its fixture. Read without a lock: whoever settles them checks that they have not changed since.
 * One that was sold meanwhile is missing.
 */
export const readUnsettled = async (
  sql: Sql,
  fixtureOf: ReadonlyMap<number, number>,
): Promise<UnsettledBet[]> =>
  (await readStanding(sql, [...fixtureOf.keys()])).flatMap((bet) => {
    const fixtureId = fixtureOf.get(bet.id)
    return fixtureId === undefined || bet.status === 'cashed_out' ? [] : [{ ...bet, fixtureId }]
  })

/**
 * These bets as they stand, whoever's they are, by ascending id. The bets are read first, and their legs once they are: whoever
 * settles them by the results of the legs is stopped where the bet has changed since, and must not hold older results than the bet.
 */
export async function readStanding(sql: Sql, ids: readonly number[]): Promise<StandingBet[]> {
  const bets = ids.length === 0 ? [] : await selectStandingBets(sql, ids)
  if (bets.length === 0) return []
  const legsOf = Map.groupBy(await selectStandingLegs(sql, ids), ({ betId }) => betId)
  return bets.map((bet) => ({ ...bet, legs: legsOf.get(bet.id) ?? [] }))
}

const selectStandingBets = (sql: Sql, ids: readonly number[]) => sql<Omit<StandingBet, 'legs'>[]>`
  select id, player_id as "playerId", status, unit_stake_cents as "unitStakeCents", folds, is_each_way as "isEachWay",
         stake_cents as "stakeCents", cash_cents as "cashCents", bonus_cents as "bonusCents", free_bet_id as "freeBetId",
         boost, boost_cents as "boostCents", promises, insured_cents as "insuredCents", result,
         return_cents as "returnCents", settled_times as "settledTimes", placed_at as "placedAt"
    from sportsbook_standing_bet
   where id = any(${ids}::bigint[])
   order by id`

/**
 * The legs of these bets, in their order. A leg whose result was not held against what other feeds say yet, or that they
 * contest, is what its bet was settled by: open, where it was not.
 */
const selectStandingLegs = (sql: Sql, betIds: readonly number[]) => sql<(UnsettledLeg & { betId: number })[]>`
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

/** The first bets with a leg on one of these markets that were not sold, by ascending id. */
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

/** A leg that no result of its market changes: it was paid early, or is void by the moment it was placed at. */
type FixedLeg = { betId: number; outcomeId: number; isPaidEarly: boolean }

/** The legs of these bets on these markets that no result changes. */
export const selectFixedLegs = (sql: Sql, betIds: readonly number[], marketIds: readonly number[]) => sql<
  FixedLeg[]
>`
  select leg.bet_id as "betId", leg.outcome_id as "outcomeId", leg.is_paid_early as "isPaidEarly"
    from sportsbook_leg leg
    join sportsbook_bet bet on bet.id = leg.bet_id
    join sportsbook_outcome outcome on outcome.id = leg.outcome_id
   where leg.bet_id = any(${betIds}::bigint[]) and outcome.market_id = any(${marketIds}::bigint[])
     and (leg.is_paid_early
          or exists (select from sportsbook_cancellation cancelled
                      where cancelled.market_id = outcome.market_id and cancelled.rolled_back_at is null
                        and (cancelled.placed_from is null or bet.placed_at >= cancelled.placed_from)
                        and (cancelled.placed_until is null or bet.placed_at < cancelled.placed_until)))`

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

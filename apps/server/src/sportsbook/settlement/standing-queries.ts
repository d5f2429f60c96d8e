import type { Sql } from '../../platform/db/index.ts'
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

/** A row for each leg. As JSON made by PostgreSQL the legs cost more than all else of the statement. */
type LegOf<Bet> = Omit<Bet, 'legs'> & UnsettledLeg

const betsOf = <Row extends LegOf<StandingBet>>(rows: readonly Row[]): (Row & { legs: Row[] })[] =>
  [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((legs) =>
    legs.slice(0, 1).map((bet) => ({ ...bet, legs })),
  )

/**
 * Bets with a leg on this fixture that is not what the bet was settled by, or not where what it may return stands, by
 * ascending id after the last one seen. An open one of several legs may still be waiting for others. Read without a lock: whoever settles them checks
 * that they have not changed since. A leg whose result was not held against what other feeds say yet, or that they
 * contest, is what its bet was settled by: open, where it was not.
 */
export const selectUnsettled = async (
  sql: Sql,
  fixtureId: number,
  page: { after: number; max: number },
): Promise<UnsettledBet[]> =>
  betsOf(
    await sql<LegOf<UnsettledBet>[]>`
  select bet.id, ${fixtureId}::bigint as "fixtureId", bet.player_id as "playerId", bet.status,
         bet.unit_stake_cents as "unitStakeCents", bet.folds, bet.is_each_way as "isEachWay",
         bet.stake_cents as "stakeCents", bet.cash_cents as "cashCents", bet.bonus_cents as "bonusCents",
         bet.free_bet_id as "freeBetId", bet.boost, bet.boost_cents as "boostCents", bet.promises,
         bet.insured_cents as "insuredCents", bet.result,
         bet.return_cents as "returnCents",
         bet.settled_times as "settledTimes", bet.placed_at as "placedAt",
         leg.outcome_id as "outcomeId", leg.market_id as "marketId", leg.is_banker as "isBanker",
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
    from (select distinct leg.bet_id
            from sportsbook_standing_leg leg
            join sportsbook_bet bet on bet.id = leg.bet_id
           where leg.fixture_id = ${fixtureId} and leg.bet_id > ${page.after} and bet.status <> 'cashed_out'
             and ((bet.resolutions[3 * leg.place + 1], bet.resolutions[3 * leg.place + 2],
                   bet.resolutions[3 * leg.place + 3])
                    is distinct from (leg.won, leg.refunded, leg.parts)
                  -- A leg that was decided and is open again carries its part of what the bet may return anew.
                  or (bet.status = 'open' and leg.won is null
                      and leg.exposed_stake_cents = 0 and leg.exposed_return_cents = 0))
           order by leg.bet_id
           limit ${page.max}) as page
    join sportsbook_standing_bet bet on bet.id = page.bet_id
    join sportsbook_standing_leg leg on leg.bet_id = page.bet_id
    left join sportsbook_settlement_task task on task.fixture_id = leg.fixture_id and task.checked < task.requested
   order by bet.id, leg.place`,
  )

/** These bets as they stand, whoever's they are. */
export const selectStanding = async (sql: Sql, ids: readonly number[]): Promise<StandingBet[]> =>
  betsOf(
    await sql<LegOf<StandingBet>[]>`
  select bet.id, bet.player_id as "playerId", bet.status,
         bet.unit_stake_cents as "unitStakeCents", bet.folds, bet.is_each_way as "isEachWay",
         bet.stake_cents as "stakeCents", bet.cash_cents as "cashCents", bet.bonus_cents as "bonusCents",
         bet.free_bet_id as "freeBetId", bet.boost, bet.boost_cents as "boostCents", bet.promises,
         bet.insured_cents as "insuredCents", bet.result,
         bet.return_cents as "returnCents",
         bet.settled_times as "settledTimes", bet.placed_at as "placedAt",
         leg.outcome_id as "outcomeId", leg.market_id as "marketId", leg.is_banker as "isBanker",
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
    from sportsbook_standing_bet bet
    join sportsbook_standing_leg leg on leg.bet_id = bet.id
    left join sportsbook_settlement_task task on task.fixture_id = leg.fixture_id and task.checked < task.requested
   where bet.id = any(${ids}::bigint[])
   order by bet.id, leg.place`,
  )

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

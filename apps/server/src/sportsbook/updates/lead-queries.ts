import type { Tx } from '../../platform/db/index.ts'

/**
 * Marks the legs on these fixtures that a lead has won by the promise stored with their bet, and that were held or void
 * when the lead was processed: then they were left out. Call it once they are not any more; their bets are settled
 * next. A bet that is settled already is among them only if this leg was refunded. Bets older than stored promises are not.
 */
export const payLeadsAgain = (tx: Tx, fixtureIds: readonly number[]) => tx`
  update sportsbook_leg leg
     set is_paid_early = true
    from sportsbook_lead lead
    join sportsbook_market market
      on market.fixture_id = lead.fixture_id and market.type = 'football.1x2' and market.period = 'full'
    join sportsbook_outcome outcome on outcome.market_id = market.id and outcome.outcome_code = lead.code,
         sportsbook_bet bet
   where lead.fixture_id = any(${fixtureIds}::bigint[])
     and leg.fixture_id = lead.fixture_id and leg.outcome_id = outcome.id and not leg.is_paid_early
     and leg.standing is null
     and bet.id = leg.bet_id and lead.goals >= (bet.promises #>> '{earlyPayout,lead}')::integer
     and (bet.status = 'open'
          or (bet.status = 'settled'
              and bet.resolutions[3 * leg.place + 2] = bet.resolutions[3 * leg.place + 3]))
     and not exists (select from sportsbook_standing_leg held
                      where held.bet_id = leg.bet_id and held.place = leg.place
                        and (held.is_contested or held.is_cancelled))`

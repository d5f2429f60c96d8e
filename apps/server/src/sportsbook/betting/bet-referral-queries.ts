import type { Refusal } from '@palpite/contract'
import type { Sport } from '@palpite/odds'
import type { Sql, Tx } from '../../platform/db/index.ts'
import type { BetRequest } from './bet-request.ts'

/** The bet as asked for: without what no referred bet has, a free bet, a boost or an offer. */
export type ReferredBet = Pick<
  BetRequest,
  'unitStakeCents' | 'legs' | 'folds' | 'isEachWay' | 'accept' | 'withinBps'
>

/** `over`: nobody decided it in time. */
export type ReferralStatus = 'waiting' | 'accepted' | 'refused' | 'failed' | 'cancelled' | 'over'

export type ReferralRow = {
  id: number
  playerId: number
  requestId: string
  request: ReferredBet
  until: Date
}

/** The referral of this request of a player. */
export const selectReferral = (sql: Sql, playerId: number, requestId: string) => sql<ReferralRow[]>`
  select id, player_id as "playerId", request_id as "requestId", request, until
    from sportsbook_bet_referral
   where player_id = ${playerId} and request_id = ${requestId}`

type NewReferral = {
  playerId: number
  requestId: string
  /** As JSON. */
  request: string
  stakeCents: number
  potentialReturnCents: number
  maxStakeCents: number
  seconds: number
}

/** Stores a referral, unless its player already has this many that wait; its account is locked. */
export const insertReferral = (tx: Tx, row: NewReferral, mostWaiting: number) => tx<{ until: Date }[]>`
  insert into sportsbook_bet_referral
         (player_id, request_id, request, stake_cents, potential_return_cents, max_stake_cents, until)
  select ${row.playerId}, ${row.requestId}, ${row.request}::jsonb, ${row.stakeCents}, ${row.potentialReturnCents},
         ${row.maxStakeCents}, clock_timestamp() + make_interval(secs => ${row.seconds})
   where (select count(*) from sportsbook_bet_referral
           where player_id = ${row.playerId} and status = 'waiting' and until > clock_timestamp()) < ${mostWaiting}
  on conflict (player_id, request_id) do nothing
  returning until`

/** Locks these referrals; those that are decided, cancelled or over are left out. */
export const lockReferrals = (tx: Tx, ids: readonly number[]) => tx<ReferralRow[]>`
  select id, player_id as "playerId", request_id as "requestId", request, until
    from sportsbook_bet_referral
   where id = any(${ids}::bigint[]) and status = 'waiting' and until > clock_timestamp()
   order by id
     for update`

type Decision = {
  id: number
  status: 'accepted' | 'refused' | 'failed'
  operatorId: number
  betId?: number
  refusal?: Refusal
  reason?: string
}

/** Writes what became of a locked referral. */
export const decideReferral = (tx: Tx, { id, status, operatorId, betId, refusal, reason }: Decision) => tx`
  update sportsbook_bet_referral
     set status = ${status}, operator_id = ${operatorId}, bet_id = ${betId ?? null}, reason = ${reason ?? null},
         refusal = ${refusal?.code ?? null},
         refusal_values = ${refusal?.values ? JSON.stringify(refusal.values) : null}::jsonb,
         refusal_detail = ${refusal?.detail ? JSON.stringify(refusal.detail) : null}::jsonb,
         decided_at = clock_timestamp()
   where id = ${id}`

/** Cancels a referral that nobody has decided; a cancelled one stays cancelled. */
export const cancelReferral = (sql: Sql, playerId: number, requestId: string) => sql<{ id: number }[]>`
  update sportsbook_bet_referral
     set status = 'cancelled', decided_at = coalesce(decided_at, clock_timestamp())
   where player_id = ${playerId} and request_id = ${requestId}
     and (status = 'cancelled' or (status = 'waiting' and until > clock_timestamp()))
  returning id`

export type ListedReferral = {
  id: number
  playerId: number
  status: ReferralStatus
  stakeCents: number
  potentialReturnCents: number
  maxStakeCents: number
  isEachWay: boolean
  folds: number[]
  askedAt: Date
  until: Date
  betId: number | null
  /** The code of the refusal of an accepted bet that could not be placed. */
  refusal: string | null
  operatorId: number | null
  reason: string | null
  decidedAt: Date | null
  legs: ReferredLeg[]
}

type ReferredLeg = {
  fixtureId: number
  sport: Sport
  /** The sides, or what an outright is about. */
  title: string
  startsAt: string
  type: string
  period: string
  lineQuarters: number | null
  side: 'home' | 'away' | null
  code: string
  /** Of a runner or an entrant. */
  name: string | null
  /** As the player saw it, and now. */
  priceMilli: number
  nowMilli: number
}

type Filter = { beforeId: number; max: number; status: ReferralStatus | null }

/** Referrals for operators, newest first, each with its legs as offered now. */
export const selectReferrals = (sql: Sql, { beforeId, max, status }: Filter) => sql<ListedReferral[]>`
  with listed as (
    select id, player_id, request, stake_cents, potential_return_cents, max_stake_cents, asked_at, until, bet_id, refusal,
           operator_id, reason, decided_at, state.shown
      from sportsbook_bet_referral referral
     cross join lateral (
       select case when referral.status = 'waiting' and referral.until <= clock_timestamp() then 'over'
                   else referral.status end as shown) as state
     where id < ${beforeId} and (${status}::text is null or state.shown = ${status})
     order by id desc
     limit ${max}
  )
  select listed.id, listed.player_id as "playerId", listed.shown as status, listed.stake_cents as "stakeCents",
         listed.potential_return_cents as "potentialReturnCents", listed.max_stake_cents as "maxStakeCents",
         coalesce((listed.request -> 'isEachWay')::boolean, false) as "isEachWay", listed.request -> 'folds' as folds,
         listed.asked_at as "askedAt", listed.until, listed.bet_id as "betId", listed.refusal,
         listed.operator_id as "operatorId", listed.reason, listed.decided_at as "decidedAt", legs.all as legs
    from listed
   cross join lateral (
     select jsonb_agg(jsonb_build_object(
              'fixtureId', fixture.id, 'sport', competition.sport,
              'title', coalesce(fixture.title, home.name || ' x ' || away.name, competition.name),
              'startsAt', fixture.starts_at, 'type', market.type, 'period', market.period,
              'lineQuarters', market.line_quarters, 'side', market.side, 'code', outcome.outcome_code,
              'name', runner.name, 'priceMilli', (leg.asked ->> 'priceMilli')::integer,
              'nowMilli', outcome.price_milli) order by leg.place) as all
       from jsonb_array_elements(listed.request -> 'legs') with ordinality as leg (asked, place)
       join sportsbook_outcome outcome on outcome.id = (leg.asked ->> 'outcomeId')::bigint
       join sportsbook_market market on market.id = outcome.market_id
       join sportsbook_fixture fixture on fixture.id = market.fixture_id
       join sportsbook_competition competition on competition.id = fixture.competition_id
       left join sportsbook_fixture_participant first
         on first.fixture_id = fixture.id and first.place = 1 and not (competition.sport = 'racing' or fixture.is_outright)
       left join sportsbook_fixture_participant second
         on second.fixture_id = fixture.id and second.place = 2
        and not (competition.sport = 'racing' or fixture.is_outright)
       left join sportsbook_participant home on home.id = first.participant_id
       left join sportsbook_participant away on away.id = second.participant_id
       left join sportsbook_fixture_participant entrant
         on entrant.fixture_id = fixture.id and entrant.place::text = outcome.outcome_code
        and (competition.sport = 'racing' or fixture.is_outright)
       left join sportsbook_participant runner on runner.id = entrant.participant_id) as legs
   order by listed.id desc`

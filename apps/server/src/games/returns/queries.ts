import type { GameCode } from '@palpite/contract'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { AlikeRounds } from './rules.ts'

export type Hour = { from: Date; until: Date }
export type CountedRounds = AlikeRounds & { game: GameCode; paidCents: number }
export type CountedBets = CountedRounds & { drawId: number }

/** Starts at the first possible round: when the first seeds were created. */
export const insertCounted = (tx: Tx) => tx`
  insert into games_return_counted (counted_until)
  select date_trunc('hour', coalesce((select created_at from games_seed_pair order by id limit 1), now()))
  on conflict do nothing`

/** The next hours to count, oldest first, unless another server is counting: those not final yet. */
export const lockHours = (tx: Tx, max: number) => tx<Hour[]>`
  with counted as (select counted_until from games_return_counted for update skip locked)
  select hour as from, hour + interval '1 hour' as until
    from counted, generate_series(counted_until, now(), interval '1 hour') as hour
   order by hour
   limit ${max}`

/** Groups of equal rounds won or lost in this hour, without shared draws. */
export const selectAlikeRounds = (tx: Tx, { from, until }: Hour, paced: readonly string[]) => tx<
  CountedRounds[]
>`
  with ended as (
    select game, choice, stake_cents, payout_cents,
           case when game = any(${paced}::text[]) then
             (select count(tile) from games_step step where step.player_id = round.player_id and step.round_id = round.id)
           else 0 end as steps
      from games_round round
     where closed_at >= ${from} and closed_at < ${until} and status in ('won', 'lost') and shared_round_id is null
  )
  select game, choice, stake_cents as "stakeCents", steps::int, count(*)::int as rounds,
         sum(payout_cents)::bigint as "paidCents"
    from ended
   group by game, choice, stake_cents, steps`

/** Groups of equal bets on the draws whose last bet was settled in this hour. */
export const selectAlikeBets = (tx: Tx, { from, until }: Hour) => tx<CountedBets[]>`
  select draw.id as "drawId", round.game, round.choice, round.stake_cents as "stakeCents", 0 as steps,
         count(*)::int as rounds, sum(round.payout_cents)::bigint as "paidCents"
    from games_shared_round draw
    join games_round round on round.shared_round_id = draw.id and round.status in ('won', 'lost')
   where draw.ended_at >= ${from} and draw.ended_at < ${until}
   group by draw.id, round.game, round.choice, round.stake_cents`

/** Writes counted hours, replacing earlier counts. */
export const upsertHours = insertInto(
  'games_return_hour',
  {
    game: 'text',
    hour: 'timestamptz',
    rounds: 'int',
    stakedCents: 'bigint',
    paidCents: 'bigint',
    expectedCents: 'float8',
    variance: 'float8',
    maxAboveCents: 'float8',
    maxBelowCents: 'float8',
  },
  `on conflict (game, hour) do update
      set rounds = excluded.rounds, staked_cents = excluded.staked_cents, paid_cents = excluded.paid_cents,
          expected_cents = excluded.expected_cents, variance = excluded.variance,
          max_above_cents = excluded.max_above_cents, max_below_cents = excluded.max_below_cents`,
)

/** An hour that ended some minutes ago becomes final: its rows can no longer change. */
export const updateCounted = (tx: Tx, { until, afterMinutes }: { until: Date; afterMinutes: number }) => tx`
  update games_return_counted
     set counted_until = greatest(
           counted_until, least(${until}, date_trunc('hour', now() - make_interval(mins => ${afterMinutes}::int))))`

export type Period = 'day' | 'week' | 'all'
export type SummedReturns = {
  game: GameCode
  period: Period
  rounds: number
  stakedCents: number
  paidCents: number
  expectedCents: number
  variance: number
  maxAboveCents: number
  maxBelowCents: number
}

/** The figures of each game today (America/Sao_Paulo), over seven days, and since the first round. */
export const selectReturns = (sql: Sql) => sql<SummedReturns[]>`
  with today as (
    select date_trunc('day', now() at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo' as from_at
  ), period (name, from_at) as (
    select 'day', from_at from today
    union all select 'week', from_at - interval '6 days' from today
    union all select 'all', '-infinity' from today
  )
  select game, name as period, sum(rounds)::bigint as rounds, sum(staked_cents)::bigint as "stakedCents",
         sum(paid_cents)::bigint as "paidCents", sum(expected_cents) as "expectedCents", sum(variance) as variance,
         max(max_above_cents) as "maxAboveCents", max(max_below_cents) as "maxBelowCents"
    from period
    join games_return_hour counted on counted.hour >= period.from_at
   group by game, name`

/** How many rounds of each game are open, and since when the oldest is. */
export const selectOpenRounds = (sql: Sql) => sql<{ game: GameCode; open: number; oldestAt: Date }[]>`
  with waiting as (
    select game, created_at from games_round where status = 'open' and shared_round_id is null
    union all
    select round.game, round.created_at
      from games_shared_round draw
      join games_round round on round.shared_round_id = draw.id and round.status = 'open'
     where draw.status in ('open', 'drawn', 'void')
  )
  select game, count(*)::int as open, min(created_at) as "oldestAt" from waiting group by game`

/** The chain in use of each room: how far it was played, and its commitment. */
export const selectChainsInUse = (sql: Sql) => sql<
  { room: string; number: number; length: number; played: number; commitment: string }[]
>`
  select distinct on (room) room, number, length, commitment,
         (select coalesce(max(place) + 1, 0) from games_shared_round where chain_id = chain.id)::int as played
    from games_chain chain
   order by room, number desc`

/** Up to when rounds were counted; no row before the first time. */
export const selectCountedUntil = (sql: Sql) => sql<{ countedUntil: Date }[]>`
  select counted_until as "countedUntil" from games_return_counted`

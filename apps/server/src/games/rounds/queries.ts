import type { GameCode } from '@palpite/contract'
import { present } from '../../platform/errors.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { SealedTable } from '../../platform/seals-rules.ts'
import type { Place, TimeWindow } from '../../platform/paging.ts'

export type Json = Readonly<Record<string, unknown>>

/**
 * A round as in the view `games_shown_round`, with the same names: as stored, with its steps while open, and with its
 * seeds. The server seed never leaves the module before it is revealed.
 */
export type RoundRow = {
  id: number
  playerId: number
  requestId: string
  game: GameCode
  status: 'open' | 'won' | 'lost' | 'refunded'
  stakeCents: number
  bonusStakeCents: number
  payoutCents: number
  seedPairId: number
  nonce: number
  sharedRoundId: number | null
  rulesVersion: number
  choice: Json
  /** Null while it is open. */
  state: Json | null
  multiplierE4: number
  /** The player's balance right after the command. */
  cashCents: number
  bonusCents: number
  balanceVersion: number
  at: Date
  closedAt: Date | null
  serverSeed: string
  serverSeedHash: string
  isRevealed: boolean
  clientSeed: string
  algorithm: string
  /** The draw that decides it, in a shared game. */
  draw: {
    sharedRoundId: number
    room: string
    place: number
    commitment: string
    salt: string
    seed: string | null
    outcome: number | null
    /** It could not be drawn: its bets are refunded. */
    isAbnormal: boolean
  } | null
  /** The tiles of its steps in order, while open; null means cash-out. */
  tiles: (number | null)[]
}

type Key = { playerId: number; requestId: string }

/** The earlier rounds of these requests; requests without one are omitted. */
export const selectEarlier = (tx: Tx, requests: readonly Key[]) => tx<RoundRow[]>`
  select shown.*
    from unnest(${requests.map(({ playerId }) => playerId)}::bigint[],
                ${requests.map(({ requestId }) => requestId)}::text[]) as request (player_id, request_id)
    join games_shown_round shown
      on shown."playerId" = request.player_id and shown."requestId" = request.request_id`

export type RoundKey = { playerId: number; id: number }

/** These rounds of these players, newest first; rounds of other players are left out. */
export const selectRounds = (sql: Sql, keys: readonly RoundKey[]) => sql<RoundRow[]>`
  select shown.*
    from unnest(${keys.map(({ playerId }) => playerId)}::bigint[], ${keys.map(({ id }) => id)}::bigint[])
           as listed (player_id, id)
    join games_shown_round shown on shown."playerId" = listed.player_id and shown.id = listed.id
   order by shown.id desc`

type Page = { playerId: number; game: string | null; status: string | null; beforeId: number; max: number }

/** The ids of a page of a player's rounds, newest first, from before this one. */
export const selectRoundIds = (sql: Sql, { playerId, game, status, beforeId, max }: Page) => sql<
  { id: number }[]
>`
  select id
    from games_round
   where player_id = ${playerId}
     and id < ${beforeId}::bigint
     and (${game}::text is null or game = ${game}::text)
     and (${status}::text is null or status = ${status}::text)
   order by id desc
   limit ${max}`

/** The transaction's start time: rounds it closes are closed then. */
export const selectNow = async (sql: Sql): Promise<Date> => {
  const rows = await sql<{ at: Date }[]>`select now() as at`
  return present(rows[0], 'the time').at
}

/** The open rounds of these players in paced games, which change only under their accounts' lock. */
export const selectOpenPaced = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; id: number; game: GameCode }[]
>`
  select player_id as "playerId", id, game
    from games_round
   where status = 'open' and shared_round_id is null and player_id = any(${playerIds}::bigint[])
   order by id`

/** Which of these players have an open round, in any game. */
export const selectInRound = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; code: GameCode }[]
>`
  select distinct player_id as "playerId", game as code
    from games_round
   where status = 'open' and player_id = any(${playerIds}::bigint[])`

type Idle = { hours: number; afterId: number; max: number }

/** Open rounds of paced games older than the given time, oldest first, after this one. */
export const selectIdle = (sql: Sql, { hours, afterId, max }: Idle) => sql<RoundKey[]>`
  select player_id as "playerId", id
    from games_round
   where status = 'open' and shared_round_id is null and created_at < now() - make_interval(hours => ${hours}::int)
     and id > ${afterId}
   order by id
   limit ${max}`

/** The stakes of all open rounds. */
export const selectOpenStakes = async (tx: Tx): Promise<number> => {
  const rows = await tx<{ sum: number }[]>`
    select coalesce(sum(stake_cents), 0)::bigint as sum from games_round where status = 'open'`
  return rows[0]?.sum ?? Number.NaN
}

export const insertRounds = insertInto('games_round', {
  playerId: 'bigint',
  id: 'bigint',
  requestId: 'text',
  game: 'text',
  status: 'text',
  stakeCents: 'bigint',
  bonusStakeCents: 'bigint',
  payoutCents: 'bigint',
  seedPairId: 'bigint',
  nonce: 'int',
  sharedRoundId: 'bigint null',
  rulesVersion: 'int',
  choice: 'jsonb',
  state: 'jsonb null',
  multiplierE4: 'bigint',
  cashCents: 'bigint',
  bonusCents: 'bigint',
  balanceVersion: 'bigint',
  closedAt: 'timestamptz null',
})

export type ClosedRound = {
  playerId: number
  id: number
  status: string
  payoutCents: number
  multiplierE4: number
  state: Json
}

/** Closes these open rounds. Locks needed: the players' accounts. */
export const closeRounds = (tx: Tx, rounds: readonly ClosedRound[]) => tx`
  update games_round as round
     set status = closed.status, payout_cents = closed.payout_cents, multiplier_e4 = closed.multiplier_e4,
         state = closed.state, closed_at = now()
    from unnest(${rounds.map(({ playerId }) => playerId)}::bigint[], ${rounds.map(({ id }) => id)}::bigint[],
                ${rounds.map(({ status }) => status)}::text[],
                ${rounds.map(({ payoutCents }) => payoutCents)}::bigint[],
                ${rounds.map(({ multiplierE4 }) => multiplierE4)}::bigint[],
                ${rounds.map(({ state }) => JSON.stringify(state))}::jsonb[])
           as closed (player_id, id, status, payout_cents, multiplier_e4, state)
   where round.player_id = closed.player_id and round.id = closed.id`

/** What is needed to settle a bet on a draw. Its full row with seeds and draw takes several times as long to read. */
export type Bet = Pick<
  RoundRow,
  'playerId' | 'id' | 'game' | 'status' | 'stakeCents' | 'bonusStakeCents' | 'choice'
>

/** The current state of these bets. */
export const selectBets = (tx: Tx, keys: readonly RoundKey[]) => tx<Bet[]>`
  select round.player_id as "playerId", round.id, round.game, round.status, round.stake_cents as "stakeCents",
         round.bonus_stake_cents as "bonusStakeCents", round.choice
    from unnest(${keys.map(({ playerId }) => playerId)}::bigint[], ${keys.map(({ id }) => id)}::bigint[])
           as listed (player_id, id)
    join games_round round on round.player_id = listed.player_id and round.id = listed.id`

type OpenBets = { sharedRoundId: number; after: RoundKey; max: number }

/** Open bets of this shared round, by player, after this one, up to a maximum. */
export const selectOpenBets = (sql: Sql, { sharedRoundId, after, max }: OpenBets) => sql<RoundKey[]>`
  select player_id as "playerId", id
    from games_round
   where shared_round_id = ${sharedRoundId} and status = 'open'
     and (player_id, id) > (${after.playerId}::bigint, ${after.id}::bigint)
   order by player_id, id
   limit ${max}`

export type StepRow = {
  playerId: number
  roundId: number
  number: number
  requestId: string
  tile: number | null
  cashCents: number
  bonusCents: number
  balanceVersion: number
}

/** The earlier steps of these requests; requests without one are omitted. */
export const selectEarlierSteps = (tx: Tx, requests: readonly Key[]) => tx<StepRow[]>`
  select step.player_id as "playerId", step.round_id as "roundId", step.number, step.request_id as "requestId",
         step.tile, step.cash_cents as "cashCents", step.bonus_cents as "bonusCents",
         step.balance_version as "balanceVersion"
    from unnest(${requests.map(({ playerId }) => playerId)}::bigint[],
                ${requests.map(({ requestId }) => requestId)}::text[]) as request (player_id, request_id)
    join games_step step on step.player_id = request.player_id and step.request_id = request.request_id`

export const insertSteps = insertInto('games_step', {
  playerId: 'bigint',
  roundId: 'bigint',
  number: 'int',
  requestId: 'text',
  tile: 'int null',
  cashCents: 'bigint',
  bonusCents: 'bigint',
  balanceVersion: 'bigint',
})

/** Closed rounds with the tiles of all their steps, by player and id, after this one, a page at a time. */
export const selectClosedAfter = (sql: Sql, { playerId, id }: RoundKey, max: number) => sql<
  (RoundRow & { steps: (number | null)[] })[]
>`
  select shown.*, made.steps
    from (select player_id, id
            from games_round
           where (player_id, id) > (${playerId}::bigint, ${id}::bigint) and status <> 'open'
           order by player_id, id
           limit ${max}) as page
    join games_shown_round shown on shown."playerId" = page.player_id and shown.id = page.id
    cross join lateral (
      select coalesce(jsonb_agg(step.tile order by step.number), '[]') as steps
        from games_step step
       where step.player_id = page.player_id and step.round_id = page.id
    ) as made
   order by page.player_id, page.id`

/** Sealed data of rounds: each once it is closed, and every step. */
export const sealedRounds: readonly SealedTable[] = [
  { tableName: 'games_round', moment: 'closed_at' },
  { tableName: 'games_step', moment: 'created_at' },
]

/** Search criteria for rounds of all players; null is any. */
export type RoundsWanted = {
  playerId: number | null
  sharedRoundId: number | null
  game: string | null
  status: string | null
  fromCents: number | null
  untilCents: number | null
}

type FoundRow = {
  scanned: number
  /** The least id scanned, and the earliest time; null if none was. */
  scannedTo: number | null
  scannedMicros: number | null
  id: number | null
  playerId: number | null
  atMicros: number | null
}

/** How far one statement goes: `beforeId` and `maxScanned` bound the rounds of a player or draw, by descending id. */
type Bounds = { max: number; maxScanned: number; beforeId: number }

/**
 * Rounds begun in this window, newest first, with the number of rows scanned: at least one row, without an id if no
 * round matched. A player's rounds use their key, those of a draw its index, both by id, all others the block ranges of
 * `created_at`: the statement is planned once for all three, so each is a separate part.
 */
export const selectRoundsWithin = (
  sql: Sql,
  { fromMicros, before }: TimeWindow,
  {
    max,
    maxScanned,
    beforeId,
    playerId,
    sharedRoundId,
    game,
    status,
    fromCents,
    untilCents,
  }: RoundsWanted & Bounds,
) => sql<FoundRow[]>`
  with bounds as (
    select timestamptz 'epoch' + ${fromMicros}::bigint * interval '1 microsecond' as low,
           timestamptz 'epoch' + ${before.atMicros}::bigint * interval '1 microsecond' as high
  ), scanned as materialized (
    select id, player_id, game, status, stake_cents, created_at
      from games_round
     where ${playerId}::bigint is null and ${sharedRoundId}::bigint is null
       and created_at >= (select low from bounds) and created_at <= (select high from bounds)
    union all
    (select id, player_id, game, status, stake_cents, created_at
       from games_round
      where ${sharedRoundId}::bigint is null and player_id = ${playerId}::bigint and id < ${beforeId}
      order by id desc limit ${maxScanned})
    union all
    (select id, player_id, game, status, stake_cents, created_at
       from games_round
      where shared_round_id = ${sharedRoundId}::bigint
        and (${playerId}::bigint is null or player_id = ${playerId}::bigint) and id < ${beforeId}
      order by id desc limit ${maxScanned})
  ), found as (
    select id, player_id, created_at
      from scanned
     where created_at >= (select low from bounds)
       and (created_at < (select high from bounds) or (created_at = (select high from bounds) and id < ${before.id}::bigint))
       and (${game}::text is null or game = ${game}::text)
       and (${status}::text is null or status = ${status}::text)
       and (${fromCents}::bigint is null or stake_cents >= ${fromCents}::bigint)
       and (${untilCents}::bigint is null or stake_cents <= ${untilCents}::bigint)
     -- Ids are drawn for lists of rounds, so by id and by time differ where lists met: a page is in the order of its cursor.
     order by case when ${playerId}::bigint is null and ${sharedRoundId}::bigint is null then created_at end desc, id desc
     limit ${max}
  )
  select counted.scanned, counted.scanned_to as "scannedTo",
         (extract(epoch from counted.earliest) * 1000000)::bigint as "scannedMicros", found.id,
         found.player_id as "playerId", (extract(epoch from found.created_at) * 1000000)::bigint as "atMicros"
    from (select count(*) as scanned, min(id) as scanned_to, min(created_at) as earliest from scanned) as counted
    left join found on true
   order by case when ${playerId}::bigint is null and ${sharedRoundId}::bigint is null then found.created_at end desc,
            found.id desc`

/** The player of a round; no row if it does not exist. */
export const selectRoundOwner = (sql: Sql, roundId: number) => sql<{ playerId: number }[]>`
  select player_id as "playerId" from games_round where id = ${roundId}`

/** Why a round needs review. */
export type AbnormalKind = 'stuck' | 'refunded' | 'large'
export type AbnormalRound = { id: number; playerId: number; atMicros: number }

/** Refunded rounds after a position, by their end, newest first. */
export const selectRefunded = (sql: Sql, { atMicros, id }: Place, max: number) => sql<AbnormalRound[]>`
  select id, player_id as "playerId", (extract(epoch from closed_at) * 1000000)::bigint as "atMicros"
    from games_round
   where status = 'refunded' and (closed_at, id) < (${atMicros}::bigint * interval '1 microsecond' + 'epoch'::timestamptz, ${id}::bigint)
   order by closed_at desc, id desc
   limit ${max}`

/** Rounds that paid R$ 10.000 or more after a position, by their end, newest first. */
export const selectLarge = (sql: Sql, { atMicros, id }: Place, max: number) => sql<AbnormalRound[]>`
  select id, player_id as "playerId", (extract(epoch from closed_at) * 1000000)::bigint as "atMicros"
    from games_round
   where payout_cents >= 1000000 and (closed_at, id) < (${atMicros}::bigint * interval '1 microsecond' + 'epoch'::timestamptz, ${id}::bigint)
   order by closed_at desc, id desc
   limit ${max}`

/**
 * Overdue open rounds after a position, by their start, newest first: abandoned ones past the hours after which they
 * are closed by rule, and bets that should have been settled five minutes ago.
 */
export const selectStuck = (
  sql: Sql,
  { atMicros, id }: Place,
  { hours, max }: { hours: number; max: number },
) => sql<AbnormalRound[]>`
  with stuck as (
    select id, player_id, created_at
      from games_round
     where status = 'open' and shared_round_id is null and created_at < now() - make_interval(hours => ${hours}::int)
    union all
    select round.id, round.player_id, round.created_at
      from games_shared_round draw
      join games_round round on round.shared_round_id = draw.id and round.status = 'open'
     where draw.status in ('open', 'drawn', 'void') and draw.settles_at < now() - interval '5 minutes'
  )
  select id, player_id as "playerId", (extract(epoch from created_at) * 1000000)::bigint as "atMicros"
    from stuck
   where (created_at, id) < (${atMicros}::bigint * interval '1 microsecond' + 'epoch'::timestamptz, ${id}::bigint)
   order by created_at desc, id desc
   limit ${max}`

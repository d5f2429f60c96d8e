import type { RoomName } from '../adapters/adapter.ts'
import { present } from '../../platform/errors.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { SealedTable } from '../../platform/seals-rules.ts'
import type { KeptSeed } from './chains.ts'

/** Cents and bets on each pick of a round. */
export type Stakes = Record<string, [cents: number, bets: number]>

/** An open round, with the public part of its chain. */
export type OpenRound = {
  id: number
  room: RoomName
  place: number
  stakes: Stakes
  commitment: string
  salt: string
}

/**
 * The rounds of these rooms open for bets now or next, soonest first, locked: drawing them waits for the bets of this
 * list. Rooms are locked after the players' accounts, by ascending id of their rounds.
 */
export const lockOpenRoundRows = (tx: Tx, rooms: readonly string[]) => tx<OpenRound[]>`
  select round.id, round.room, round.place, round.stakes, chain.commitment, chain.salt
    from games_shared_round round
    join games_chain chain on chain.id = round.chain_id
   where round.room = any(${rooms}::text[]) and round.status = 'open' and round.closes_at > clock_timestamp()
   order by round.id
     for update of round`

/** What these players have staked on these rounds. */
export const selectOwnStakes = (tx: Tx, roundIds: readonly number[], playerIds: readonly number[]) => tx<
  { sharedRoundId: number; playerId: number; stakeCents: number }[]
>`
  select shared_round_id as "sharedRoundId", player_id as "playerId", sum(stake_cents)::bigint as "stakeCents"
    from games_round
   where shared_round_id = any(${roundIds}::bigint[]) and player_id = any(${playerIds}::bigint[])
     and status <> 'refunded'
   group by 1, 2`

/** Writes the stakes on these rounds. Locks needed: the rounds. */
export const updateStakes = (tx: Tx, rounds: readonly { id: number; stakes: Stakes }[]) => tx`
  update games_shared_round as round
     set stakes = changed.stakes
    from unnest(${rounds.map(({ id }) => id)}::bigint[],
                ${rounds.map(({ stakes }) => JSON.stringify(stakes))}::jsonb[]) as changed (id, stakes)
   where round.id = changed.id`

/** The key of the advisory lock by which one server at a time draws and makes rounds. */
const LEADER = 7_264_102

/** Whether this server may draw and make rounds now; if so, no other may until the transaction ends. */
export const tryLead = async (tx: Tx): Promise<boolean> => {
  const rows = await tx<{ leads: boolean }[]>`select pg_try_advisory_xact_lock(${LEADER}) as leads`
  return rows[0]?.leads === true
}

export type RoomPlan = {
  room: RoomName
  /** The chain in use, if any: the newest. */
  chainId: number | null
  chainNumber: number
  /** Rounds left in the chain. */
  left: number
  nextPlace: number
  /** When the last unfinished round ends, if there is one. */
  lastEndsAt: Date | null
  /** Rounds open for bets now or later. */
  openCount: number
  at: Date
}

/**
 * Whether a round is due to be drawn, settled or refunded, or one of these rooms has fewer than `ahead` open rounds:
 * queried several times a second, so in one statement without locks.
 */
export const isAnyDue = async (sql: Sql, rooms: readonly string[], ahead: number): Promise<boolean> => {
  const rows = await sql<{ isDue: boolean }[]>`
    select exists (
             select from games_shared_round
              where (status = 'open' and draws_at <= now()) or (status = 'drawn' and settles_at <= now())
                 or status = 'void'
           ) or exists (
             select from unnest(${rooms}::text[]) as listed (room)
              where (select count(*) from games_shared_round
                      where room = listed.room and status = 'open' and closes_at > now()) < ${ahead}
           ) as "isDue"`
  return rows[0]?.isDue === true
}

/** The state of each room, for creating its next rounds. */
export const selectPlans = (tx: Tx, rooms: readonly string[]) => tx<RoomPlan[]>`
  select listed.room, chain.id as "chainId", coalesce(chain.number, 0) as "chainNumber",
         coalesce(chain.length - chain.played, 0)::int as left, coalesce(chain.played, 0)::int as "nextPlace",
         rounds.last_ends_at as "lastEndsAt", rounds.open_count::int as "openCount", now() as at
    from unnest(${rooms}::text[]) as listed (room)
    left join lateral (
      select newest.id, newest.number, newest.length,
             (select coalesce(max(place) + 1, 0) from games_shared_round where chain_id = newest.id) as played
        from games_chain newest
       where newest.room = listed.room
       order by newest.number desc
       limit 1
    ) as chain on true
    cross join lateral (
      select max(ends_at) filter (where ends_at > now()) as last_ends_at,
             count(*) filter (where status = 'open' and closes_at > now()) as open_count
        from games_shared_round
       where room = listed.room and ends_at > now()
    ) as rounds`

export const insertChain = async (
  tx: Tx,
  chain: { room: string; number: number; length: number; commitment: string; salt: string },
): Promise<number> => {
  const rows = await tx<{ id: number }[]>`
    insert into games_chain (room, number, length, commitment, salt)
    values (${chain.room}, ${chain.number}, ${chain.length}, ${chain.commitment}, ${chain.salt})
    returning id`
  return present(rows[0], 'the chain').id
}

export const insertKeptSeeds = insertInto('games_chain_seed', {
  chainId: 'bigint',
  place: 'int',
  seed: 'text',
})

export const insertSharedRounds = insertInto('games_shared_round', {
  room: 'text',
  chainId: 'bigint',
  place: 'int',
  opensAt: 'timestamptz',
  closesAt: 'timestamptz',
  drawsAt: 'timestamptz',
  settlesAt: 'timestamptz',
  endsAt: 'timestamptz',
})

export type DueDraw = {
  id: number
  room: RoomName
  place: number
  salt: string
  /** The stored seed of the round's place, or the next stored one after it. */
  kept: KeptSeed
  isTooLate: boolean
}

/** Rounds due to be drawn, locked: bets placed in time are committed. */
export const lockDueDraws = (tx: Tx, tooLateSeconds: number) => tx<DueDraw[]>`
  select round.id, round.room, round.place, chain.salt,
         (select jsonb_build_object('place', kept.place, 'seed', kept.seed)
            from games_chain_seed kept
           where kept.chain_id = round.chain_id and kept.place >= round.place
           order by kept.place
           limit 1) as kept,
         round.draws_at < now() - make_interval(secs => ${tooLateSeconds}::int) as "isTooLate"
    from games_shared_round round
    join games_chain chain on chain.id = round.chain_id
   where round.status = 'open' and round.draws_at <= now()
   order by round.id
     for update of round`

/** Writes the draws. */
export const drawRounds = (tx: Tx, drawn: readonly { id: number; seed: string; outcome: number }[]) => tx`
  update games_shared_round as round
     set status = 'drawn', seed = drawn.seed, outcome = drawn.outcome
    from unnest(${drawn.map(({ id }) => id)}::bigint[], ${drawn.map(({ seed }) => seed)}::text[],
                ${drawn.map(({ outcome }) => outcome)}::int[]) as drawn (id, seed, outcome)
   where round.id = drawn.id`

/** Marks rounds as void, so that their bets are refunded. */
export const voidRounds = (tx: Tx, ids: readonly number[]) => tx`
  update games_shared_round set status = 'void' where id = any(${ids}::bigint[])`

export type SettlingRound = { id: number; room: RoomName; status: 'drawn' | 'void'; outcome: number | null }

/** Rounds whose bets are to be settled or refunded now, oldest first. */
export const selectToSettle = (sql: Sql) => sql<SettlingRound[]>`
  select id, room, status, outcome
    from games_shared_round
   where (status = 'drawn' and settles_at <= now()) or status = 'void'
   order by id`

/** Ends a drawn or void round, whose bets the caller has settled. Returns whether this call ended it. */
export const endRound = async (tx: Tx, id: number): Promise<boolean> => {
  const rows = await tx<{ id: number }[]>`
    update games_shared_round
       set status = case status when 'drawn' then 'settled' else 'refunded' end, ended_at = now()
     where id = ${id} and status in ('drawn', 'void')
    returning id`
  return rows.length > 0
}

export type DrawnRound = {
  id: number
  room: RoomName
  place: number
  commitment: string
  salt: string
  kept: KeptSeed
  seed: string
  outcome: number
}

/** Drawn rounds with the data of their draw, after this one, a page at a time. */
export const selectDrawnAfter = (sql: Sql, afterId: number, max: number) => sql<DrawnRound[]>`
  select round.id, round.room, round.place, chain.commitment, chain.salt, round.seed, round.outcome,
         (select jsonb_build_object('place', kept.place, 'seed', kept.seed)
            from games_chain_seed kept
           where kept.chain_id = round.chain_id and kept.place >= round.place
           order by kept.place
           limit 1) as kept
    from games_shared_round round
    join games_chain chain on chain.id = round.chain_id
   where round.id > ${afterId} and round.seed is not null
   order by round.id
   limit ${max}`

/** Sealed data of draws: chains and their stored seeds, and shared rounds once they ended. */
export const sealedDraws: readonly SealedTable[] = [
  { tableName: 'games_chain', moment: 'created_at' },
  { tableName: 'games_kept_seed', moment: 'created_at' },
  { tableName: 'games_shared_round', moment: 'ended_at' },
]

/** The commitment of every chain: some for each room and year. */
export const selectChains = (sql: Sql) => sql<{ room: string; commitment: string; salt: string }[]>`
  select room, commitment, salt from games_chain order by id`

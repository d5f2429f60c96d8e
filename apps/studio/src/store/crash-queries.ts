import type { BetRow } from './queries.ts'
import type { Querying, Store } from './store.ts'

export type ChainRow = { id: number; secret: string; length: number; commitment: string; salt: string }

/** The chain in use, and how many of its rounds were created. */
export async function selectChain(store: Querying): Promise<(ChainRow & { made: number }) | undefined> {
  const { rows } = await store.query<ChainRow & { made: number }>(
    `select chain.id, chain.secret, chain.length, chain.commitment, chain.salt, count(round.id)::int as made
       from studio_crash_chain chain left join studio_crash_round round on round.chain_id = chain.id
      group by chain.id order by chain.id desc limit 1`,
  )
  return rows[0]
}

export async function insertChain(store: Querying, chain: Omit<ChainRow, 'id'>): Promise<void> {
  await store.query(
    'insert into studio_crash_chain (secret, length, commitment, salt) values ($1, $2, $3, $4)',
    [chain.secret, chain.length, chain.commitment, chain.salt],
  )
}

export type CrashRow = {
  id: number
  place: number
  point: number
  seed: string
  opensAt: Date
  startsAt: Date
  endsAt: Date
  isOver: boolean
}

const columns = `id, place, point, seed, opens_at as "opensAt", starts_at as "startsAt", ends_at as "endsAt",
  is_over as "isOver"`

type NewRound = {
  chainId: number
  place: number
  point: number
  seed: string
  betMs: number
  curveMs: number
}

/** Creates the next round: bets from now on, then its curve, up to the committed end. */
export async function insertCrashRound(store: Querying, round: NewRound): Promise<void> {
  await store.query(
    `insert into studio_crash_round (chain_id, place, point, seed, opens_at, starts_at, ends_at)
     values ($1, $2, $3, $4, now(), now() + make_interval(secs => $5 / 1000.0),
             now() + make_interval(secs => ($5 + $6) / 1000.0))
     on conflict (chain_id, place) do nothing`,
    [round.chainId, round.place, round.point, round.seed, round.betMs, round.curveMs],
  )
}

/** The last rounds, newest first, and the database's time. */
export async function selectCrashRounds(store: Querying): Promise<{ rounds: CrashRow[]; now: Date }> {
  const { rows } = await store.query<CrashRow & { now: Date }>(
    `select ${columns}, clock_timestamp() as now from studio_crash_round order by id desc limit 20`,
  )
  return { rounds: rows, now: rows[0]?.now ?? new Date(0) }
}

/** The state of the crash: the last round, whether a bet on it is in play, and the database's time. */
export type CrashMoment = { last: CrashRow | undefined; isPlayed: boolean; now: Date }

/** The state of the crash in one statement: it is read several times a second, also while nobody plays. */
export async function selectCrashMoment(store: Querying): Promise<CrashMoment> {
  const { rows } = await store.query<CrashRow & { isPlayed: boolean; now: Date }>(
    `select ${columns}, clock_timestamp() as now,
            exists (select from studio_bet
                     where round_id = studio_crash_round.id::text and game = 'palpite-crash'
                       and status = 'playing') as "isPlayed"
       from studio_crash_round order by id desc limit 1`,
  )
  const [last] = rows
  return { last, isPlayed: last?.isPlayed ?? false, now: last?.now ?? new Date(0) }
}

export async function closeCrashRound(store: Store, id: number): Promise<void> {
  await store.query('update studio_crash_round set is_over = true where id = $1', [id])
}

/** The bets of a round that count. */
export async function selectCrashBets(store: Store, roundId: string): Promise<BetRow[]> {
  const { rows } = await store.query<BetRow>(
    `select id, bearer_hash as "bearerHash", player, request_id as "requestId", game, round_id as "roundId",
            stake_cents as "stakeCents", auto_at as "autoAt", grant_id as "grantId", status, refusal, seed_id as "seedId", nonce,
            cashed_out_at as "cashedOutAt", win_cents as "winCents"
       from studio_bet
      where round_id = $1 and game = 'palpite-crash' and status in ('playing', 'paying', 'done')
      order by created_at`,
    [roundId],
  )
  return rows
}

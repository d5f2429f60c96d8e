import type { Store } from './store.ts'

export type SessionRow = {
  bearerHash: string
  walletSession: string | null
  player: string
  game: string
  minStakeCents: number
  maxStakeCents: number
  minRoundMs: number
  allowsTurbo: boolean
  demoCents: number | null
}

export async function insertSession(store: Store, row: SessionRow): Promise<void> {
  await store.query(
    `insert into studio_session (bearer_hash, wallet_session, player, game, min_stake_cents, max_stake_cents,
                                 min_round_ms, allows_turbo, demo_cents)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      row.bearerHash,
      row.walletSession,
      row.player,
      row.game,
      row.minStakeCents,
      row.maxStakeCents,
      row.minRoundMs,
      row.allowsTurbo,
      row.demoCents,
    ],
  )
}

export async function selectSession(store: Store, bearerHash: string): Promise<SessionRow | undefined> {
  const { rows } = await store.query<SessionRow>(
    `select bearer_hash as "bearerHash", wallet_session as "walletSession", player, game,
            min_stake_cents as "minStakeCents", max_stake_cents as "maxStakeCents", min_round_ms as "minRoundMs",
            allows_turbo as "allowsTurbo", demo_cents as "demoCents"
       from studio_session where bearer_hash = $1`,
    [bearerHash],
  )
  return rows[0]
}

/** Moves play money, unless there is too little. Returns the new balance. */
export async function moveDemo(store: Store, bearerHash: string, cents: number): Promise<number | undefined> {
  const { rows } = await store.query<{ demoCents: number }>(
    `update studio_session set demo_cents = demo_cents + $2
      where bearer_hash = $1 and demo_cents + $2 >= 0
     returning demo_cents as "demoCents"`,
    [bearerHash, cents],
  )
  return rows[0]?.demoCents
}

export type SeedRow = {
  id: number
  serverSeed: string
  serverSeedHash: string
  clientSeed: string
  nonce: number
}

const seedColumns = `id, server_seed as "serverSeed", server_seed_hash as "serverSeedHash", client_seed as "clientSeed", nonce`

/** The player's seeds in use; `fresh` if there are none yet. */
export async function currentSeed(
  store: Store,
  player: string,
  fresh: Omit<SeedRow, 'id' | 'nonce'>,
): Promise<SeedRow> {
  await store.query(
    `insert into studio_seed (player, server_seed, server_seed_hash, client_seed) values ($1, $2, $3, $4)
     on conflict (player) where is_current do nothing`,
    [player, fresh.serverSeed, fresh.serverSeedHash, fresh.clientSeed],
  )
  const { rows } = await store.query<SeedRow>(
    `select ${seedColumns} from studio_seed where player = $1 and is_current`,
    [player],
  )
  const [row] = rows
  if (!row) throw new Error(`player ${player} has seeds`)
  return row
}

/** Takes the next nonce of the player's seeds. */
export async function claimNonce(store: Store, player: string): Promise<SeedRow> {
  const { rows } = await store.query<SeedRow>(
    `update studio_seed set nonce = nonce + 1 where player = $1 and is_current
     returning id, server_seed as "serverSeed", server_seed_hash as "serverSeedHash", client_seed as "clientSeed",
               nonce - 1 as nonce`,
    [player],
  )
  const [row] = rows
  if (!row) throw new Error(`player ${player} has seeds`)
  return row
}

/** Seeds by id, in use or revealed. */
export async function selectSeed(store: Store, id: number): Promise<SeedRow | undefined> {
  const { rows } = await store.query<SeedRow>(`select ${seedColumns} from studio_seed where id = $1`, [id])
  return rows[0]
}

/** Ends the seeds in use: they are revealed from then on. */
export async function retireSeed(store: Store, player: string): Promise<SeedRow | undefined> {
  const { rows } = await store.query<SeedRow>(
    `update studio_seed set is_current = false where player = $1 and is_current returning ${seedColumns}`,
    [player],
  )
  return rows[0]
}

export type BetStatus = 'staking' | 'playing' | 'paying' | 'done' | 'undoing' | 'undone' | 'refused'

export type BetRow = {
  id: string
  bearerHash: string
  player: string
  requestId: string
  game: string
  roundId: string
  stakeCents: number
  autoAt: number | null
  grantId: string | null
  status: BetStatus
  refusal: string | null
  seedId: number | null
  nonce: number | null
  cashedOutAt: number | null
  winCents: number
}

const betColumns = `id, bearer_hash as "bearerHash", player, request_id as "requestId", game, round_id as "roundId",
  stake_cents as "stakeCents", auto_at as "autoAt", grant_id as "grantId", status, refusal, seed_id as "seedId", nonce,
  cashed_out_at as "cashedOutAt", win_cents as "winCents"`

export type NewBet = Pick<
  BetRow,
  | 'id'
  | 'bearerHash'
  | 'player'
  | 'requestId'
  | 'game'
  | 'roundId'
  | 'stakeCents'
  | 'autoAt'
  | 'grantId'
  | 'seedId'
  | 'nonce'
>

/**
 * Stores a bet before its wallet call; false if its request was stored before. A free round debits no stake: it plays
 * at once, and counts once the wallet has accepted its report.
 */
export async function insertBet(store: Store, bet: NewBet): Promise<boolean> {
  const { rowCount } = await store.query(
    `insert into studio_bet (id, bearer_hash, player, request_id, game, round_id, stake_cents, auto_at, status, seed_id,
                             nonce, grant_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, case when $11::text is null then 'staking' else 'playing' end, $9, $10, $11)
     on conflict (player, request_id) do nothing`,
    [
      bet.id,
      bet.bearerHash,
      bet.player,
      bet.requestId,
      bet.game,
      bet.roundId,
      bet.stakeCents,
      bet.autoAt,
      bet.seedId,
      bet.nonce,
      bet.grantId,
    ],
  )
  return rowCount === 1
}

export async function selectBetOf(
  store: Store,
  player: string,
  requestId: string,
): Promise<BetRow | undefined> {
  const { rows } = await store.query<BetRow>(
    `select ${betColumns} from studio_bet where player = $1 and request_id = $2`,
    [player, requestId],
  )
  return rows[0]
}

type Moved = { to: BetStatus; refusal?: string; winCents?: number; cashedOutAt?: number }

/** Changes a bet's state, only from the state it was read in; false if another process was faster. */
export async function moveBet(
  store: Store,
  { id, from }: { id: string; from: BetStatus },
  { to, refusal, winCents, cashedOutAt }: Moved,
): Promise<boolean> {
  const { rowCount } = await store.query(
    `update studio_bet
        set status = $3, refusal = coalesce($4, refusal), win_cents = coalesce($5, win_cents),
            cashed_out_at = coalesce($6, cashed_out_at), moved_at = now()
      where id = $1 and status = $2`,
    [id, from, to, refusal ?? null, winCents ?? null, cashedOutAt ?? null],
  )
  return rowCount === 1
}

/**
 * Unfinished bets that have been in their state so long that no process is working on them. A bet on a crash that is
 * over was accepted too late for it, by a process that died before it gave the stake back.
 */
export async function selectStuck(
  store: Store,
  seconds: { staking: number; owing: number },
): Promise<BetRow[]> {
  const { rows } = await store.query<BetRow>(
    `select ${betColumns} from studio_bet
      where (status = 'staking' and moved_at < now() - make_interval(secs => $1))
         or (status = 'playing' and game = 'palpite-slot' and moved_at < now() - make_interval(secs => $1))
         or (status = 'playing' and game = 'palpite-crash' and moved_at < now() - make_interval(secs => $1)
             and exists (select from studio_crash_round round where round.id::text = round_id and round.is_over))
         or (status in ('paying', 'undoing') and moved_at < now() - make_interval(secs => $2))
      order by moved_at limit 200`,
    [seconds.staking, seconds.owing],
  )
  return rows
}

/** The player's last bets of a game, newest first. */
export async function selectBets(store: Store, player: string, game: string): Promise<BetRow[]> {
  const { rows } = await store.query<BetRow>(
    `select ${betColumns} from studio_bet where player = $1 and game = $2 order by created_at desc limit 20`,
    [player, game],
  )
  return rows
}

/** How long ago the player's last stake in this game was debited. */
export async function selectSinceLast(store: Store, player: string, game: string): Promise<number> {
  const { rows } = await store.query<{ ms: number }>(
    `select coalesce(extract(epoch from now() - max(created_at)) * 1000, 1e12)::float8 as ms
       from studio_bet where player = $1 and game = $2 and status <> 'refused'`,
    [player, game],
  )
  return rows[0]?.ms ?? 1e12
}

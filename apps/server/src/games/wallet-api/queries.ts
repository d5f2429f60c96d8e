import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { SealedTable } from '../../platform/seals-rules.ts'

export type TransactionRow = {
  studioId: string
  transactionId: string
  playerId: number
  sessionId: string
  roundId: string
  kind: 'debit' | 'credit' | 'rollback' | 'free'
  cents: number
  bonusCents: number
  refersTo: string | null
  grantId: string | null
  endsRound: boolean
  balanceCents: number
}

export type RoundRow = {
  studioId: string
  playerId: number
  roundId: string
  sessionId: string
  gameCode: string
  status: 'open' | 'ended'
  endedBy: 'studio' | 'rule' | null
  /** Ended by rule, and the studio has not said how it ended: its stakes do not count as settled yet. */
  awaitsStudio: boolean
  stakedCents: number
  bonusStakedCents: number
  returnedCents: number
  isSlotOrCrash: boolean
}

type Key = { studioId: string; id: string }

/** The transactions with these ids, and those that reverse them. */
export const selectTransactions = (tx: Tx, keys: readonly Key[]) => tx<TransactionRow[]>`
  with asked as (
    select unnest(${keys.map(({ studioId }) => studioId)}::text[]) as studio_id,
           unnest(${keys.map(({ id }) => id)}::text[]) as id
  ), found as (
    select kept.* from asked
      join games_wallet_transaction kept on kept.studio_id = asked.studio_id and kept.transaction_id = asked.id
    union
    select kept.* from asked
      join games_wallet_transaction kept on kept.studio_id = asked.studio_id and kept.refers_to = asked.id
  )
  select studio_id as "studioId", transaction_id as "transactionId", player_id as "playerId",
         session_id as "sessionId", round_id as "roundId", kind, cents, bonus_cents as "bonusCents",
         refers_to as "refersTo", grant_id as "grantId", ends_round as "endsRound", balance_cents as "balanceCents"
    from found`

type RoundKey = { studioId: string; playerId: number; roundId: string }

/** These rounds of these players. Changing one requires the lock of its player's accounts. */
export const selectStudioRounds = (tx: Tx, keys: readonly RoundKey[]) => tx<RoundRow[]>`
  select round.studio_id as "studioId", round.player_id as "playerId", round.round_id as "roundId",
         round.session_id as "sessionId", round.game_code as "gameCode", round.status,
         round.ended_by as "endedBy", round.awaits_studio as "awaitsStudio", round.staked_cents as "stakedCents",
         round.bonus_staked_cents as "bonusStakedCents", round.returned_cents as "returnedCents",
         game.tags && '{slots,crash}' as "isSlotOrCrash"
    from (select distinct unnest(${keys.map(({ studioId }) => studioId)}::text[]) as studio_id,
                 unnest(${keys.map(({ playerId }) => playerId)}::bigint[]) as player_id,
                 unnest(${keys.map(({ roundId }) => roundId)}::text[]) as round_id) as asked
    join games_studio_round round
      on round.studio_id = asked.studio_id and round.player_id = asked.player_id and round.round_id = asked.round_id
    join games_studio_game game on game.code = round.game_code`

export const insertTransactions = insertInto('games_wallet_transaction', {
  studioId: 'text',
  transactionId: 'text',
  playerId: 'bigint',
  sessionId: 'text',
  roundId: 'text',
  kind: 'text',
  cents: 'bigint',
  bonusCents: 'bigint',
  refersTo: 'text null',
  grantId: 'text null',
  endsRound: 'boolean',
  balanceCents: 'bigint',
})

/** Writes rounds as decided by a list: new ones and changed ones. */
export const upsertRounds = (tx: Tx, rounds: readonly RoundRow[]) => tx`
  insert into games_studio_round
         (studio_id, player_id, round_id, session_id, game_code, status, ended_by, staked_cents, bonus_staked_cents,
          returned_cents, awaits_studio, ended_at)
  select studio_id, player_id, round_id, session_id, game_code, status, ended_by, staked, bonus_staked, returned, awaits,
         case when status = 'ended' then now() end
    from unnest(${rounds.map(({ studioId }) => studioId)}::text[], ${rounds.map(({ playerId }) => playerId)}::bigint[],
                ${rounds.map(({ roundId }) => roundId)}::text[], ${rounds.map(({ sessionId }) => sessionId)}::text[],
                ${rounds.map(({ gameCode }) => gameCode)}::text[], ${rounds.map(({ status }) => status)}::text[],
                ${rounds.map(({ endedBy }) => endedBy)}::text[], ${rounds.map(({ stakedCents }) => stakedCents)}::bigint[],
                ${rounds.map(({ bonusStakedCents }) => bonusStakedCents)}::bigint[],
                ${rounds.map(({ returnedCents }) => returnedCents)}::bigint[],
                ${rounds.map(({ awaitsStudio }) => awaitsStudio)}::boolean[])
           as given (studio_id, player_id, round_id, session_id, game_code, status, ended_by, staked, bonus_staked,
                     returned, awaits)
  on conflict (studio_id, player_id, round_id) do update
     set status = excluded.status, ended_by = excluded.ended_by, staked_cents = excluded.staked_cents,
         bonus_staked_cents = excluded.bonus_staked_cents, returned_cents = excluded.returned_cents,
         awaits_studio = excluded.awaits_studio, ended_at = coalesce(games_studio_round.ended_at, excluded.ended_at)`

export type DayChange = {
  studioId: string
  debits: number
  debitCents: number
  credits: number
  creditCents: number
  rollbacks: number
  rollbackCents: number
  frees: number
  freeCents: number
}

/** Adds a list's transactions to the days of its studios, by ascending studio: one row each. */
export const addToDays = (tx: Tx, changes: readonly DayChange[]) => tx`
  insert into games_studio_day
         (studio_id, day, debits, debit_cents, credits, credit_cents, rollbacks, rollback_cents, frees, free_cents)
  select studio_id, (now() at time zone 'America/Sao_Paulo')::date, debits, debit_cents, credits, credit_cents,
         rollbacks, rollback_cents, frees, free_cents
    from unnest(${changes.map(({ studioId }) => studioId)}::text[], ${changes.map(({ debits }) => debits)}::int[],
                ${changes.map(({ debitCents }) => debitCents)}::bigint[], ${changes.map(({ credits }) => credits)}::int[],
                ${changes.map(({ creditCents }) => creditCents)}::bigint[],
                ${changes.map(({ rollbacks }) => rollbacks)}::int[],
                ${changes.map(({ rollbackCents }) => rollbackCents)}::bigint[],
                ${changes.map(({ frees }) => frees)}::int[], ${changes.map(({ freeCents }) => freeCents)}::bigint[])
           as change (studio_id, debits, debit_cents, credits, credit_cents, rollbacks, rollback_cents, frees, free_cents)
   order by studio_id
  on conflict (studio_id, day) do update
     set debits = games_studio_day.debits + excluded.debits,
         debit_cents = games_studio_day.debit_cents + excluded.debit_cents,
         credits = games_studio_day.credits + excluded.credits,
         credit_cents = games_studio_day.credit_cents + excluded.credit_cents,
         rollbacks = games_studio_day.rollbacks + excluded.rollbacks,
         rollback_cents = games_studio_day.rollback_cents + excluded.rollback_cents,
         frees = games_studio_day.frees + excluded.frees,
         free_cents = games_studio_day.free_cents + excluded.free_cents`

/** The accounts of these studios in the ledger. */
export const selectStudioAccounts = (sql: Sql, studioIds: readonly string[]) => sql<
  { id: string; accountId: number }[]
>`
  select id, account_id as "accountId" from games_studio where id = any(${studioIds}::text[])`

/** Which of these players have an open studio round. */
export const selectInStudioRound = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; code: string; name: string | null }[]
>`
  select distinct round.player_id as "playerId", round.game_code as code, game.name
    from games_studio_round round left join games_studio_game game on game.code = round.game_code
   where round.status = 'open' and round.player_id = any(${playerIds}::bigint[])`

export type UnendedRound = RoundKey & { id: number; atMicros: number }

type Unended = { hours: number; after: Pick<UnendedRound, 'id' | 'atMicros'>; max: number }

/** Open rounds begun this long ago, oldest first, after this one. */
export const selectUnended = (sql: Sql, { hours, after, max }: Unended) => sql<UnendedRound[]>`
  select studio_id as "studioId", player_id as "playerId", round_id as "roundId", id,
         (extract(epoch from created_at) * 1000000)::bigint as "atMicros"
    from games_studio_round
   where status = 'open' and created_at < now() - make_interval(hours => ${hours}::int)
     and (created_at, id)
       > (${after.atMicros}::bigint * interval '1 microsecond' + 'epoch'::timestamptz, ${after.id}::bigint)
   order by created_at, id
   limit ${max}`

/** The balance that all studio accounts together must have. */
export const selectStudioSum = async (tx: Tx): Promise<number> => {
  const rows = await tx<{ sum: number }[]>`
    select coalesce(sum(debit_cents - credit_cents - rollback_cents), 0)::bigint as sum from games_studio_day`
  return rows[0]?.sum ?? Number.NaN
}

/** Studio days that differ from the sums of their transactions. */
export const selectBrokenDays = (sql: Sql) => sql<{ studioId: string; day: string }[]>`
  with counted as (
    select studio_id, (created_at at time zone 'America/Sao_Paulo')::date as day,
           coalesce(sum(cents) filter (where kind = 'debit'), 0) as debit_cents,
           coalesce(sum(cents) filter (where kind = 'credit'), 0) as credit_cents,
           coalesce(sum(cents) filter (where kind = 'rollback'), 0) as rollback_cents,
           coalesce(sum(cents) filter (where kind = 'free'), 0) as free_cents
      from games_wallet_transaction
     group by 1, 2
  )
  select coalesce(kept.studio_id, counted.studio_id) as "studioId", coalesce(kept.day, counted.day)::text as day
    from games_studio_day kept
    full join counted on counted.studio_id = kept.studio_id and counted.day = kept.day
   where (kept.debit_cents, kept.credit_cents, kept.rollback_cents, kept.free_cents)
      is distinct from (counted.debit_cents, counted.credit_cents, counted.rollback_cents, counted.free_cents)`

/** The sums of a day of a studio; undefined for a day without transactions. */
export const selectDay = async (sql: Sql, studioId: string, day: string) => {
  const rows = await sql<Omit<DayChange, 'studioId'>[]>`
    select debits, debit_cents as "debitCents", credits, credit_cents as "creditCents", rollbacks,
           rollback_cents as "rollbackCents", frees, free_cents as "freeCents"
      from games_studio_day where studio_id = ${studioId} and day = ${day}::date`
  return rows[0]
}

/** The balance that a studio's account must have: the sum of its days. */
export const selectStudioTotal = async (sql: Sql, studioId: string): Promise<number> => {
  const rows = await sql<{ sum: number }[]>`
    select coalesce(sum(debit_cents - credit_cents - rollback_cents), 0)::bigint as sum
      from games_studio_day where studio_id = ${studioId}`
  return rows[0]?.sum ?? 0
}

/** Rounds of a day that our rule ended, because their studio had not. */
export const selectEndedByRule = (sql: Sql, studioId: string, day: string) => sql<
  { roundId: string; playerId: number; endedAt: Date }[]
>`
  select round_id as "roundId", player_id as "playerId", ended_at as "endedAt"
    from games_studio_round
   where studio_id = ${studioId} and ended_by = 'rule'
     and ended_at >= ${day}::date::timestamp at time zone 'America/Sao_Paulo'
     and ended_at < (${day}::date + 1)::timestamp at time zone 'America/Sao_Paulo'
   order by ended_at
   limit 1000`

type Page = { studioId: string; day: string; after: string; max: number }

/** A page of a day's transactions, by id. */
export const selectTransactionPage = (sql: Sql, { studioId, day, after, max }: Page) => sql<
  (Pick<TransactionRow, 'transactionId' | 'roundId' | 'playerId' | 'kind' | 'cents' | 'refersTo'> & {
    at: Date
  })[]
>`
  select transaction_id as "transactionId", round_id as "roundId", player_id as "playerId", kind, cents,
         refers_to as "refersTo", created_at as at
    from games_wallet_transaction
   where studio_id = ${studioId} and transaction_id > ${after}
     and created_at >= ${day}::date::timestamp at time zone 'America/Sao_Paulo'
     and created_at < (${day}::date + 1)::timestamp at time zone 'America/Sao_Paulo'
   order by transaction_id
   limit ${max}`

/** Sealed data of the wallet: every transaction. */
export const sealedTransactions: readonly SealedTable[] = [
  { tableName: 'games_wallet_transaction', moment: 'created_at' },
]

/** The sums of a day without activity. */
export const nothingOnThatDay = {
  debits: 0,
  debitCents: 0,
  credits: 0,
  creditCents: 0,
  rollbacks: 0,
  rollbackCents: 0,
  frees: 0,
  freeCents: 0,
}

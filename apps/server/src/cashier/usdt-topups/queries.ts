import type { UsdtNetwork } from '@palpite/money/usdt'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { ChildAddress } from '../usdt/index.ts'
import type { Followed, TransferStatus } from './rules.ts'

export const selectAddress = async (
  sql: Sql,
  playerId: number,
  network: UsdtNetwork,
): Promise<string | undefined> => {
  const rows = await sql<{ address: string }[]>`
    select address from cashier_usdt_address where player_id = ${playerId} and network = ${network}`
  return rows[0]?.address
}

/** The next number of a network that no player has; whoever asks for one holds the others back until it is written. */
export const lockNextIndex = async (tx: Tx, network: UsdtNetwork): Promise<number> => {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`cashier:usdt-address:${network}`}, 0))`
  const rows = await tx<{ next: number }[]>`
    select coalesce(max(child_index) + 1, 0)::bigint as next from cashier_usdt_address where network = ${network}`
  return rows[0]?.next ?? 0
}

type NewAddress = ChildAddress & { playerId: number; network: UsdtNetwork; childIndex: number }

export const insertAddress = (tx: Tx, row: NewAddress) => tx`
  insert into cashier_usdt_address (network, child_index, player_id, account, address)
  values (${row.network}, ${row.childIndex}, ${row.playerId}, ${row.account}, ${row.address})`

/** The accounts of a network after this number, in order: a page of them. */
export const selectAccounts = (sql: Sql, network: UsdtNetwork, after: number, max: number) => sql<
  { childIndex: number; account: string; playerId: number }[]
>`
  select child_index as "childIndex", account, player_id as "playerId" from cashier_usdt_address
   where network = ${network} and child_index > ${after}
   order by child_index
   limit ${max}`

export type FrozenRate = { rateE4: number; holdsUntil: Date }

/** The rate that a player was shown and that still holds. */
export const selectFrozenRate = async (sql: Sql, playerId: number): Promise<FrozenRate | undefined> => {
  const rows = await sql<FrozenRate[]>`
    select rate_e4 as "rateE4", holds_until as "holdsUntil" from cashier_usdt_topup_rate
     where player_id = ${playerId} and holds_until > now()
     order by id desc limit 1`
  return rows[0]
}

/** Shows a player a rate for so long; of two calls at once one does. */
export const insertFrozenRate = (sql: Sql, playerId: number, rateE4: number, seconds: number) => sql`
  insert into cashier_usdt_topup_rate (player_id, rate_e4, holds_until)
  select ${playerId}, ${rateE4}, now() + make_interval(secs => ${seconds})
   where not exists (select from cashier_usdt_topup_rate where player_id = ${playerId} and holds_until > now())`

/** How far a network was read. */
export const selectReadBlock = async (sql: Sql, network: UsdtNetwork): Promise<number | undefined> => {
  const rows = await sql<{ block: number }[]>`
    select read_block as block from cashier_usdt_reading where network = ${network}`
  return rows[0]?.block
}

export const upsertReadBlock = (sql: Sql, network: UsdtNetwork, block: number) => sql`
  insert into cashier_usdt_reading (network, read_block) values (${network}, ${block})
  on conflict (network) do update set read_block = excluded.read_block`

const transferColumns = {
  network: 'text',
  hash: 'text',
  account: 'text',
  contract: 'text',
  nth: 'int',
  playerId: 'bigint',
  micros: 'bigint',
  block: 'bigint',
  blockAt: 'timestamptz',
  status: 'text',
} as const

/**
 * Notes transfers down, each once. One that the chain had lost is seen again; one that was taken back is a payment
 * anew. Answers those of another token that are new.
 */
export const upsertTransfers = insertInto<typeof transferColumns, { hash: string; status: TransferStatus }>(
  'cashier_usdt_transfer',
  transferColumns,
  `order by 1, 2, 3, 4, 5
   on conflict (network, hash, account, contract, nth) do update
      set status = 'seen', micros = excluded.micros, block = excluded.block, block_at = excluded.block_at,
          missed_at_block = null,
          turn = case cashier_usdt_transfer.status when 'taken_back' then cashier_usdt_transfer.turn + 1
                      else cashier_usdt_transfer.turn end,
          order_id = case cashier_usdt_transfer.status when 'taken_back' then null
                          else cashier_usdt_transfer.order_id end
    where cashier_usdt_transfer.status in ('gone', 'taken_back')
   returning hash, status`,
)

export type Transfer = Followed & {
  network: UsdtNetwork
  hash: string
  account: string
  contract: string
  nth: number
  turn: number
  playerId: number
  blockAt: Date
  rateE4: number | null
  orderId: string | null
  /** Credited though it is less than the least. */
  isWaived: boolean
}

/** Which transfers of a network a look is about: those that wait to be sure, or those that are credited and may be lost. */
export type Following = { isCredited: boolean; creditedSince: number; goneSince: number }

/**
 * Takes transfers of a network that may still change, those not looked at for longest: so many at a time, so that a look
 * stays short and the next one goes on where it ended. Of two servers each takes others.
 */
export const claimFollowed = (
  sql: Sql,
  network: UsdtNetwork,
  { isCredited, creditedSince, goneSince }: Following,
  max: number,
) => sql<Transfer[]>`
  update cashier_usdt_transfer transfer set followed_at = clock_timestamp()
    from (select network, hash, account, contract, nth
            from cashier_usdt_transfer
           where network = ${network}
             and case when ${isCredited}::boolean
                      then status = 'credited' and (block >= ${creditedSince} or missed_at_block is not null)
                      else status = 'seen' or status = 'gone' and block >= ${goneSince} end
           order by followed_at nulls first, block, hash, account, nth
           limit ${max}
             for update skip locked) as due
   where transfer.network = due.network and transfer.hash = due.hash and transfer.account = due.account
     and transfer.contract = due.contract and transfer.nth = due.nth
  returning transfer.network, transfer.hash, transfer.account, transfer.contract, transfer.nth, turn,
            player_id as "playerId", micros, block, block_at as "blockAt", status,
            missed_at_block as "missedAtBlock", rate_e4 as "rateE4", order_id as "orderId",
            is_waived as "isWaived"`

type Key = Pick<Transfer, 'network' | 'hash' | 'account' | 'contract' | 'nth'>

export type Step = {
  /** What it may have been until now: another server may have looked at it meanwhile, and seen more. */
  from: readonly TransferStatus[]
  status: TransferStatus
  block: number
  missedAtBlock: number | null
}

export const updateTransfer = (
  sql: Sql,
  { network, hash, account, contract, nth, turn }: Key & Pick<Transfer, 'turn'>,
  { from, status, block, missedAtBlock }: Step,
) => sql`
  update cashier_usdt_transfer
     set status = ${status}, block = ${block}, missed_at_block = ${missedAtBlock}
   where network = ${network} and hash = ${hash} and account = ${account} and contract = ${contract} and nth = ${nth}
     and turn = ${turn} and status = any(${from}::text[])`

/**
 * Says at which rate a transfer is credited, once: that which its player was shown when it came, else the one of now. Answers
 * the one that was said first.
 */
export const updateRate = async (
  sql: Sql,
  { network, hash, account, contract, nth, playerId, blockAt }: Key & Pick<Transfer, 'playerId' | 'blockAt'>,
  nowE4: number | null,
): Promise<number | null> => {
  const rows = await sql<{ rateE4: number | null }[]>`
    update cashier_usdt_transfer
       set rate_e4 = coalesce(rate_e4,
             (select rate_e4 from cashier_usdt_topup_rate shown
               where shown.player_id = ${playerId} and shown.holds_until >= ${blockAt}::timestamptz
                 and shown.shown_at <= greatest(${blockAt}::timestamptz, seen_at)
               order by shown.shown_at <= ${blockAt}::timestamptz desc, shown.id desc limit 1),
             ${nowE4}::int)
     where network = ${network} and hash = ${hash} and account = ${account} and contract = ${contract} and nth = ${nth}
    returning rate_e4 as "rateE4"`
  return rows[0]?.rateE4 ?? null
}

type NewOrder = {
  id: string
  payNo: string
  chargeRef: string
  playerId: number
  amountCents: number
  mainTimes: number
}

/** The order of a transfer: it has come already, so it only waits to be credited. Of two servers one makes it. */
export const insertTransferOrder = (tx: Tx, row: NewOrder) => tx`
  insert into cashier_order (id, pay_no, rail, provider, charge_ref, player_id, amount_cents, wants_bonus_grant,
                             first_bonus_grant_cents, later_bonus_grant_cents, main_times, bonus_times, status, expires_at)
  values (${row.id}, ${row.payNo}, 'usdt', 'chain', ${row.chargeRef}, ${row.playerId}, ${row.amountCents}, false,
          0, 0, ${row.mainTimes}, 0, 'open', now() + interval '30 days')
  on conflict (charge_ref) do nothing`

export const updateOrderOf = (
  tx: Tx,
  { network, hash, account, contract, nth }: Key,
  chargeRef: string,
) => tx`
  update cashier_usdt_transfer
     set order_id = (select id from cashier_order where charge_ref = ${chargeRef})
   where network = ${network} and hash = ${hash} and account = ${account} and contract = ${contract} and nth = ${nth}`

export type ShownTransfer = Pick<Transfer, 'network' | 'hash' | 'micros' | 'status' | 'block' | 'rateE4'> & {
  amountCents: number | null
  seenAt: Date
}

/** What came to a player's addresses lately, the last first; what is no USDT is not shown. */
export const selectOwnTransfers = (sql: Sql, playerId: number, max: number) => sql<ShownTransfer[]>`
  select transfer.network, transfer.hash, transfer.micros, transfer.status, transfer.block, transfer.rate_e4 as "rateE4",
         placed.amount_cents as "amountCents", transfer.seen_at as "seenAt"
    from cashier_usdt_transfer transfer left join cashier_order placed on placed.id = transfer.order_id
   where transfer.player_id = ${playerId} and transfer.status <> 'other_token'
   order by transfer.seen_at desc, transfer.hash
   limit ${max}`

export type BookedTransfer = {
  hash: string
  account: string
  nth: number
  micros: number
  status: TransferStatus
}

/** What is noted down of USDT that came in blocks of these numbers. */
export const selectTransfersOfBlocks = (sql: Sql, network: UsdtNetwork, from: number, to: number) => sql<
  BookedTransfer[]
>`
  select hash, account, nth, micros, status from cashier_usdt_transfer
   where network = ${network} and block between ${from} and ${to}
     and status in ('seen', 'credited', 'below_min')`

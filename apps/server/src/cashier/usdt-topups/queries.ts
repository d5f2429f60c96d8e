import type { UsdtNetwork } from '@palpite/money/usdt'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { present } from '../../platform/errors.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { ChildAddress } from '../rails/usdt-addresses.ts'
import type { Followed, Price, Shown, TransferStatus } from './rules.ts'

export const selectAddress = async (
  sql: Sql,
  playerId: number,
  network: UsdtNetwork,
): Promise<string | undefined> => {
  const rows = await sql<{ address: string }[]>`
    select address from cashier_usdt_address where player_id = ${playerId} and network = ${network}`
  return rows[0]?.address
}

/** The next free index of a network, locked: concurrent callers wait until it is written. */
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

/** One page of a network's accounts, by index, after this one. */
export const selectAccounts = (sql: Sql, network: UsdtNetwork, after: number, max: number) => sql<
  { childIndex: number; account: string; playerId: number }[]
>`
  select child_index as "childIndex", account, player_id as "playerId" from cashier_usdt_address
   where network = ${network} and child_index > ${after}
   order by child_index
   limit ${max}`

/** A rate that was shown to a player: its time, its end, and the amount it still covers. */
export type ShownRate = { rateE4: number; rateAt: Date; holdsUntil: Date; leftMicros: number }

/** The rate shown to a player that is valid and not used up. */
export const selectShownRate = async (sql: Sql, playerId: number): Promise<ShownRate | undefined> => {
  const rows = await sql<ShownRate[]>`
    select rate_e4 as "rateE4", rate_at as "rateAt", holds_until as "holdsUntil", max_micros - used_micros as "leftMicros"
      from cashier_usdt_topup_rate
     where player_id = ${playerId} and holds_until > now() and used_micros < max_micros
     order by id desc limit 1`
  return rows[0]
}

/** Serialises the showing of rates to one player. */
export const lockShownRates = (tx: Tx, playerId: number) => tx`
  select pg_advisory_xact_lock(hashtextextended(${`cashier:usdt-topup-rate:${playerId}`}, 0))`

type NewShownRate = { playerId: number; rateE4: number; rateAt: Date; seconds: number; maxMicros: number }

export const insertShownRate = (tx: Tx, row: NewShownRate) => tx`
  insert into cashier_usdt_topup_rate (player_id, rate_e4, rate_at, holds_until, max_micros)
  values (${row.playerId}, ${row.rateE4}, ${row.rateAt}, now() + make_interval(secs => ${row.seconds}), ${row.maxMicros})`

/** The last block that was read of a network. */
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
 * Records transfers, once each. One that the chain had lost is seen again; one that was taken back becomes a
 * new payment. Answers the new ones and those seen again, with their status.
 */
export const upsertTransfers = insertInto<typeof transferColumns, { hash: string; status: TransferStatus }>(
  'cashier_usdt_transfer',
  transferColumns,
  `order by 1, 2, 3, 4, 5
   on conflict (network, hash, account, contract, nth) do update
      set status = 'seen', micros = excluded.micros, block = excluded.block, block_at = excluded.block_at,
          missed_at_block = null,
          -- A payment anew, or of another amount, is priced anew.
          rate_e4 = case when cashier_usdt_transfer.status = 'gone' and cashier_usdt_transfer.micros = excluded.micros
                         then cashier_usdt_transfer.rate_e4 end,
          rest_micros = case when cashier_usdt_transfer.status = 'gone' and cashier_usdt_transfer.micros = excluded.micros
                             then cashier_usdt_transfer.rest_micros else 0 end,
          rest_rate_e4 = case when cashier_usdt_transfer.status = 'gone' and cashier_usdt_transfer.micros = excluded.micros
                              then cashier_usdt_transfer.rest_rate_e4 end,
          sure_at = null,
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
  restMicros: number
  restRateE4: number | null
  orderId: string | null
  /** Credited although it is below the minimum. */
  isWaived: boolean
}

/** The transfers of a network that a run follows: those not sure yet, or credited ones that the chain may still lose. */
export type Following = { isCredited: boolean; creditedSince: number; goneSince: number }

/**
 * Claims transfers of a network that may still change, those checked longest ago first. A bounded number keeps a run
 * short, and the next run continues. Two servers claim different ones.
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
            missed_at_block as "missedAtBlock", rate_e4 as "rateE4", rest_micros as "restMicros",
            rest_rate_e4 as "restRateE4", order_id as "orderId", is_waived as "isWaived"`

type Key = Pick<Transfer, 'network' | 'hash' | 'account' | 'contract' | 'nth'>

type Step = {
  /** The expected states: another server may have moved it on meanwhile. */
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
 * A claimed transfer that still waits to be credited, locked, with its price if it has one; undefined if it was
 * credited, reset or left to an operator meanwhile.
 */
export const lockWaiting = async (
  tx: Tx,
  { network, hash, account, contract, nth, turn }: Key & Pick<Transfer, 'turn'>,
): Promise<{ price: Price | undefined } | undefined> => {
  const rows = await tx<{ rateE4: number | null; restMicros: number; restRateE4: number | null }[]>`
    select rate_e4 as "rateE4", rest_micros as "restMicros", rest_rate_e4 as "restRateE4" from cashier_usdt_transfer
     where network = ${network} and hash = ${hash} and account = ${account} and contract = ${contract} and nth = ${nth}
       and turn = ${turn} and status in ('seen', 'gone')
       for update`
  const row = rows[0]
  return row && { price: row.rateE4 === null ? undefined : { ...row, rateE4: row.rateE4 } }
}

/**
 * The rate that was shown to the player when a transfer came, locked, with the amount it still covers: one that
 * covers more before one that is used up. Clocks of a chain may lag a little; a rate requested after the money came
 * does not apply.
 */
export const lockShownRate = async (
  tx: Tx,
  { playerId, blockAt }: Pick<Transfer, 'playerId' | 'blockAt'>,
): Promise<(Shown & { id: number }) | undefined> => {
  const rows = await tx<(Shown & { id: number })[]>`
    select id, rate_e4 as "rateE4", max_micros - used_micros as "leftMicros" from cashier_usdt_topup_rate
     where player_id = ${playerId} and holds_until >= ${blockAt}::timestamptz
       and shown_at <= ${blockAt}::timestamptz + interval '1 minute'
     order by used_micros < max_micros desc, shown_at <= ${blockAt}::timestamptz desc, id desc
     limit 1
       for update`
  return rows[0]
}

export const updateUsed = (tx: Tx, id: number, micros: number) => tx`
  update cashier_usdt_topup_rate set used_micros = used_micros + ${micros} where id = ${id}`

export const updatePrice = (tx: Tx, { network, hash, account, contract, nth }: Key, price: Price) => tx`
  update cashier_usdt_transfer
     set rate_e4 = ${price.rateE4}, rest_micros = ${price.restMicros}, rest_rate_e4 = ${price.restRateE4}
   where network = ${network} and hash = ${hash} and account = ${account} and contract = ${contract} and nth = ${nth}`

/**
 * Records when a transfer was sure and had no price. After waiting long enough it is left to an operator, unless an
 * operator has decided to credit it. Answers whether it is left now.
 */
export const updateUnpriced = async (
  sql: Sql,
  { network, hash, account, contract, nth, turn }: Key & Pick<Transfer, 'turn'>,
  seconds: number,
): Promise<boolean> => {
  const rows = await sql<{ status: TransferStatus }[]>`
    update cashier_usdt_transfer
       set sure_at = coalesce(sure_at, now()),
           status = case when not is_waived and sure_at <= now() - make_interval(secs => ${seconds})
                         then 'no_rate' else status end
     where network = ${network} and hash = ${hash} and account = ${account} and contract = ${contract} and nth = ${nth}
       and turn = ${turn} and status in ('seen', 'gone') and rate_e4 is null
    returning status`
  return rows[0]?.status === 'no_rate'
}

export type WaitingUsdt = { transfers: number; cents: number }

/** Priced transfers without an order, which wait until an operator has reviewed their players, and their value. */
export const selectWaitingForReview = async (sql: Sql): Promise<WaitingUsdt> => {
  const [row] = await sql<WaitingUsdt[]>`
    select count(*)::int as transfers,
           coalesce(sum(floor(((micros - rest_micros)::numeric * rate_e4
                               + rest_micros::numeric * coalesce(rest_rate_e4, 0)) / 100000000)), 0)::bigint as cents
      from cashier_usdt_transfer
     where status = 'seen' and rate_e4 is not null and order_id is null`
  return present(row, 'one row of a count')
}

type NewOrder = {
  id: string
  payNo: string
  chargeRef: string
  playerId: number
  amountCents: number
  mainTimes: number
}

/** The order of a transfer, which is paid already and only waits to be credited. Of two servers one inserts it. */
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

export type ShownTransfer = Pick<
  Transfer,
  'network' | 'hash' | 'micros' | 'status' | 'block' | 'rateE4' | 'restMicros' | 'restRateE4'
> & {
  amountCents: number | null
  seenAt: Date
}

/** Recent transfers to a player's addresses, newest first; other tokens are left out. */
export const selectOwnTransfers = (sql: Sql, playerId: number, max: number) => sql<ShownTransfer[]>`
  select transfer.network, transfer.hash, transfer.micros, transfer.status, transfer.block, transfer.rate_e4 as "rateE4",
         transfer.rest_micros as "restMicros", transfer.rest_rate_e4 as "restRateE4", placed.amount_cents as "amountCents", transfer.seen_at as "seenAt"
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

/** Recorded USDT transfers in a range of blocks. */
export const selectTransfersOfBlocks = (sql: Sql, network: UsdtNetwork, from: number, to: number) => sql<
  BookedTransfer[]
>`
  select hash, account, nth, micros, status from cashier_usdt_transfer
   where network = ${network} and block between ${from} and ${to}
     and status in ('seen', 'credited', 'below_min', 'no_rate')`

export type AtAddress = { account: string; micros: number; leftMicros: number }

/** Recorded USDT at each address that ever received any, and the amount that operators recorded as moved away. */
export const selectReceived = (sql: Sql, network: UsdtNetwork, contract: string) => sql<AtAddress[]>`
  select account, sum(micros)::bigint as micros,
         coalesce((select said.micros from cashier_usdt_left said
                    where said.network = ${network} and said.account = transfer.account
                    order by said.id desc limit 1), 0) as "leftMicros"
    from cashier_usdt_transfer transfer
   where network = ${network} and contract = ${contract} and status in ('seen', 'credited', 'below_min', 'no_rate')
   group by account
   order by account`

type Left = {
  network: UsdtNetwork
  account: string
  micros: number
  operatorId: number
  reason: string
}

/** Sets the total that has left a player's address; answers whether the address exists. */
export const insertLeft = async (
  tx: Tx,
  { network, account, micros, operatorId, reason }: Left,
): Promise<boolean> => {
  const rows = await tx<{ id: number }[]>`
    insert into cashier_usdt_left (network, account, micros, operator_id, reason)
    select network, account, ${micros}, ${operatorId}, ${reason} from cashier_usdt_address
     where network = ${network} and account = ${account}
    returning id`
  return rows.length > 0
}

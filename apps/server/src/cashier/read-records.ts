import type { Calls } from '@palpite/contract'
import { readPlayers } from '../identity/index.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import type { Cashier } from './cashier.ts'
import {
  type Place,
  selectOrderRecords,
  selectTransferRecords,
  selectWithdrawalRecords,
  type TopUpRecord,
  type TransferRecord,
  type WithdrawalRecord,
} from './queries.ts'
import { orderStatus, topUpReason } from './orders/rules.ts'
import { hiddenKey, withdrawalReason, withdrawalStatus } from './withdrawals/rules.ts'
import type { Sql } from '../platform/db/index.ts'
import { type CashSums, selectCashSums } from './orders/topup-queries.ts'

type Records = Calls['GET /api/app/order/records']['data']
type Shown = Records['records'][number]

/** A place after all rows: the year 2255 in microseconds, near the largest safe integer. */
const newest: Place = { micros: 9_000_000_000_000_000, id: '~' }

/** A player's top-ups, withdrawals and transfers, newest first, one page at a time. */
export async function readRecords(
  { deps, settings }: Cashier,
  { playerId, cursor }: { playerId: number; cursor: string | undefined },
): Promise<Result<Records, 'bad_request'>> {
  const before = cursor === undefined ? newest : placeOf(cursor)
  if (!before) return refuse('bad_request', { values: { field: 'cursor' }, detail: { field: 'cursor' } })
  const max = settings.recordsPage
  const sql = deps.reads.of(`player:${playerId}`)
  const orders = await selectOrderRecords(sql, playerId, before, max + 1)
  const withdrawals = await selectWithdrawalRecords(sql, playerId, before, max + 1)
  const transfers = await selectTransferRecords(sql, playerId, before, max + 1)
  const others = await readPlayers(
    sql,
    transfers.map(({ otherId }) => otherId),
  )
  const all = [...orders, ...withdrawals, ...transfers].sort((one, other) =>
    one.micros === other.micros ? (one.id < other.id ? 1 : -1) : other.micros - one.micros,
  )
  const page = all.slice(0, max)
  const last = page.at(-1)
  const next = last && all.length > max ? `${last.micros}_${last.id}` : null
  return ok({ records: page.map((row) => shown(row, others)), next })
}

type LastPayment = {
  orderId: string
  kind: 'deposit' | 'withdrawal'
  /** `ended`: without money. */
  state: 'waiting' | 'done' | 'ended'
  amountCents: number
  at: Date
}

/** A player's newest top-ups and withdrawals together, newest first, in short. For operators. */
export async function readLastPayments(sql: Sql, playerId: number, max: number): Promise<LastPayment[]> {
  const orders = await selectOrderRecords(sql, playerId, newest, max)
  const withdrawals = await selectWithdrawalRecords(sql, playerId, newest, max)
  return [...orders, ...withdrawals]
    .sort((one, other) => other.micros - one.micros)
    .slice(0, max)
    .map((row) => ({
      orderId: row.id,
      kind: row.kind === 'topup' ? 'deposit' : 'withdrawal',
      state: stateOf(row.kind === 'topup' ? orderStatus(row) : withdrawalStatus(row.status)),
      amountCents: row.amountCents,
      at: row.at,
    }))
}

/** `01`: expired, cancelled, rejected or reversed; `-01`: failed. */
const stateOf = (status: Kept['status']): LastPayment['state'] => {
  if (status === '10') return 'done'
  return status === '01' || status === '-01' ? 'ended' : 'waiting'
}

function placeOf(cursor: string): Place | undefined {
  const [, micros, id] = /^(\d{1,16})_([0-9a-f]{32})$/.exec(cursor) ?? []
  if (micros === undefined || id === undefined || Number(micros) > newest.micros) return undefined
  return { micros: Number(micros), id }
}

type Others = ReadonlyMap<number, { email: string }>

const shown = (row: TopUpRecord | WithdrawalRecord | TransferRecord, others: Others): Shown => ({
  orderId: row.id,
  amountCents: row.amountCents,
  at: row.at.toISOString(),
  ...(row.kind === 'transfer' ? transferOf(row, others) : orderOf(row)),
})

/** A received transfer is shown like a top-up, a sent one like a withdrawal; both are complete at once. */
const transferOf = ({ isSent, otherId }: TransferRecord, others: Others): Kept => ({
  type: isSent ? '11' : '10',
  status: '10',
  reason: null,
  feeCents: 0,
  method: 'TRANSFER',
  payTo: hiddenEmail(others.get(otherId)?.email ?? ''),
  usdt: null,
  promisedAt: null,
  isLate: false,
})

const hiddenEmail = (email: string): string => email.replace(/^(.).*@/, '$1***@')

type Kept = Omit<Shown, 'orderId' | 'amountCents' | 'at'>

const orderOf = (row: TopUpRecord | WithdrawalRecord): Kept =>
  row.kind === 'topup'
    ? {
        type: '10',
        status: orderStatus(row),
        reason: topUpReason(row),
        feeCents: 0,
        method: row.network === null ? 'PIX' : 'USDT',
        payTo: null,
        usdt: usdtOf(row),
        promisedAt: null,
        isLate: false,
      }
    : {
        type: '11',
        status: withdrawalStatus(row.status),
        reason: withdrawalReason(row),
        feeCents: row.feeCents,
        method: row.method,
        payTo: hiddenKey(row.method, row.payCardNo),
        usdt: usdtOf(row),
        promisedAt: isEnded(row) ? null : row.promisedAt.toISOString(),
        isLate: row.isLate,
      }

const isEnded = ({ status }: WithdrawalRecord): boolean => status === 'paid' || status === 'failed'

type Carried = Pick<WithdrawalRecord, 'network' | 'usdtRateE4' | 'usdtMicros' | 'providerRef'>

function usdtOf({ network, usdtRateE4, usdtMicros, providerRef }: Carried): Shown['usdt'] {
  if (network === null || usdtRateE4 === null || usdtMicros === null) return null
  return {
    amount: (usdtMicros / 1_000_000).toFixed(6),
    rate: (usdtRateE4 / 10_000).toFixed(4),
    network,
    hash: providerRef,
  }
}

/** For each of these players the last top-up, all top-ups less reversals, and all paid withdrawals, in cents. */
export async function readCashSums(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, CashSums>> {
  const rows = await selectCashSums(sql, playerIds)
  return new Map(rows.map(({ playerId, ...sums }) => [playerId, sums]))
}

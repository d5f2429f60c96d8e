import { balanceOf, type LedgerBatch, move, lockAccounts, owedCents, post } from '../../ledger/index.ts'
import { present } from '../../platform/assert.ts'
import type { Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, type Result } from '../../platform/result.ts'
import { withdrawalChanged } from '../events.ts'
import type { WithdrawMethod } from '../../protection/index.ts'
import {
  meetRequirements,
  readWagering,
  type WageringBatch,
  withdrawableCents,
  writeWagering,
} from '../../wagering/index.ts'
import type { Cashier } from '../cashier.ts'
import type { VipTerms } from '../needs.ts'
import { type Payer, readPayers } from '../read-payers.ts'
import {
  insertWithdrawals,
  type NewWithdrawal,
  selectRecent,
  selectUsedToday,
  upsertDetails,
} from './queries.ts'
import {
  feeBpsOf,
  feeSplit,
  payeeOf,
  payoutKey,
  type Standing,
  withdrawalsLeft,
  withdrawRefusal,
  type WithdrawRefusal,
} from './rules.ts'

export type RequestWithdrawal = {
  playerId: number
  method: WithdrawMethod
  payCardNo: string
  holderName: string
  whatsapp: string
  amountCents: number
}

type State = {
  cashier: Cashier
  batch: LedgerBatch
  vips: ReadonlyMap<number, VipTerms>
  payers: ReadonlyMap<number, Payer>
  wagering: WageringBatch
  locked: ReadonlySet<number>
  used: Map<number, number>
  recent: NewWithdrawal[]
  requested: NewWithdrawal[]
}

/**
 * Takes on withdrawals: holds the money, with fee, rate and method frozen in the row. The same wish again
 * within seconds is the same withdrawal. Sending is the job's work. Answers in the order asked.
 */
export async function requestWithdrawals(
  cashier: Cashier,
  requests: readonly RequestWithdrawal[],
): Promise<Result<{ orderId: string }, WithdrawRefusal>[]> {
  const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
  // A level moves by stakes and top-ups, not by withdrawals: it need not be read with the accounts held.
  const vips = await cashier.readVipTerms(cashier.deps.db, playerIds)
  const answers = await cashier.deps.db.begin(async (tx) => {
    const state = await lockState({ cashier, vips }, tx, playerIds)
    meetRequirements(state.wagering, state.batch, playerIds)
    const decided = requests.map((request) => decide(state, request))
    await write(tx, state)
    return decided
  })
  cashier.wakePayouts()
  return answers
}

async function lockState(
  { cashier, vips }: Pick<State, 'cashier' | 'vips'>,
  tx: Tx,
  playerIds: readonly number[],
): Promise<State> {
  const batch = await lockAccounts(tx, playerIds, ['cash', 'bonus', 'hold'])
  const [used, payers, wagering, locked, recent] = await Promise.all([
    selectUsedToday(tx, playerIds),
    readPayers(tx, playerIds),
    readWagering(tx, cashier.policy, playerIds),
    cashier.openRounds(tx, playerIds),
    selectRecent(tx, playerIds, cashier.settings.withdrawRepeatSeconds),
  ])
  return {
    cashier,
    batch,
    vips,
    payers,
    wagering,
    locked,
    used: new Map(used.map((row) => [row.playerId, row.used])),
    recent,
    requested: [],
  }
}

function decide(state: State, request: RequestWithdrawal): Result<{ orderId: string }, WithdrawRefusal> {
  const { cashier, vips, used } = state
  const { playerId, method, amountCents } = request
  const payCardNo = payoutKey(method, request.payCardNo) ?? request.payCardNo
  const same = state.recent.find(
    (one) =>
      one.playerId === playerId &&
      one.method === method &&
      one.payCardNo === payCardNo &&
      one.amountCents === amountCents,
  )
  if (same) return ok({ orderId: same.id })
  const refusal = withdrawRefusal(cashier, standingOf(state, playerId), request)
  if (refusal) return refusal
  const vip = present(vips.get(playerId), `the VIP terms of player ${playerId}`)
  const feeBps = feeBpsOf(cashier.policy, vip)
  const row: NewWithdrawal = {
    ...request,
    ...payeeOf(cashier.policy, state.payers.get(playerId), { payCardNo, holderName: request.holderName }),
    id: cashier.deps.random.hex(16),
    feeBps,
    ...feeSplit(amountCents, feeBps),
  }
  const [from, to] = [{ playerId, kind: 'cash' } as const, { playerId, kind: 'hold' } as const]
  move(state.batch, { key: `withdraw:${row.id}`, from, to, cents: amountCents })
  used.set(playerId, (used.get(playerId) ?? 0) + 1)
  state.recent.push(row)
  state.requested.push(row)
  return ok({ orderId: row.id })
}

function standingOf(
  { cashier, batch, vips, payers, wagering, locked, used }: State,
  playerId: number,
): Standing {
  const vip = present(vips.get(playerId), `the VIP terms of player ${playerId}`)
  return {
    isLocked: locked.has(playerId),
    left: withdrawalsLeft(cashier, vip, used.get(playerId) ?? 0),
    withdrawableCents: withdrawableCents(wagering, playerId, balanceOf(batch, playerId, 'cash')),
    owesCents: owedCents(batch, playerId),
    payer: payers.get(playerId),
  }
}

async function write(tx: Tx, { batch, wagering, requested }: State): Promise<void> {
  await writeWagering(tx, wagering)
  await post(tx, batch) // also when nothing was asked for: a requirement may have been met
  if (requested.length === 0) return
  await insertWithdrawals(tx, requested)
  const latest = new Map(requested.map((row) => [`${row.playerId}:${row.method}`, row]))
  await upsertDetails(tx, [...latest.values()])
  await writeEvents(
    tx,
    withdrawalChanged,
    requested.map(({ id, playerId, amountCents }) => ({
      playerId,
      orderId: id,
      amountCents,
      status: '00',
    })),
  )
}

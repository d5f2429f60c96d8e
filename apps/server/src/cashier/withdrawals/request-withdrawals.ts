import { balanceOf, type Book, move, openBook, owedCents, post } from '../../ledger/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { writeFacts } from '../../platform/outbox.ts'
import { ok, type Result } from '../../platform/result.ts'
import type { WithdrawMethod } from '../../protection/index.ts'
import type { Cashier } from '../cashier.ts'
import type { VipTerms } from '../needs.ts'
import { type Payer, readPayers } from '../read-payers.ts'
import { meetWagers, readWagers, type Wagers, wagersUnder } from '../wagering/meet-requirements.ts'
import { withdrawable } from '../wagering/rules.ts'
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

type Facts = {
  cashier: Cashier
  book: Book
  vips: ReadonlyMap<number, VipTerms>
  payers: ReadonlyMap<number, Payer>
  wagers: Wagers
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
  asks: readonly RequestWithdrawal[],
): Promise<Result<{ orderId: string }, WithdrawRefusal>[]> {
  const playerIds = [...new Set(asks.map(({ playerId }) => playerId))]
  // A level moves by stakes and top-ups, not by withdrawals: it need not be read with the books held.
  const terms = await Promise.all(playerIds.map(cashier.readVip))
  const vips = new Map(playerIds.map((id, at) => [id, terms[at] ?? { count: 0, feePercent: 0 }]))
  const answers = await cashier.house.db.begin(async (tx) => {
    const facts = await lockFacts({ cashier, vips }, tx, playerIds)
    const decided = asks.map((ask) => decide(facts, ask))
    await write(tx, facts)
    return decided
  })
  cashier.wakePayouts()
  return answers
}

async function lockFacts(
  { cashier, vips }: Pick<Facts, 'cashier' | 'vips'>,
  tx: Tx,
  playerIds: readonly number[],
): Promise<Facts> {
  const book = await openBook(tx, playerIds, ['cash', 'bonus', 'hold'])
  const used = await selectUsedToday(tx, playerIds)
  return {
    cashier,
    book,
    vips,
    payers: await readPayers(tx, playerIds),
    wagers: await meetWagers(tx, book, wagersUnder(cashier.policy, await readWagers(tx, playerIds))),
    locked: await cashier.openRounds(tx, playerIds),
    used: new Map(used.map((row) => [row.playerId, row.used])),
    recent: await selectRecent(tx, playerIds, cashier.settings.withdrawRepeatSeconds),
    requested: [],
  }
}

function decide(facts: Facts, ask: RequestWithdrawal): Result<{ orderId: string }, WithdrawRefusal> {
  const { cashier, vips, used } = facts
  const { playerId, method, amountCents } = ask
  const payCardNo = payoutKey(method, ask.payCardNo) ?? ask.payCardNo
  const same = facts.recent.find(
    (one) =>
      one.playerId === playerId &&
      one.method === method &&
      one.payCardNo === payCardNo &&
      one.amountCents === amountCents,
  )
  if (same) return ok({ orderId: same.id })
  const refusal = withdrawRefusal(cashier, standingOf(facts, playerId), ask)
  if (refusal) return refusal
  const vip = vips.get(playerId) ?? { count: 0, feePercent: 0 }
  const feeBps = feeBpsOf(cashier.policy, vip)
  const row: NewWithdrawal = {
    ...ask,
    ...payeeOf(cashier.policy, facts.payers.get(playerId), { payCardNo, holderName: ask.holderName }),
    id: cashier.house.random.hex(16),
    feeBps,
    ...feeSplit(amountCents, feeBps),
  }
  const [from, to] = [{ playerId, kind: 'cash' } as const, { playerId, kind: 'hold' } as const]
  move(facts.book, { key: `withdraw:${row.id}`, from, to, cents: amountCents })
  used.set(playerId, (used.get(playerId) ?? 0) + 1)
  facts.recent.push(row)
  facts.requested.push(row)
  return ok({ orderId: row.id })
}

function standingOf(
  { cashier, book, vips, payers, wagers, locked, used }: Facts,
  playerId: number,
): Standing {
  const vip = vips.get(playerId) ?? { count: 0, feePercent: 0 }
  const open = wagers.open.get(playerId) ?? []
  const settledCents = wagers.settledCents.get(playerId) ?? 0
  return {
    isLocked: locked.has(playerId),
    left: withdrawalsLeft(cashier, vip, used.get(playerId) ?? 0),
    withdrawableCents: withdrawable(balanceOf(book, playerId, 'cash'), open, settledCents),
    owesCents: owedCents(book, playerId),
    payer: payers.get(playerId),
  }
}

async function write(tx: Tx, { book, requested }: Facts): Promise<void> {
  await post(tx, book) // also when nothing was asked for: a requirement may have been met
  if (requested.length === 0) return
  await insertWithdrawals(tx, requested)
  const latest = new Map(requested.map((row) => [`${row.playerId}:${row.method}`, row]))
  await upsertDetails(tx, [...latest.values()])
  await writeFacts(
    tx,
    'withdrawal.changed',
    requested.map(({ id, playerId, amountCents }) => ({
      playerId,
      orderId: id,
      amountCents,
      status: '00',
    })),
  )
}

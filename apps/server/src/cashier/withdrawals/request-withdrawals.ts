import type { SessionProof } from '../../identity/index.ts'
import { readExcluded, readImpededDays, readSuspended } from '../../protection/index.ts'
import { balanceOf, type LedgerBatch, lockAccounts, move, owedCents, post } from '../../ledger/index.ts'
import { present } from '../../platform/errors.ts'
import type { Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { withdrawalChanged } from '../events.ts'
import {
  meetRequirements,
  readExempt,
  readWagering,
  type WageringBatch,
  withdrawableCents,
  writeWagering,
} from '../../wagering/index.ts'
import type { Cashier, OpenGame, VipTerms } from '../cashier.ts'
import { railOf } from '../rails/payment-gateway.ts'
import { reviewTerms, readRisks } from './reviews.ts'
import { deniedAddresses } from '../rails/usdt-rail.ts'
import { type LiveQuotes, rateFor, usdtTerms } from '../rails/quotes.ts'
import { payableAddress } from '../rails/usdt-addresses.ts'
import { readQuotes, sendsUsdt } from './read-limits.ts'
import { type Payer, readPayers } from '../read-payers.ts'
import {
  insertWithdrawals,
  type NewWithdrawal,
  type RecentWithdrawal,
  type Requested,
  selectRecent,
  selectRequested,
  selectUsedKeys,
  selectUsedToday,
  updateRequestIds,
  upsertDetails,
} from './queries.ts'
import {
  isSameRequest,
  keyOf,
  assignRequestId,
  type RequestWithdrawal,
  requestDigestOf,
  requestKeyOf,
  feeBpsOf,
  feeSplit,
  isOwnCpf,
  payeeOf,
  payoutKey,
  spendStepUp,
  type WithdrawalState,
  toPayee,
  withdrawalsLeft,
  withdrawRefusal,
  type WithdrawRefusal,
} from './rules.ts'

type State = {
  cashier: Cashier
  batch: LedgerBatch
  vips: ReadonlyMap<number, VipTerms>
  quotes: LiveQuotes | undefined
  denied: ReadonlySet<string>
  payers: ReadonlyMap<number, Payer>
  wagering: WageringBatch
  exempt: ReadonlySet<number>
  /** Excluded players among those who request less than the minimum. */
  excluded: ReadonlySet<number>
  suspended: ReadonlySet<number>
  /** Players whom the national register names, among those for whom the request depends on it. */
  impeded: { has: (playerId: number) => boolean }
  locked: ReadonlyMap<number, readonly OpenGame[]>
  used: Map<number, number>
  /** The amount each player requested earlier today. */
  usedCents: Map<number, number>
  recent: RecentWithdrawal[]
  /** The withdrawals of players' request ids, keyed by `requestKeyOf`. */
  known: Map<string, Requested>
  /** Keys that were withdrawn to before, keyed by `keyOf`, with the first time. */
  usedKeys: Map<string, Date>
  risks: Awaited<ReturnType<typeof readRisks>>
  proofs: Map<number, SessionProof>
  /** Sessions whose second factor this list has used for a new payee. */
  spent: Set<number>
  /** Keys that their players have confirmed by a mailed code, keyed by `keyOf`. */
  confirmed: ReadonlySet<string>
  requested: NewWithdrawal[]
  /** Withdrawals that get a request id now. */
  assigned: { id: string; requestId: string; requestDigest: string }[]
}

/**
 * Creates withdrawals: holds the money, and stores fee, rate and method in the row. The same request id answers the
 * same withdrawal (with another amount or key it is refused), and so does an identical request within seconds. A key
 * that the player never withdrew to needs the password re-entered in the session, a second factor where there is one
 * (which authorises one new key), and, unless it is the player's own CPF, a confirmation by mailed code. A job sends
 * the payouts. Answers in the order asked.
 */
export async function requestWithdrawals(
  cashier: Cashier,
  requests: readonly RequestWithdrawal[],
): Promise<Result<{ orderId: string }, WithdrawRefusal>[]> {
  const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
  // Levels change by stakes and top-ups, not by withdrawals, so they need no lock.
  const vips = await cashier.readVipTerms(cashier.deps.db, playerIds)
  // The source of the price may be slow, so it is read before anything is locked.
  const quotes = requests.some(({ method }) => method === 'USDT') ? await readQuotes(cashier) : undefined
  const denied = await deniedAddresses(
    cashier.deps,
    cashier.usdt,
    requests.flatMap(({ method, payCardNo }) => (method === 'USDT' ? payCardNo : [])),
  )
  const answers = await cashier.deps.db.begin(async (tx) => {
    const state = await lockState({ cashier, vips, quotes, denied }, tx, requests)
    meetRequirements(state.wagering, state.batch, playerIds)
    const decided = requests.map((request) => decide(state, request))
    await write(tx, state)
    return decided
  })
  cashier.wakePayouts()
  return answers
}

async function lockState(
  { cashier, vips, quotes, denied }: Pick<State, 'cashier' | 'vips' | 'quotes' | 'denied'>,
  tx: Tx,
  requests: readonly RequestWithdrawal[],
): Promise<State> {
  const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
  const batch = await lockAccounts(tx, playerIds, ['cash', 'bonus', 'hold'])
  const requestIds = requests.flatMap(({ requestId }) => requestId ?? [])
  const [used, payers, wagering, locked, recent, known, proofs] = await Promise.all([
    selectUsedToday(tx, playerIds),
    readPayers(tx, playerIds),
    readWagering(tx, cashier.policy, playerIds),
    cashier.inGame(tx, playerIds),
    selectRecent(tx, playerIds, cashier.settings.withdrawRepeatSeconds),
    requestIds.length > 0 ? selectRequested(tx, playerIds, requestIds) : [],
    cashier.proofs.read(tx, [...new Set(requests.map(({ sessionId }) => sessionId))]),
  ])
  const wanted = requests.map((request) => payoutOf(cashier, payers, request))
  const below = requests.filter(({ amountCents }) => amountCents < cashier.settings.withdrawMinCents)
  const dependent = requests.flatMap(({ onlyImpeded, playerId }) => (onlyImpeded ? [playerId] : []))
  const [usedKeys, confirmed, exempt, excluded, suspended, impeded] = await Promise.all([
    selectUsedKeys(tx, {
      playerIds: wanted.map(({ playerId }) => playerId),
      methods: wanted.map(({ method }) => method),
      payCardNos: wanted.map(({ payCardNo }) => payCardNo),
    }),
    cashier.payees.confirmed(tx, wanted.map(toPayee)),
    readExempt(tx, wagering),
    readExcluded(
      tx,
      below.map(({ playerId }) => playerId),
    ),
    readSuspended(tx, playerIds),
    dependent.length > 0 ? readImpededDays(tx, dependent) : new Set<number>(),
  ])
  return {
    cashier,
    batch,
    vips,
    quotes,
    denied,
    payers,
    wagering,
    exempt,
    excluded,
    suspended,
    impeded,
    locked,
    known: new Map(known.map((row) => [requestKeyOf(row.playerId, row.requestId), row])),
    used: new Map(used.map((row) => [row.playerId, row.used])),
    usedCents: new Map(used.map((row) => [row.playerId, row.cents])),
    recent,
    usedKeys: new Map(usedKeys.map((row) => [keyOf(row), row.since])),
    risks: await readRisks(tx, playerIds),
    proofs: new Map(proofs),
    spent: new Set(),
    confirmed: new Set(confirmed.map(({ playerId, payee }) => `${playerId} ${payee}`)),
    requested: [],
    assigned: [],
  }
}

function decide(state: State, request: RequestWithdrawal): Result<{ orderId: string }, WithdrawRefusal> {
  const { cashier, vips, used, known } = state
  const { playerId, method, amountCents, requestId } = request
  const before = requestId === undefined ? undefined : known.get(requestKeyOf(playerId, requestId))
  const payout = payoutOf(cashier, state.payers, request)
  if (before !== undefined) {
    return isSameRequest(before, request, payout) ? ok({ orderId: before.id }) : refuse('request_mismatch')
  }
  const payCardNo = payoutKey(method, request.payCardNo) ?? request.payCardNo
  const same = state.recent.find(
    (one) =>
      one.playerId === playerId &&
      one.method === method &&
      one.payCardNo === payCardNo &&
      one.amountCents === amountCents &&
      // Different request ids are different withdrawals.
      (one.requestId === null || requestId === undefined),
  )
  if (same) {
    if (requestId !== undefined) assignRequestId(state, same, { ...request, requestId })
    return ok({ orderId: same.id })
  }
  if (request.closed) return request.closed
  if (request.onlyImpeded && !state.impeded.has(playerId)) return refuse('blocked_by_policy')
  const refusal = withdrawRefusal(cashier, playerStateOf(state, playerId), request)
  if (refusal) return refusal
  const usdtRateE4 = usdtRateOf(state, request)
  // Nobody is paid less than the screen showed: the new rate must be shown first.
  if (usdtRateE4 === undefined) return refuse('withdraw_rate_moved')
  // Last, so that earlier refusals stay the same. A stolen session cannot pay a new payee.
  const since = state.usedKeys.get(keyOf(payout))
  const proof = state.proofs.get(request.sessionId)
  const isOwn = isOwnCpf(state.payers.get(playerId), payout)
  const isVerified = proof?.hasPassword === true || (request.isByHouse === true && isOwn)
  if (since === undefined && !isVerified) return refuse('password_needed')
  // A payout of the house to the own CPF has no session: its player may not even be reachable.
  const needsCode = !isOwn || (cashier.policy.terms.confirmsEmail && proof?.hasEmail === false)
  if (since === undefined && needsCode && !state.confirmed.has(keyOf(payout)))
    return refuse('payee_code_needed')
  if (since === undefined && proof?.factor === 'missing') return refuse('step_up_needed')
  // Limits apply to the day's total, so many small withdrawals count like a large one.
  const dayCents = (state.usedCents.get(playerId) ?? 0) + amountCents
  const review = reviewTerms(state, payout, { dayCents, since })
  const vip = present(vips.get(playerId), `the VIP terms of player ${playerId}`)
  const feeBps = feeBpsOf(cashier.policy, vip)
  const frozen = frozenTerms(request, feeBps, usdtRateE4)
  if (!frozen) return refuse('withdraw_below_min', { values: { minCents: minUsdtCents(state) } })
  const row: NewWithdrawal = {
    ...payout,
    whatsapp: request.whatsapp,
    requestId: requestId ?? null,
    requestDigest: requestId === undefined ? null : requestDigestOf(request),
    rail: railOf[method],
    amountCents,
    id: cashier.deps.random.hex(16),
    feeBps,
    ...frozen,
    ...review,
  }
  const [from, to] = [{ playerId, kind: 'cash' } as const, { playerId, kind: 'hold' } as const]
  move(state.batch, { key: `withdraw:${row.id}`, from, to, cents: amountCents })
  // From here on the key is known, within this list too; requests refused above do not make a key known.
  state.usedKeys.set(keyOf(payout), since ?? state.risks.now)
  used.set(playerId, (used.get(playerId) ?? 0) + 1)
  state.usedCents.set(playerId, dayCents)
  state.recent.push(row)
  if (requestId !== undefined) known.set(requestKeyOf(playerId, requestId), row)
  state.requested.push(row)
  if (since === undefined) spendStepUp(state, request.sessionId)
  return ok({ orderId: row.id })
}

/** The USDT rate of a withdrawal; null for other methods, undefined if the rate has moved against the player. */
function usdtRateOf({ quotes }: State, { method, shownRate }: RequestWithdrawal): number | null | undefined {
  if (method !== 'USDT') return null
  return rateFor(present(quotes, 'a quote of USDT'), shownRate ?? '')
}

const overPix = { miningCents: 0, network: null, usdtRateE4: null, usdtMicros: null }

/** Fee and net amount; for USDT also rate, network and USDT amount. Undefined if nothing would be sent. */
function frozenTerms(request: RequestWithdrawal, feeBps: number, usdtRateE4: number | null) {
  const split = feeSplit(request.amountCents, feeBps)
  if (usdtRateE4 === null) return { ...overPix, ...split }
  const terms = usdtTerms(split.netCents, usdtRateE4)
  if (!terms) return undefined
  const { network } = present(payableAddress(request.payCardNo), 'an address of USDT')
  return { feeCents: split.feeCents, ...terms, network, usdtRateE4 }
}

/** Two USDT, of which the network fee takes one: less makes no sense. */
const minUsdtCents = ({ quotes }: State): number =>
  Math.ceil((present(quotes, 'a quote of USDT').rateE4 * 2) / 100)

/** The payee of a request. */
const payoutOf = (
  { policy }: Cashier,
  payers: ReadonlyMap<number, Payer>,
  { playerId, method, holderName, payCardNo }: RequestWithdrawal,
) => ({
  playerId,
  method,
  ...payeeOf(policy, payers.get(playerId), {
    payCardNo: payoutKey(method, payCardNo) ?? payCardNo,
    holderName,
  }),
})

function playerStateOf(
  {
    cashier,
    batch,
    vips,
    quotes,
    denied,
    payers,
    wagering,
    exempt,
    excluded,
    suspended,
    locked,
    used,
  }: State,
  playerId: number,
): WithdrawalState {
  const vip = present(vips.get(playerId), `the VIP terms of player ${playerId}`)
  return {
    isSuspended: suspended.has(playerId),
    isLocked: locked.has(playerId),
    isExcluded: excluded.has(playerId),
    left: withdrawalsLeft(cashier, vip, used.get(playerId) ?? 0),
    withdrawableCents: withdrawableCents({ wagering, exempt }, playerId, balanceOf(batch, playerId, 'cash')),
    owesCents: owedCents(batch, playerId),
    payer: payers.get(playerId),
    usdt: quotes ? 'open' : sendsUsdt(cashier) ? 'no_rate' : 'closed',
    denied,
  }
}

async function write(tx: Tx, { cashier, batch, wagering, requested, assigned, spent }: State): Promise<void> {
  await cashier.proofs.spend(tx, [...spent])
  await writeWagering(tx, wagering)
  await post(tx, batch) // also without requests: a wagering requirement may have been met
  if (assigned.length > 0) await updateRequestIds(tx, assigned)
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

import { lockAccounts } from '../../ledger/index.ts'
import { present } from '../../platform/errors.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import {
  accountsCounted,
  admitTopUp,
  type Deposited,
  type PersonHolds,
  readPersonHolds,
  refuseOverdue,
  openTopUpGate,
  type TopUpGate,
  type TopUpRefusal,
  addDeposited,
} from '../../protection/index.ts'
import type { Cashier } from '../cashier.ts'
import type { Tx, Sql } from '../../platform/db/index.ts'
import { cpfHashOf, type Payer, readPayers } from '../read-payers.ts'
import { insertOrders, type Order, selectWaitingOrders, updateBonusChoices } from './order-queries.ts'
import { type PackageRow, selectPackages } from './package-queries.ts'
import { readRunningDiscounts, runningDiscountCents } from './plan-discounts.ts'
import { type Discount, readDiscounts } from './prices.ts'
import {
  type BonusGrants,
  bonusGrantsOf,
  type Bought,
  boughtAmount,
  discounted,
  FIRST_GIFT_DAYS,
  firstGiftOf,
  firstGiftsLeft,
  hasOwnFirstBonus,
  soldPackage,
  wageringOf,
} from './rules.ts'
import {
  type FirstGifts,
  lockFirstGifts,
  selectFirstGifts,
  selectGivenBonuses,
  selectPlayersWithTopUp,
  selectDeposited,
  selectPayTraits,
} from './topup-queries.ts'

/** The amount to pay for an order, and its gift without the part from a discount. */
type OrderTerms = { paidCents: number; giftCents: number }

/** An order of a package or of an own amount, with the terms that the page showed, if it sends them. */
export type OpenOrder = { playerId: number; wantsBonusGrant: boolean; shown?: OrderTerms | undefined } & (
  | { packageId: string }
  | { amountCents: number }
)

type OpenOrderRefusal =
  | 'package_not_sold'
  | 'topup_out_of_bounds'
  | 'kyc_needed'
  | 'identity_not_confirmed'
  | 'documents_needed'
  | 'too_many_open_orders'
  | TopUpRefusal
  | 'first_gifts_over'
  | 'offer_changed'
  | 'exposure_needed'
  | 'exposure_review'
  | 'gender_needed'
  | 'blocked_by_policy'

/** An order, and the person whom the bank names as its payer. */
export type OpenedOrder = { order: Order; person: NonNullable<Payer['person']> }

type State = {
  cashier: Cashier
  packages: readonly PackageRow[]
  payers: ReadonlyMap<number, Payer>
  gate: TopUpGate
  /** Players whose top-ups wait for their own answer or for an operator's review of a public office. */
  holds: PersonHolds
  /**
   * Deposits by period, received and still expected, of players who have a deposit limit; without the orders of this
   * list.
   */
  deposited: ReadonlyMap<number, Deposited>
  /** Waiting orders of each player, including those of this list. */
  waiting: Order[]
  /** The discount of each player who has one. */
  discounts: ReadonlyMap<number, Discount>
  /** Today's planned discounts by price, in hundredths of a percent. */
  running: ReadonlyMap<number, number>
  /** Players who topped up before, and persons who got the first bonus. */
  toppedUp: ReadonlySet<number>
  hadFirstBonus: ReadonlySet<string>
  /** Granted gifts of first top-ups, with those that this list has promised. */
  firstGifts: FirstGifts
  opened: Order[]
  choices: Map<string, boolean>
}

/**
 * Opens orders, or answers the player's open order of the same package or amount, with the bonus chosen last. Answers
 * in the order asked.
 */
export const openOrders = (cashier: Cashier, requests: readonly OpenOrder[]) =>
  cashier.deps.db.begin(async (tx): Promise<Result<OpenedOrder, OpenOrderRefusal>[]> => {
    const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
    await lockAccounts(tx, playerIds)
    const payers = await readPayers(tx, playerIds)
    const holds = await readPersonHolds(tx, cashier.policy, playerIds)
    const gate = await openTopUpGate(tx, cashier.policy, { playerIds, bounded: holds.unreviewed })
    const state: State = {
      cashier,
      packages: await selectPackages(tx),
      payers,
      gate,
      holds,
      deposited: await readDepositedByAll(tx, gate, holds.unreviewed),
      ...(await readFirstGifts(tx, { payers, requests })),
      waiting: await selectWaitingOrders(tx, playerIds),
      discounts: await readDiscounts(tx, cashier.policy, playerIds),
      running: await readRunningDiscounts(tx, cashier.policy),
      opened: [],
      choices: new Map(),
    }
    const answers = requests.map((request) => decide(state, request))
    await insertOrders(tx, columnsOf(state.opened), cashier.settings.orderLifeSeconds)
    await updateBonusChoices(tx, [...state.choices.keys()], [...state.choices.values()])
    return answers
  })

/** Reads what is left of the day's gifts of first top-ups; skipped where no player of the list can be promised one. */
async function readFirstGifts(
  tx: Tx,
  { payers, requests }: Pick<State, 'payers'> & { requests: readonly OpenOrder[] },
): Promise<Pick<State, 'toppedUp' | 'hadFirstBonus' | 'firstGifts'>> {
  const wanting = requests.flatMap(({ playerId, wantsBonusGrant }) => (wantsBonusGrant ? playerId : []))
  const playerIds = requests.map(({ playerId }) => playerId)
  const toppedUp = new Set((await selectPlayersWithTopUp(tx, playerIds)).map(({ playerId }) => playerId))
  const first = wanting.filter((playerId) => !toppedUp.has(playerId))
  const none = { todayCents: 0, recentCents: 0, promisedCents: 0 }
  if (first.length === 0) return { toppedUp, hadFirstBonus: new Set(), firstGifts: none }
  const hashes = first.flatMap((playerId) => hashOf(payers, playerId) ?? [])
  const given = await selectGivenBonuses(tx, hashes)
  await lockFirstGifts(tx)
  const firstGifts = await selectFirstGifts(tx, FIRST_GIFT_DAYS)
  return { toppedUp, hadFirstBonus: new Set(given.map(({ cpfHash }) => cpfHash)), firstGifts }
}

function hashOf(payers: State['payers'], playerId: number): string | undefined {
  const payer = payers.get(playerId)
  return payer && cpfHashOf(payer)
}

/**
 * Promises the gift of a first top-up if the order brings one; false where too little is left. Only one of a player's
 * orders will be granted it, so only the excess over the other orders' promises is reserved.
 */
function promiseFirstGift(state: State, order: Order): boolean {
  if (!state.cashier.policy.terms.grantsGifts) return true
  const hash = hashOf(state.payers, order.playerId)
  const isFirst = !state.toppedUp.has(order.playerId)
  const hadFirstBonus = hash !== undefined && state.hadFirstBonus.has(hash)
  const buyer = { isFirst, hadFirstBonus }
  const others = state.waiting.filter(({ id, playerId }) => playerId === order.playerId && id !== order.id)
  const promised = Math.max(0, ...others.map((one) => firstGiftOf(one, buyer)))
  const cents = Math.max(0, firstGiftOf(order, buyer) - promised)
  if (cents > firstGiftsLeft(state.cashier.settings.firstGiftsADayCents, state.firstGifts)) return false
  state.firstGifts.promisedCents += cents
  return true
}

function decide(state: State, request: OpenOrder): Result<OpenedOrder, OpenOrderRefusal> {
  const { policy, settings } = state.cashier
  const payer = state.payers.get(request.playerId)
  const person = payer?.person
  const current = {
    isTestAccount: payer?.isTestAccount ?? false,
    isIdentified: person !== undefined,
    isConfirmed: payer?.isConfirmed ?? false,
    hasDocuments: payer?.hasDocuments ?? false,
  }
  const allowed = policy.canTopUp(current)
  if (!allowed.ok) return allowed
  if (!person) return refuse('kyc_needed')
  const overdue = refuseOverdue(state.holds, request.playerId)
  if (overdue) return overdue
  const found = boughtOf(state, request)
  if (!found.ok) return found
  const bought = found.value
  const own = state.waiting.filter(({ playerId }) => playerId === request.playerId)
  const price = priceFor(state, request.playerId, bought)
  const termsNow = {
    paidCents: price.amountCents,
    giftCents: giftCentsOf(state, request, bonusGrantsOf(state.packages, bought)),
  }
  // An open order at another price, or with another gift than the page shows, is a different order.
  const shown = request.shown ?? { paidCents: price.amountCents, giftCents: undefined }
  const ownDiscountId = state.discounts.get(request.playerId)?.id
  const alike = own.filter(
    (one) =>
      one.packageId === bought.id &&
      // A discount that another order has used would not count any more.
      (one.discountId === null || one.discountId === ownDiscountId) &&
      one.amountCents === shown.paidCents &&
      (shown.giftCents === undefined || giftCentsOf(state, request, one) === shown.giftCents),
  )
  const fresh = alike.find(({ secondsLeft }) => secondsLeft >= settings.orderReuseSeconds)
  const amountCents = fresh?.amountCents ?? price.amountCents
  let admitted = admitAmount(state, amountCents, { playerId: request.playerId, instead: fresh })
  // If a limit leaves no room for a new order, the order that is about to end is answered instead.
  const ending = admitted.ok || fresh ? undefined : alike[0]
  if (ending)
    admitted = admitAmount(state, price.amountCents, { playerId: request.playerId, instead: ending })
  if (!admitted.ok) return admitted
  const changed = fresh || request.shown === undefined ? undefined : refuseChanged(request.shown, termsNow)
  if (changed) return changed
  const same = fresh ?? ending
  if (same) {
    if (same.wantsBonusGrant === request.wantsBonusGrant) return ok({ order: same, person })
    const chosen = { ...same, wantsBonusGrant: request.wantsBonusGrant }
    if (!promiseFirstGift(state, chosen)) return refuse('first_gifts_over')
    state.choices.set(same.id, request.wantsBonusGrant)
    same.wantsBonusGrant = request.wantsBonusGrant
    return ok({ order: same, person })
  }
  if (own.length >= settings.openOrdersMax) return refuse('too_many_open_orders')
  const order = { ...newOrder(state, request, bought), ...price }
  if (!promiseFirstGift(state, order)) return refuse('first_gifts_over')
  state.opened.push(order)
  state.waiting.push(order)
  return ok({ order, person })
}

/** The gift that an order with these grants brings this player now. The gift of a first top-up comes once per person. */
function giftCentsOf(state: State, { playerId, wantsBonusGrant }: OpenOrder, grants: BonusGrants): number {
  if (!wantsBonusGrant || !state.cashier.policy.terms.grantsGifts) return 0
  if (state.toppedUp.has(playerId)) return grants.laterBonusGrantCents
  const hash = hashOf(state.payers, playerId)
  const hadFirstBonus = hash !== undefined && state.hadFirstBonus.has(hash)
  return hadFirstBonus && hasOwnFirstBonus(grants) ? 0 : grants.firstBonusGrantCents
}

/** Refuses an order whose price or gift differs from what the page showed, and returns the current ones; undefined if equal. */
const refuseChanged = (shown: OrderTerms, { paidCents, giftCents }: OrderTerms) =>
  shown.paidCents === paidCents && shown.giftCents === giftCents
    ? undefined
    : refuse('offer_changed', { values: { paidCents, giftCents }, detail: { paidCents, giftCents } })

/**
 * Whether this amount fits the limit, beside deposits received and still expected. Expected deposits count as paid
 * because a payment is credited whenever it arrives. An order that is answered again is not counted twice.
 */
function admitAmount(
  { cashier, gate, holds, deposited, opened }: State,
  cents: number,
  { playerId, instead }: { playerId: number; instead: Order | undefined },
) {
  const { day, week, month } = deposited.get(playerId) ?? { day: 0, week: 0, month: 0 }
  const accounts = accountsCounted(gate, playerId)
  const ofList = opened.reduce(
    (sum, order) => sum + (accounts.includes(order.playerId) ? order.amountCents : 0),
    0,
  )
  const more = ofList - (instead?.amountCents ?? 0)
  const maxCents = cashier.settings.exposedReviewAboveCents
  // Larger top-ups of a possibly politically exposed person wait for an operator's review (docs/decisions/0070).
  if (holds.unreviewed.has(playerId) && day + more + cents > maxCents)
    return refuse('exposure_review', { values: { maxCents } })
  return admitTopUp(gate, {
    playerId,
    cents,
    deposited: { day: day + more, week: week + more, month: month + more },
  })
}

function boughtOf(
  { cashier, packages }: State,
  request: OpenOrder,
): Result<Bought, 'package_not_sold' | 'topup_out_of_bounds'> {
  if ('amountCents' in request) return boughtAmount(packages, request.amountCents, cashier.settings)
  const bought = soldPackage(packages, request.packageId)
  return bought ? ok(bought) : refuse('package_not_sold')
}

/**
 * The amount to pay for a package or an own amount now: its price minus the larger of the player's own discount and a
 * planned one. An own discount that is not larger stays for another top-up.
 */
function priceFor(
  { cashier, packages, toppedUp, discounts, running }: State,
  playerId: number,
  bought: Bought,
) {
  const { priceCents } = bought
  const own = discounts.get(playerId)
  const price = discounted(priceCents, own?.discountBps ?? 0)
  const plannedCents = runningDiscountCents(running, bought, {
    grants: bonusGrantsOf(packages, bought),
    isFirst: !toppedUp.has(playerId),
    wagering: wageringOf(bought, cashier.settings, cashier.policy),
  })
  if (plannedCents >= price.discountCents)
    return { amountCents: priceCents - plannedCents, discountCents: plannedCents, discountId: null }
  return { ...price, discountId: own?.id ?? null }
}

function newOrder(
  { cashier, packages }: State,
  request: OpenOrder,
  bought: Bought,
): Omit<Order, 'amountCents' | 'discountId' | 'discountCents'> {
  const { deps, policy, providers, settings } = cashier
  const wagering = wageringOf(bought, settings, policy)
  return {
    id: deps.random.hex(16),
    payNo: deps.random.hex(16),
    provider: present(providers.choose(), 'a bank for an order').name,
    chargeRef: deps.random.hex(16),
    playerId: request.playerId,
    packageId: bought.id,
    wantsBonusGrant: request.wantsBonusGrant,
    ...bonusGrantsOf(packages, bought),
    mainTimes: wagering.main,
    bonusTimes: wagering.bonus,
    status: 'created',
    brCode: '',
    secondsLeft: settings.orderLifeSeconds,
  }
}

const columnsOf = (orders: readonly Order[]) => ({
  ids: orders.map(({ id }) => id),
  payNos: orders.map(({ payNo }) => payNo),
  providers: orders.map(({ provider }) => provider),
  chargeRefs: orders.map(({ chargeRef }) => chargeRef),
  playerIds: orders.map(({ playerId }) => playerId),
  packageIds: orders.map(({ packageId }) => packageId),
  amounts: orders.map(({ amountCents }) => amountCents),
  discountIds: orders.map(({ discountId }) => discountId),
  discounts: orders.map(({ discountCents }) => discountCents),
  wantBonusGrants: orders.map(({ wantsBonusGrant }) => wantsBonusGrant),
  firstBonusGrants: orders.map(({ firstBonusGrantCents }) => firstBonusGrantCents),
  laterBonusGrants: orders.map(({ laterBonusGrantCents }) => laterBonusGrantCents),
  mainTimes: orders.map(({ mainTimes }) => mainTimes),
  bonusTimes: orders.map(({ bonusTimes }) => bonusTimes),
})

/**
 * What these players deposited today, this week and this month (later refunds are not subtracted), and what
 * their open orders and pending transfers may still bring. Deposit limits apply to the sum.
 */
export async function readDeposited(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, Deposited>> {
  const rows = playerIds.length > 0 ? await selectDeposited(sql, playerIds) : []
  const found = new Map(rows.map(({ playerId, ...deposited }) => [playerId, deposited]))
  return new Map(playerIds.map((id) => [id, found.get(id) ?? { day: 0, week: 0, month: 0 }]))
}

/**
 * The same for the players of a gate who may have a limit, and for `others`: each with the deposits of all
 * accounts of the person.
 */
export async function readDepositedByAll(
  sql: Sql,
  gate: TopUpGate,
  others: ReadonlySet<number> = new Set(),
): Promise<ReadonlyMap<number, Deposited>> {
  const counted = [...new Set([...gate.rules.keys(), ...others])].map(
    (id) => [id, accountsCounted(gate, id)] as const,
  )
  const deposited = await readDeposited(sql, [...new Set(counted.flatMap(([, accounts]) => accounts))])
  return new Map(
    counted.map(([id, accounts]) => [id, addDeposited(accounts.flatMap((one) => deposited.get(one) ?? []))]),
  )
}

/** The players whose own CPF has paid one of their top-ups, where the bank shows the whole tax id. */
export async function readProven(sql: Sql, playerIds: readonly number[]): Promise<ReadonlySet<number>> {
  const [payers, traits] = await Promise.all([readPayers(sql, playerIds), selectPayTraits(sql, playerIds)])
  const proofs = traits.filter(({ playerId, kind, value }) => {
    const payer = payers.get(playerId)
    return kind === 'payer' && payer !== undefined && value === cpfHashOf(payer)
  })
  return new Set(proofs.map(({ playerId }) => playerId))
}

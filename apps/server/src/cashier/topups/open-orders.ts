import { openBook } from '../../ledger/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Cashier } from '../cashier.ts'
import { type Payer, readPayers } from '../read-payers.ts'
import {
  insertOrders,
  type Order,
  type PackageRow,
  selectPackages,
  selectWaitingOrders,
  updateGiftChoices,
} from './order-queries.ts'
import { giftsOf, soldPackage, wageringOf } from './rules.ts'

export type OpenOrder = { playerId: number; packageId: string; wantsGift: boolean }

type OpenOrderRefusal = 'package_not_sold' | 'kyc_needed' | 'too_many_open_orders' | 'blocked_by_policy'

/** An order, and whom the bank is to name as its payer. */
export type OpenedOrder = { order: Order; person: NonNullable<Payer['person']> }

type Facts = {
  cashier: Cashier
  packages: readonly PackageRow[]
  payers: ReadonlyMap<number, Payer>
  /** Waiting orders of each player, those of this list included. */
  waiting: Order[]
  opened: Order[]
  choices: Map<string, boolean>
}

/**
 * Opens orders, or answers the player's open order of the same package: asked again within its life it is the
 * same one, with the gift chosen last. Answers in the order asked.
 */
export const openOrders = (cashier: Cashier, asks: readonly OpenOrder[]) =>
  cashier.house.db.begin(async (tx): Promise<Result<OpenedOrder, OpenOrderRefusal>[]> => {
    const playerIds = [...new Set(asks.map(({ playerId }) => playerId))]
    await openBook(tx, playerIds)
    const facts: Facts = {
      cashier,
      packages: await selectPackages(tx),
      payers: await readPayers(tx, playerIds),
      waiting: await selectWaitingOrders(tx, playerIds),
      opened: [],
      choices: new Map(),
    }
    const answers = asks.map((ask) => decide(facts, ask))
    await insertOrders(tx, columnsOf(facts.opened), cashier.settings.orderLifeSeconds)
    await updateGiftChoices(tx, [...facts.choices.keys()], [...facts.choices.values()])
    return answers
  })

function decide(facts: Facts, ask: OpenOrder): Result<OpenedOrder, OpenOrderRefusal> {
  const { policy, settings } = facts.cashier
  const payer = facts.payers.get(ask.playerId)
  const person = payer?.person
  const standing = { isTestAccount: payer?.isTestAccount ?? false, isIdentified: person !== undefined }
  const allowed = policy.canTopUp(standing)
  if (!allowed.ok) return allowed
  if (!person) return refuse('kyc_needed')
  const bought = soldPackage(facts.packages, ask.packageId)
  if (!bought) return refuse('package_not_sold')
  const own = facts.waiting.filter(({ playerId }) => playerId === ask.playerId)
  const same = own.find(
    ({ packageId, secondsLeft }) => packageId === bought.id && secondsLeft >= settings.orderReuseSeconds,
  )
  if (same) {
    if (same.wantsGift !== ask.wantsGift) facts.choices.set(same.id, ask.wantsGift)
    same.wantsGift = ask.wantsGift
    return ok({ order: same, person })
  }
  if (own.length >= settings.openOrdersMost) return refuse('too_many_open_orders')
  const order = newOrder(facts, ask, bought)
  facts.opened.push(order)
  facts.waiting.push(order)
  return ok({ order, person })
}

function newOrder({ cashier, packages }: Facts, ask: OpenOrder, bought: PackageRow): Order {
  const { house, policy, settings } = cashier
  const wagering = wageringOf(bought, settings)
  return {
    id: house.random.hex(16),
    payNo: house.random.hex(16),
    txid: house.random.hex(16),
    playerId: ask.playerId,
    packageId: bought.id,
    amountCents: bought.priceCents,
    wantsGift: ask.wantsGift,
    ...giftsOf(packages, bought),
    mainTimes: policy.terms.wagersTopUps ? wagering.main : 0,
    bonusTimes: wagering.bonus,
    status: 'created',
    brCode: '',
    secondsLeft: settings.orderLifeSeconds,
  }
}

const columnsOf = (orders: readonly Order[]) => ({
  ids: orders.map(({ id }) => id),
  payNos: orders.map(({ payNo }) => payNo),
  txids: orders.map(({ txid }) => txid),
  playerIds: orders.map(({ playerId }) => playerId),
  packageIds: orders.map(({ packageId }) => packageId),
  amounts: orders.map(({ amountCents }) => amountCents),
  wantGifts: orders.map(({ wantsGift }) => wantsGift),
  firstGifts: orders.map(({ firstGiftCents }) => firstGiftCents),
  laterGifts: orders.map(({ laterGiftCents }) => laterGiftCents),
  mainTimes: orders.map(({ mainTimes }) => mainTimes),
  bonusTimes: orders.map(({ bonusTimes }) => bonusTimes),
})

import type { Calls } from '@palpite/contract'
import type { UsdtNetwork } from '@palpite/money/usdt'
import type { Tx } from '../../platform/db/index.ts'
import { Fault } from '../../platform/errors.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Cashier } from '../cashier.ts'
import { admitTopUp, openTopUpGate, readPersonHolds, type TopUpRefusal } from '../../protection/index.ts'
import { readDepositedByAll } from '../orders/open-orders.ts'
import { readPayers } from '../read-payers.ts'
import type { AddressPort } from '../rails/usdt-addresses.ts'
import { quoteTermsOf } from '../rails/quotes.ts'
import {
  insertAddress,
  insertShownRate,
  lockNextIndex,
  lockShownRates,
  selectAddress,
  selectOwnTransfers,
  selectReadBlock,
  selectShownRate,
  type ShownRate,
  type ShownTransfer,
  upsertReadBlock,
} from './queries.ts'
import { confirmationsOf } from './rules.ts'

type Address = Calls['POST /api/app/order/usdtAddress']['data']
type TopUps = Calls['GET /api/app/order/usdtTopUps']['data']

const SHOWN = 20

/**
 * Whether players can top up in USDT: the operator enables it, the policy allows it, and chain and addresses are
 * configured.
 */
const isOpen = ({ policy, settings, usdt }: Cashier): boolean =>
  settings.takesUsdtTopUps &&
  policy.terms.topUpMethods.includes('USDT') &&
  usdt.chains !== undefined &&
  usdt.addresses !== undefined

type AddressRefusal =
  | 'usdt_not_taken'
  | 'usdt_no_rate'
  | 'kyc_needed'
  | 'identity_not_confirmed'
  | 'documents_needed'
  | 'exposure_review'
  | 'blocked_by_policy'
  | TopUpRefusal

/**
 * The player's address of a network, created on first use, with the rate that holds for transfers until its
 * end, up to a maximum amount. A repeated call answers the same address, and the same rate while it is valid
 * and not used up.
 */
export async function showAddress(
  cashier: Cashier,
  { playerId, network }: { playerId: number; network: UsdtNetwork },
): Promise<Result<Address, AddressRefusal>> {
  const { deps, policy, settings, usdt } = cashier
  const { addresses } = usdt
  const payer = (await readPayers(deps.db, [playerId])).get(playerId)
  const allowed = policy.canTopUp({
    isTestAccount: payer?.isTestAccount ?? false,
    isIdentified: payer?.person !== undefined,
    isConfirmed: payer?.isConfirmed ?? false,
    hasDocuments: payer?.hasDocuments ?? false,
  })
  if (!allowed.ok) return allowed
  if (!isOpen(cashier) || !addresses || !usdt.chains) return refuse('usdt_not_taken')
  const limited = await refuseReached(cashier, playerId)
  if (limited) return limited
  const rate = await showRate(cashier, playerId)
  if (!rate) return refuse('usdt_no_rate')
  if ((await selectReadBlock(deps.db, network)) === undefined) {
    await upsertReadBlock(deps.db, network, await usdt.chains[network].head())
  }
  const address =
    (await selectAddress(deps.db, playerId, network)) ??
    (await deps.db.begin((tx) => makeAddress(tx, addresses, { playerId, network })))
  return ok({
    network,
    address,
    rate: rate.rateE4 / 10_000,
    rateAt: rate.rateAt.toISOString(),
    rateUntil: rate.holdsUntil.toISOString(),
    maxUsdt: rate.leftMicros / 1_000_000,
    minUsdt: settings.usdtTopUpMinMicros / 1_000_000,
    confirmations: settings.usdtConfirmations[network],
  })
}

/**
 * Refuses during a break, and if a deposit limit is used up by deposits and open orders: the amount of a transfer is
 * unknown until it arrives.
 */
async function refuseReached({ deps, policy, settings }: Cashier, playerId: number) {
  const gate = await openTopUpGate(deps.db, policy, { playerIds: [playerId] })
  const { unreviewed } = await readPersonHolds(deps.db, policy, [playerId])
  const deposited = (await readDepositedByAll(deps.db, gate, unreviewed)).get(playerId)
  const maxCents = settings.exposedReviewAboveCents
  if (unreviewed.has(playerId) && (deposited?.day ?? 0) >= maxCents)
    return refuse('exposure_review', { values: { maxCents } })
  const admitted = admitTopUp(gate, {
    playerId,
    cents: 1,
    deposited: deposited ?? { day: 0, week: 0, month: 0 },
  })
  return admitted.ok ? undefined : admitted
}

async function makeAddress(
  tx: Tx,
  addresses: AddressPort,
  { playerId, network }: { playerId: number; network: UsdtNetwork },
): Promise<string> {
  const childIndex = await lockNextIndex(tx, network)
  // A concurrent call of the same player may have been first.
  const known = await selectAddress(tx, playerId, network)
  if (known !== undefined) return known
  const child = addresses(network, childIndex)
  await insertAddress(tx, { ...child, playerId, network, childIndex })
  return child.address
}

/**
 * The valid rate of a player, or the current one, with its end and maximum amount. Undefined if the price is unknown
 * or old.
 */
async function showRate({ deps, settings, usdt }: Cashier, playerId: number): Promise<ShownRate | undefined> {
  const storedRate = await selectShownRate(deps.db, playerId)
  if (storedRate) return storedRate
  const live = await usdt.quotes.read(quoteTermsOf(settings))
  if (!live) return undefined
  return deps.db.begin(async (tx) => {
    await lockShownRates(tx, playerId)
    // A concurrent call of the same player may have been first.
    const shown = await selectShownRate(tx, playerId)
    if (shown) return shown
    const { usdtTopUpRateSeconds: seconds, usdtTopUpRateMaxMicros: maxMicros } = settings
    await insertShownRate(tx, { playerId, rateE4: live.rateE4, rateAt: live.rateAt, seconds, maxMicros })
    return selectShownRate(tx, playerId)
  })
}

/** Whether USDT top-ups are available, and recent transfers with their confirmations. */
export async function readUsdtTopUps(cashier: Cashier, playerId: number): Promise<TopUps> {
  const { deps, settings } = cashier
  const own = await selectOwnTransfers(deps.db, playerId, SHOWN)
  const heads = await readHeads(cashier, own)
  return {
    networks: isOpen(cashier) ? ['TRC20', 'ERC20'] : [],
    transfers: own.map((one) => ({
      network: one.network,
      hash: one.hash,
      amount: (one.micros / 1_000_000).toFixed(6),
      status: one.status === 'other_token' ? 'gone' : one.status,
      confirmations:
        one.status === 'seen'
          ? Math.min(
              settings.usdtConfirmations[one.network],
              confirmationsOf(one.block, heads.get(one.network) ?? one.block),
            )
          : 0,
      needed: settings.usdtConfirmations[one.network],
      amountCents: one.amountCents,
      rates: ratesOf(one),
      at: one.seenAt.toISOString(),
    })),
  }
}

/** The credited amounts by rate; empty before the credit. */
function ratesOf({
  micros,
  rateE4,
  restMicros,
  restRateE4,
}: ShownTransfer): { amount: string; rate: number }[] {
  if (rateE4 === null) return []
  const part = (ofMicros: number, e4: number) => ({
    amount: (ofMicros / 1_000_000).toFixed(6),
    rate: e4 / 10_000,
  })
  return [part(micros - restMicros, rateE4), ...(restRateE4 === null ? [] : [part(restMicros, restRateE4)])]
}

/**
 * The heads of the networks with transfers that are not deep yet. If a chain does not answer, the last confirmations
 * read stay.
 */
async function readHeads(
  { deps, usdt }: Cashier,
  transfers: readonly ShownTransfer[],
): Promise<Map<UsdtNetwork, number>> {
  const heads = new Map<UsdtNetwork, number>()
  const waiting = new Set(transfers.filter(({ status }) => status === 'seen').map(({ network }) => network))
  for (const network of waiting) {
    const head = await usdt.chains?.[network].head().catch((error: unknown) => {
      if (!(error instanceof Fault)) throw error
      return selectReadBlock(deps.db, network)
    })
    if (head !== undefined) heads.set(network, head)
  }
  return heads
}

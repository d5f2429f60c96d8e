import type { Calls } from '@palpite/contract'
import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Cashier } from '../cashier.ts'
import { cpfHashOf, readPayers } from '../read-payers.ts'
import {
  type DiscountRow,
  type GrantedDiscount,
  insertDiscounts,
  selectDiscounts,
  selectGrantedDiscounts,
  selectNow,
} from './order-queries.ts'
import { type PackageRow, selectMaxPackage, selectPackages } from './package-queries.ts'
import { readRunningDiscounts, runningDiscountCents } from './plan-discounts.ts'
import {
  bonusGrantsOf,
  type Buyer,
  FIRST_GIFT_DAYS,
  firstGiftsLeft,
  shownBonusGrant,
  wageringOf,
} from './rules.ts'
import { selectFirstGifts, selectGivenBonuses, selectPlayersWithTopUp } from './topup-queries.ts'
import type { Deps } from '../../platform/deps.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { type GiftBound, refuseBeyondDay } from '../../wagering/index.ts'
import { type CompliancePolicy, type OnBreak, readOnBreak } from '../../protection/index.ts'
import { discountGranted } from '../events.ts'
import type { CashierSettings } from '../settings.ts'

type OwnAmount = Calls['GET /api/app/order/ownAmount']['data']
type Rules = Calls['GET /api/app/order/rules']['data']
type Prices = Calls['GET /api/app/order/getPrices']['data']

export type PricesRequest = { playerId: number; curreny: PackageRow['curreny'] | undefined }

/**
 * The price list of this player, whole or of one currency. Bonus, wagering and planned discount of each price are those
 * that an order would get now. Where bonuses are forbidden, the list has none.
 */
export async function getPrices(
  { deps, policy, settings }: Pick<Cashier, 'deps' | 'policy' | 'settings'>,
  { playerId, curreny }: PricesRequest,
): Promise<Prices> {
  const [packages, { isFirst, hadFirstBonus }, running] = await Promise.all([
    selectPackages(deps.db),
    readBuyer(deps.db, playerId),
    readRunningDiscounts(deps.db, policy),
  ])
  // Players on a break are shown no discount; if none runs, no query is needed.
  const isPaused = running.size > 0 && (await readOnBreak(deps.db, [playerId])).has(playerId)
  // Only a first top-up can bring such a gift: for other players the rest of the day's gifts need not be read.
  const firstGiftsLeftCents =
    isFirst && !hadFirstBonus
      ? firstGiftsLeft(settings.firstGiftsADayCents, await selectFirstGifts(deps.db, FIRST_GIFT_DAYS))
      : 0
  const buyer = { isFirst, hadFirstBonus, firstGiftsLeftCents }
  const { grantsGifts } = policy.terms
  const isOfBonusGrants = (one: PackageRow) => one.curreny === 'FCBRL' || one.curreny === 'BTBRL'
  return packages
    .filter((one) => curreny === undefined || one.curreny === curreny)
    .filter((one) => grantsGifts || !isOfBonusGrants(one))
    .map((one) => {
      const wagering = wageringOf(one, settings, policy)
      const terms = { grants: bonusGrantsOf(packages, one), isFirst, wagering }
      const offCents = isPaused ? 0 : runningDiscountCents(running, one, terms)
      return {
        ...(offCents > 0 && { off: offCents / 100 }),
        pkgId: one.id,
        price: one.priceCents / 100,
        gift: grantsGifts ? shownBonusGrant(packages, one, buyer) / 100 : 0,
        mainTimes: wagering.main,
        giftTimes: wagering.bonus,
        sort: one.sort,
        curreny: one.curreny,
      }
    })
}

/** The bounds of amounts that players choose themselves, and how often these are wagered. */
export function ownAmountOf({ settings, policy }: Pick<Cashier, 'policy' | 'settings'>): OwnAmount {
  const { ownAmountMinCents: minCents, ownAmountMaxCents: maxCents } = settings
  const { main: mainTimes, bonus: giftTimes } = wageringOf({ curreny: 'BRL' }, settings, policy)
  return { minCents, maxCents, mainTimes, giftTimes }
}

/** The rules of top-ups and withdrawals for the help pages. The criteria of withdrawal reviews stay secret. */
export function rulesOf({ settings, policy }: Pick<Cashier, 'policy' | 'settings'>): Rules {
  const { main, bonus } = wageringOf({ curreny: 'BRL' }, settings, policy)
  return {
    orderLifeSeconds: settings.orderLifeSeconds,
    ownAmountMinCents: settings.ownAmountMinCents,
    ownAmountMaxCents: settings.ownAmountMaxCents,
    mainTimes: main,
    bonusTimes: bonus,
    withdrawMinCents: settings.withdrawMinCents,
    withdrawMaxCents: settings.withdrawMaxCents,
    payoutPromiseSeconds: settings.payoutPromiseSeconds,
    reviewPromiseSeconds: settings.reviewPromiseSeconds,
    newKeyWaitSeconds: settings.newKeyWaitSeconds,
    newSecretWaitSeconds: settings.newSecretWaitSeconds,
  }
}

async function readBuyer(sql: Sql, playerId: number): Promise<Buyer> {
  const [toppedUp, payers] = await Promise.all([
    selectPlayersWithTopUp(sql, [playerId]),
    readPayers(sql, [playerId]),
  ])
  const hashes = [...payers.values()].flatMap((payer) => cpfHashOf(payer) ?? [])
  const isFirst = toppedUp.length === 0
  // Only a first top-up can bring that bonus, so players who have topped up need no query.
  const given = isFirst && hashes.length > 0 ? await selectGivenBonuses(sql, hashes) : []
  return { isFirst, hadFirstBonus: given.length > 0 }
}

/** `requestId` is the caller's own: repeated, it grants once. */
type GrantDiscount = Omit<GrantedDiscount, 'id'>

type GrantRefusal =
  | 'blocked_by_policy'
  | 'bad_request'
  | 'gifts_day_bound'
  | 'request_mismatch'
  | OnBreak['refusal']['code']

type Granted = { discountId: string; worthCents: number; isNew: boolean }

type Needs = Pick<Deps, 'random'> & {
  policy: Pick<CompliancePolicy, 'terms'>
  settings: Pick<CashierSettings, 'ownAmountMaxCents'>
  /** The daily gift limit of the operator or promotion that grants them. */
  bound: GiftBound
}

/**
 * Grants discounts on players' next top-up, from one time to another. The discounted part comes as a bonus. For the
 * daily gift limit a discount counts as its part of the highest price. Returns new and earlier grants in the order
 * asked.
 */
export async function grantDiscounts(
  tx: Tx,
  { random, policy, settings, bound }: Needs,
  requests: readonly GrantDiscount[],
): Promise<Result<Granted, GrantRefusal>[]> {
  const [now, maxPackageCents, onBreak, earlier] = await Promise.all([
    selectNow(tx),
    selectMaxPackage(tx),
    readOnBreak(
      tx,
      requests.map(({ playerId }) => playerId),
    ),
    selectGrantedDiscounts(tx, requests),
  ])
  const maxPriceCents = Math.max(settings.ownAmountMaxCents, maxPackageCents)
  const given = new Map(earlier.map((row) => [keyOf(row), row]))
  const granted: GrantedDiscount[] = []
  let { leftCents } = bound
  const decide = (request: GrantDiscount): Result<Granted, GrantRefusal> => {
    const worthCents = Math.floor((maxPriceCents * request.discountBps) / 10_000)
    const before = given.get(keyOf(request))
    if (before) {
      return isSame(before, request)
        ? ok({ discountId: before.id, worthCents, isNew: false })
        : refuse('request_mismatch')
    }
    if (!policy.terms.givesPromotions) return refuse('blocked_by_policy')
    const paused = onBreak.get(request.playerId)
    if (paused) return paused
    if (request.endsAt <= request.startsAt || request.endsAt <= now) {
      return refuse('bad_request', { values: { field: 'endsAt' }, detail: { field: 'endsAt' } })
    }
    const isBeyond = refuseBeyondDay({ ...bound, leftCents }, worthCents)
    if (isBeyond) return isBeyond
    leftCents -= worthCents
    const row = { ...request, id: random.hex(16) }
    given.set(keyOf(row), row)
    granted.push(row)
    return ok({ discountId: row.id, worthCents, isNew: true })
  }
  const answers = requests.map(decide)
  if (granted.length > 0) await insertDiscounts(tx, granted)
  // A discount that begins later is announced when it begins.
  const begun = granted.filter(({ startsAt }) => startsAt <= now)
  await writeEvents(
    tx,
    discountGranted,
    begun.map(({ playerId, discountBps, endsAt }) => ({
      playerId,
      discount: discountBps / 10_000,
      expiredTime: endsAt.getTime(),
    })),
  )
  return answers
}

const keyOf = ({ playerId, requestId }: Pick<GrantDiscount, 'playerId' | 'requestId'>) =>
  `${playerId} ${requestId}`

const isSame = (one: GrantDiscount, other: GrantDiscount) =>
  one.discountBps === other.discountBps &&
  one.startsAt.getTime() === other.startsAt.getTime() &&
  one.endsAt.getTime() === other.endsAt.getTime()

export type Discount = DiscountRow

/**
 * The discount of each player now, the largest where there are several. None where the policy forbids
 * promotions, nor during a break.
 */
export async function readDiscounts(
  sql: Sql,
  { terms }: Pick<CompliancePolicy, 'terms'>,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, Discount>> {
  if (!terms.givesPromotions || playerIds.length === 0) return new Map()
  const [rows, onBreak] = await Promise.all([selectDiscounts(sql, playerIds), readOnBreak(sql, playerIds)])
  const open = rows.filter(({ playerId }) => !onBreak.has(playerId))
  return new Map(open.toReversed().map((row) => [row.playerId, row]))
}

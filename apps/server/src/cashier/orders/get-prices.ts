import type { Calls } from '@palpite/contract'
import type { Sql } from '../../platform/db/index.ts'
import type { Cashier } from '../cashier.ts'
import { cpfHashOf, readPayers } from '../read-payers.ts'
import { type PackageRow, selectPackages } from './order-queries.ts'
import { type Buyer, FIRST_GIFT_DAYS, firstGiftsLeft, shownBonusGrant, wageringOf } from './rules.ts'
import { selectFirstGifts, selectGivenBonuses, selectPlayersWithTopUp } from './topup-queries.ts'

type OwnAmount = Calls['GET /api/app/order/ownAmount']['data']
type Rules = Calls['GET /api/app/order/rules']['data']
type Prices = Calls['GET /api/app/order/getPrices']['data']

export type PricesRequest = { playerId: number; curreny: PackageRow['curreny'] | undefined }

/**
 * The price list as it is for this player, all or of one currency: each bonus is the one that would come, and what is
 * to be wagered what the order would say. Where bonuses are forbidden the list knows none.
 */
export async function getPrices(
  { deps, policy, settings }: Pick<Cashier, 'deps' | 'policy' | 'settings'>,
  { playerId, curreny }: PricesRequest,
): Promise<Prices> {
  const [packages, { isFirst, hadFirstBonus }] = await Promise.all([
    selectPackages(deps.db),
    readBuyer(deps.db, playerId),
  ])
  // Only a first top-up can bring one: nobody else's list asks what is left.
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
      return {
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

/** Between which amounts players may top up without a package, and how often that is to be wagered. */
export function ownAmountOf({ settings, policy }: Pick<Cashier, 'policy' | 'settings'>): OwnAmount {
  const { ownAmountMinCents: minCents, ownAmountMaxCents: maxCents } = settings
  const { main: mainTimes, bonus: giftTimes } = wageringOf({ curreny: 'BRL' }, settings, policy)
  return { minCents, maxCents, mainTimes, giftTimes }
}

/** The numbers that top-ups and withdrawals go by, as the help tells them. What operators look at a withdrawal for is not told. */
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
  // Only a first top-up can bring that bonus: whoever made one need not be looked up.
  const given = isFirst && hashes.length > 0 ? await selectGivenBonuses(sql, hashes) : []
  return { isFirst, hadFirstBonus: given.length > 0 }
}

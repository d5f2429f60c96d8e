import { callKey } from '../../../shared/api/use-call.ts'
import { queryClient } from '../../../shared/query.ts'
import { type UserInfo, userInfoKey } from '../../../shared/session.ts'
import { testUser } from '../../../shared/testing/test-user.ts'
import type { Policy } from '../../../shared/use-policy.ts'
import type { WalletRecord } from '../records/record-state.ts'
import type { PricePackage } from '../topup/packages.ts'
import { testLimits } from '../withdraw/testing/test-limits.ts'
import type { WithdrawLimits } from '../withdraw/withdraw-rules.ts'

const pack = (pkgId: string, curreny: PricePackage['curreny'], price: number, gift = 0) =>
  ({ pkgId, curreny, price, gift, mainTimes: 1, giftTimes: 2, sort: price }) satisfies PricePackage

/** Packages, including R$ 100, with each kind of gift. */
export const packages = [
  pack('brl-20', 'BRL', 20),
  pack('brl-50', 'BRL', 50),
  pack('brl-100', 'BRL', 100),
  pack('first-100', 'FCBRL', 100, 20),
]

/** The in-game prompt's packages: more than it shows. */
const gamePackages = [20, 50, 100, 200, 500].map((price) => pack(`game-${price}`, 'INSBRL', price, 2))

/** A player with nothing to wager, and the counting shares. */
export const noWagering: UserInfo['wagering'] = testUser.wagering

const ana = {
  wagering: noWagering,
  name: 'Ana Souza',
  balance: 120.5,
  freeBalance: 0,
  header: 3,
  kyc: 1,
  lx: '0',
  paySumAmount: 0,
}

const policy: Policy = {
  profile: 'spec',
  version: 'spec-2',
  withdrawMethods: ['CPF', 'CNPJ'],
  grantsGifts: true,
  levelsByTopUp: true,
  paysReferrals: true,
  givesPromotions: true,
  opensDepositByItself: true,
  wagersTopUps: true,
  ownNameOnly: false,
  countsWithdrawals: true,
  factorDays: null,
  locales: ['pt-BR', 'en'],
  minAgeYears: 18,
  licence: null,
}

type Known = {
  user?: Partial<UserInfo>
  limits?: Partial<WithdrawLimits>
  prices?: readonly PricePackage[]
  records?: readonly WalletRecord[]
}

/** Test helper: fills the cache for a player with R$ 120.50, as if the server had answered. */
export const knowWallet = ({ user = {}, limits = {}, prices = packages, records = [] }: Known = {}): void => {
  queryClient.setQueryData(userInfoKey, { ...ana, ...user })
  queryClient.setQueryData(callKey('GET /api/app/order/getWithdraw'), { ...testLimits, ...limits })
  queryClient.setQueryData(callKey('GET /api/app/order/getPrices'), prices)
  const game = callKey('GET /api/app/order/getPrices', { query: { curreny: 'INSBRL' } })
  queryClient.setQueryData(game, gamePackages)
  queryClient.setQueryData(callKey('GET /api/app/protection/policy'), policy)
  queryClient.setQueryData(callKey('GET /api/app/order/records', { query: {} }), { records, next: null })
}

import type { Calls } from '@palpite/contract'
import { cents, reaisFromCents } from '@palpite/money'
import type { Player } from '../identity/index.ts'
import type { Balances } from '../ledger/index.ts'

/** What a player topped up last, in all, and withdrew, in cents. */
type CashSums = { payAmountCents: number; paySumCents: number; wdSumCents: number }

/** A player's VIP level, and what the next one takes; null at the top, or where levels are off. */
export type PlayerLevel = {
  level: number
  nextLevel: { level: number; gameSumCents: number; paySumCents: number } | null
}

/** How many came to a player on one level of invitations, and what they staked and had settled. */
export type Invited = { persons: number; settledCents: number }

/** All that is known of a player beside the player's own row; the credentials of a test account alone. */
type Known = {
  /** The player's id as others see it. */
  uId: string
  balances: Balances
  sums: CashSums
  settledCents: number
  level: PlayerLevel
  /** By level, the nearest first; a level that is not there is empty. */
  invitations: readonly Invited[]
  packages: UserInfo['paypackage']
  credentials: { username: string; pwd: string } | undefined
  wagering: UserInfo['wagering']
  /** The version of the terms that the player is still to accept. */
  termsDue: string | null
  discount: { discountBps: number; endsAt: Date } | undefined
}

type UserInfo = Calls['GET /api/app/user/userInfo']['data']

const reais = (amount: number): number => reaisFromCents(cents(amount))

export type WireBalance = Calls['GET /api/app/user/getBalance']['data']

/** The balance as the wire has it: cash and bonus together, and the bonus alone. */
export const toWireBalance = ({ cashCents, bonusCents, version }: Balances): WireBalance => ({
  balance: reais(cashCents + bonusCents),
  freeBalance: reais(bonusCents),
  balanceVersion: version,
})

const nobody: Invited = { persons: 0, settledCents: 0 }

/** The player as the specification's §3 names the fields. */
export function toWireUserInfo(
  player: Player,
  {
    uId,
    balances,
    sums,
    settledCents,
    level: { level, nextLevel },
    invitations,
    packages,
    credentials,
    wagering,
    discount,
    termsDue,
  }: Known,
): UserInfo {
  const [one = nobody, two = nobody, three = nobody] = invitations
  const balance = toWireBalance(balances)
  return {
    uId,
    name: player.name,
    username: player.email,
    email: player.email,
    header: player.avatar,
    time: player.createdAt.toISOString(),
    ...balance,
    payAmount: reais(sums.payAmountCents),
    paySumAmount: reais(sums.paySumCents),
    wdSumAmount: reais(sums.wdSumCents),
    gameSumAmount: reais(settledCents),
    level,
    nextlevel: nextLevel && {
      level: nextLevel.level,
      gameSumAmount: reais(nextLevel.gameSumCents),
      paySumAmount: reais(nextLevel.paySumCents),
    },
    yqm: player.invitationCode,
    kyc: player.isIdentified ? 1 : 0,
    testFlag: player.isTest ? '1' : '0',
    lx: player.lx,
    level1Person: one.persons,
    level2Person: two.persons,
    level3Person: three.persons,
    level1Amount: reais(one.settledCents),
    level2Amount: reais(two.settledCents),
    level3Amount: reais(three.settledCents),
    payDiscount: discount
      ? { discount: discount.discountBps / 10_000, expiredTime: discount.endsAt.getTime() }
      : null,
    extendInfo: credentials ? { ...credentials, balance: balance.balance } : null,
    paypackage: packages,
    wagering,
    termsDue,
  }
}

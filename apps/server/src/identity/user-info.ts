import type { Calls } from '@palpite/contract'
import { cents, reaisFromCents } from '@palpite/money'
import type { Player } from './players/read-players.ts'

/** What a player has, in cents. */
export type PlayerBalances = {
  cashCents: number
  bonusCents: number
  /** Grows with every change of cash or bonus. */
  version: number
}

/** What the modules of money know of a player, in cents. */
export type PlayerMoney = PlayerBalances & {
  payAmountCents: number
  paySumCents: number
  wdSumCents: number
  gameSumCents: number
}

/** A player's VIP level, and what the next one takes; null at the top, or where levels are off. */
export type PlayerLevel = {
  level: number
  nextLevel: { level: number; gameSumCents: number; paySumCents: number } | null
}

/** How many came to a player on one level of invitations, and what they staked and had settled. */
export type Invited = { persons: number; settledCents: number }

/** All that is known of a player by others than this module; the credentials of a test account alone. */
type Known = {
  money: PlayerMoney
  level: PlayerLevel
  /** By level, the nearest first; a level that is not there is empty. */
  invitations: readonly Invited[]
  packages: UserInfo['paypackage']
  credentials: { username: string; pwd: string } | undefined
}

type UserInfo = Calls['GET /api/app/user/userInfo']['data']

const reais = (amount: number): number => reaisFromCents(cents(amount))

/** The balance as the wire has it: cash and bonus together, and the bonus alone. */
export const balanceOf = ({ cashCents, bonusCents, version }: PlayerBalances) => ({
  balance: reais(cashCents + bonusCents),
  freeBalance: reais(bonusCents),
  balanceVersion: version,
})

const nobody: Invited = { persons: 0, settledCents: 0 }

/** The player as the specification's §3 names the fields. */
export function userInfoOf(
  player: Player,
  { money, level: { level, nextLevel }, invitations, packages, credentials }: Known,
): UserInfo {
  const [one = nobody, two = nobody, three = nobody] = invitations
  const balance = balanceOf(money)
  return {
    uId: String(player.playerId),
    name: player.name,
    username: player.email,
    email: player.email,
    header: player.avatar,
    time: player.createdAt.toISOString(),
    ...balance,
    payAmount: reais(money.payAmountCents),
    paySumAmount: reais(money.paySumCents),
    wdSumAmount: reais(money.wdSumCents),
    gameSumAmount: reais(money.gameSumCents),
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
    payDiscount: null, // no discount is given so far
    extendInfo: credentials ? { ...credentials, balance: balance.balance } : null,
    paypackage: packages,
  }
}

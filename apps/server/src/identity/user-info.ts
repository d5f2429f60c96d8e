import type { Calls } from '@palpite/contract'
import { cents, reaisFromCents } from '@palpite/money'
import type { Player } from './players/read-players.ts'

/** What the rooms of money know of a player, in cents. */
export type PlayerMoney = {
  cashCents: number
  bonusCents: number
  /** Grows with every change of cash or bonus. */
  version: number
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

const reais = (amount: number): number => reaisFromCents(cents(amount))

/** The balance as the wire has it: cash and bonus together, and the bonus alone. */
export const balanceOf = ({ cashCents, bonusCents, version }: PlayerMoney) => ({
  balance: reais(cashCents + bonusCents),
  freeBalance: reais(bonusCents),
  balanceVersion: version,
})

/** The player as the specification's §3 names the fields. */
export function userInfoOf(
  player: Player,
  money: PlayerMoney,
  { level, nextLevel }: PlayerLevel,
): Calls['GET /api/app/user/userInfo']['data'] {
  return {
    uId: String(player.playerId),
    name: player.name,
    username: player.email,
    email: player.email,
    header: player.avatar,
    time: player.createdAt.toISOString(),
    ...balanceOf(money),
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
  }
}

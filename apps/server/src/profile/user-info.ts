import type { Calls } from '@palpite/contract'
import { cents, reaisFromCents } from '@palpite/money'
import { getPrices, readCashSums, readDiscounts } from '../cashier/index.ts'
import { type Player, readInvited, readPlayers, readTermsDue } from '../identity/index.ts'
import { readBalances, lifetimeTurnover, type Balances } from '../ledger/index.ts'
import { present } from '../platform/errors.ts'
import type { Sql } from '../platform/db/index.ts'
import { publicIds } from '../platform/public-ids.ts'
import { readVipStatuses, type VipStatus } from '../rewards/index.ts'
import { type WageringSettings, type WageringLeft, readWageringLeft } from '../wagering/index.ts'
import type { Profile } from './profile.ts'

/** The player's own row. Every session belongs to a player: a missing row is a bug. */
export const readOnePlayer = async (sql: Sql, playerId: number): Promise<Player> =>
  present((await readPlayers(sql, [playerId])).get(playerId), `player ${playerId}`)

/** A player's data from all modules below. */
export async function readUserInfo(
  { deps, policy, readWageringSettings, readCashierSettings, credentialsOf }: Profile,
  playerId: number,
): Promise<Calls['GET /api/app/user/userInfo']['data']> {
  const { db } = deps
  const settings = await readCashierSettings()
  const [
    player,
    balances,
    sums,
    turnovers,
    standings,
    invitations,
    packages,
    wagering,
    rules,
    discounts,
    termsDue,
  ] = await Promise.all([
    readOnePlayer(db, playerId),
    readBalances(db, [playerId]),
    readCashSums(db, [playerId]),
    lifetimeTurnover(db, [playerId]),
    policy.terms.levelsByTopUp ? readVipStatuses(db, [playerId]) : new Map<number, VipStatus>(),
    readInvitations(db, playerId),
    getPrices({ deps, policy, settings }, { playerId, curreny: undefined }),
    readWageringLeft(db, policy, [playerId]),
    readWageringSettings(),
    readDiscounts(db, policy, [playerId]),
    readTermsDue(db, deps.config, playerId),
  ])
  return toWireUserInfo(player, {
    uId: publicIds(deps.config, 'player').show(playerId),
    balances: present(balances.get(playerId), 'the balances of a player'),
    sums: present(sums.get(playerId), 'the cash sums of a player'),
    settledCents: present(turnovers.get(playerId), 'the turnover of a player').settledCents,
    level: levelOf(standings.get(playerId)),
    invitations,
    packages,
    credentials: credentialsOf(player),
    termsDue: player.isTest ? null : termsDue,
    discount: discounts.get(playerId),
    wagering: toWireWagering(present(wagering.get(playerId), 'what a player has to wager'), rules),
  })
}

/** Two statements, however many were invited; one for players who invited nobody. */
async function readInvitations(sql: Sql, playerId: number): Promise<readonly Invited[]> {
  const levels = await readInvited(sql, playerId)
  const playerIds = levels.flat()
  if (playerIds.length === 0) return []
  const turnovers = await lifetimeTurnover(sql, playerIds)
  return levels.map((ids) => ({
    persons: ids.length,
    settledCents: ids.reduce((sum, id) => sum + (turnovers.get(id)?.settledCents ?? 0), 0),
  }))
}

/** Without a VIP status levels are switched off: the app shows none. */
const levelOf = (standing: VipStatus | undefined): PlayerLevel => ({
  level: standing?.level ?? 0,
  nextLevel: standing?.next
    ? {
        level: standing.next.level,
        paySumCents: standing.next.topUpCents,
        gameSumCents: standing.next.settledCents,
      }
    : null,
})

/** The balances of these players in wire form, in the order asked. */
export async function readWireBalances(sql: Sql, playerIds: readonly number[]): Promise<WireBalance[]> {
  const balances = await readBalances(sql, playerIds)
  return playerIds.map((id) => toWireBalance(present(balances.get(id), 'the balances of a player')))
}

type WireWagering = Calls['GET /api/app/user/userInfo']['data']['wagering']

/** The remaining wagering and the counted shares, in wire form. */
const toWireWagering = (
  { bonusExpiresAt, ...left }: WageringLeft,
  { maxBonusStakeCents, bonusDays, shares }: WageringSettings,
): WireWagering => ({
  ...left,
  bonusExpiresAt: bonusExpiresAt?.toISOString() ?? null,
  maxBonusStakeCents,
  ...shares,
  bonusDays,
})

/** A player's last top-up, all top-ups and all withdrawals, in cents. */
type CashSums = { payAmountCents: number; paySumCents: number; wdSumCents: number }

/** A player's VIP level and the requirements of the next one; null at the top, or if levels are off. */
type PlayerLevel = {
  level: number
  nextLevel: { level: number; gameSumCents: number; paySumCents: number } | null
}

/** The number of players on one invitation level, and their settled stakes. */
type Invited = { persons: number; settledCents: number }

/** A player's data besides the own row; credentials only of a test account. */
type Known = {
  /** The player's id as others see it. */
  uId: string
  balances: Balances
  sums: CashSums
  settledCents: number
  level: PlayerLevel
  /** By level, the nearest first; a missing level is empty. */
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

/** The balance in wire form: cash and bonus together, and the bonus alone. */
const toWireBalance = ({ cashCents, bonusCents, version }: Balances): WireBalance => ({
  balance: reais(cashCents + bonusCents),
  freeBalance: reais(bonusCents),
  balanceVersion: version,
})

const nobody: Invited = { persons: 0, settledCents: 0 }

/** The player with the field names of the specification's §3. */
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

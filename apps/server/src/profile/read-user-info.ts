import type { Calls } from '@palpite/contract'
import { getPrices, readCashSums, readDiscounts } from '../cashier/index.ts'
import { type Player, readInvited, readPlayers, readTermsDue } from '../identity/index.ts'
import { readBalances, lifetimeTurnover } from '../ledger/index.ts'
import { present } from '../platform/assert.ts'
import type { Sql } from '../platform/db/index.ts'
import { publicIds } from '../platform/public-ids.ts'
import { readVipStandings, type VipStanding } from '../rewards/index.ts'
import { type WageringSettings, type WageringStanding, readWageringStandings } from '../wagering/index.ts'
import type { Profile } from './profile.ts'
import {
  toWireBalance,
  type WireBalance,
  type Invited,
  type PlayerLevel,
  toWireUserInfo,
} from './wire-user-info.ts'

/** The player's own row. Whoever has a session is a player: one that is not there is a bug. */
export const readOnePlayer = async (sql: Sql, playerId: number): Promise<Player> =>
  present((await readPlayers(sql, [playerId])).get(playerId), `player ${playerId}`)

/** All that the modules below know of a player. */
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
    policy.terms.levelsByTopUp ? readVipStandings(db, [playerId]) : new Map<number, VipStanding>(),
    readInvitations(db, playerId),
    getPrices({ deps, policy, settings }, { playerId, curreny: undefined }),
    readWageringStandings(db, policy, [playerId]),
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

/** Two statements however many were invited, and one for the many players who invited nobody. */
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

/** Without a standing no level has been reached by topping up, and none can be: the app shows no levels at all. */
const levelOf = (standing: VipStanding | undefined): PlayerLevel => ({
  level: standing?.level ?? 0,
  nextLevel: standing?.next
    ? {
        level: standing.next.level,
        paySumCents: standing.next.topUpCents,
        gameSumCents: standing.next.settledCents,
      }
    : null,
})

/** What these players have, as the wire has it; in the order asked. */
export async function readWireBalances(sql: Sql, playerIds: readonly number[]): Promise<WireBalance[]> {
  const balances = await readBalances(sql, playerIds)
  return playerIds.map((id) => toWireBalance(present(balances.get(id), 'the balances of a player')))
}

type WireWagering = Calls['GET /api/app/user/userInfo']['data']['wagering']

/** What is still to be wagered and what counts for it, as the player's page has it. */
const toWireWagering = (
  { bonusExpiresAt, ...left }: WageringStanding,
  { maxBonusStakeCents, bonusDays, shares }: WageringSettings,
): WireWagering => ({
  ...left,
  bonusExpiresAt: bonusExpiresAt?.toISOString() ?? null,
  maxBonusStakeCents,
  ...shares,
  bonusDays,
})

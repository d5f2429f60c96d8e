import { readCashSums } from '../../cashier/index.ts'
import { type Invitee, readDirectlyInvited } from '../../identity/index.ts'
import { lifetimeTurnover } from '../../ledger/index.ts'
import type { Sql } from '../../platform/db/index.ts'
import type { RewardsSettings } from '../settings.ts'
import { readRelations } from './read-relations.ts'

export type KnownInvitee = Invitee & { isValid: boolean }

/**
 * Whom these players invited by their own codes, and who of them is valid: topped up and staked as the settings ask, no
 * test account, and not, as far as it looks, the inviter with another account.
 */
export async function readInvitees(
  sql: Sql,
  settings: Pick<RewardsSettings, 'validTopUpCents' | 'validStakedCents'>,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly KnownInvitee[]>> {
  const invited = await readDirectlyInvited(sql, playerIds)
  const ids = [...invited.values()].flatMap((all) => all.map(({ playerId }) => playerId))
  if (ids.length === 0) return new Map(playerIds.map((playerId) => [playerId, []]))
  const [sums, turnovers, relations] = await Promise.all([
    readCashSums(sql, ids),
    lifetimeTurnover(sql, ids),
    readRelations(sql, [...ids, ...playerIds]),
  ])
  const isValid = ({ playerId, referrerId, isTest }: Invitee) =>
    !isTest &&
    (sums.get(playerId)?.paySumCents ?? 0) >= settings.validTopUpCents &&
    (turnovers.get(playerId)?.settledCents ?? 0) >= settings.validStakedCents &&
    relations({ earnerId: referrerId, playerId }).length === 0
  return new Map(
    [...invited].map(([playerId, all]) => [playerId, all.map((one) => ({ ...one, isValid: isValid(one) }))]),
  )
}

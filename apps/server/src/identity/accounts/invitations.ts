import type { Sql, Tx } from '../../platform/db/index.ts'
import { present } from '../../platform/errors.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import {
  type Invitee,
  lockInvitations,
  lockReferrers,
  selectCodeOwners,
  selectDirectlyInvited,
  selectInvited,
  selectInviteeCounts,
  selectReferrers,
  updateReferrers,
} from './queries.ts'
import { invitationCodeOf } from './rules.ts'

const REFERRAL_LEVELS = 3

/** The inviters of each of these players, up to three levels, nearest first. */
export async function readReferrers(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await selectReferrers(sql, playerIds, REFERRAL_LEVELS)
  const chains = new Map<number, number[]>(playerIds.map((playerId) => [playerId, []]))
  for (const { playerId, referrerId } of rows) chains.get(playerId)?.push(referrerId)
  return chains
}

/** The players a player invited, level by level: by their own code, by those players' codes, and so on. */
export async function readInvited(sql: Sql, playerId: number): Promise<readonly (readonly number[])[]> {
  const rows = await selectInvited(sql, playerId, REFERRAL_LEVELS)
  return Array.from({ length: REFERRAL_LEVELS }, (_none, at) =>
    rows.filter(({ level }) => level === at + 1).map((row) => row.playerId),
  )
}

/** The players each of these invited directly, in order of registration. */
export async function readDirectlyInvited(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Invitee[]>> {
  const invited = new Map<number, Invitee[]>(playerIds.map((playerId) => [playerId, []]))
  for (const invitee of await selectDirectlyInvited(sql, playerIds)) {
    invited.get(invitee.referrerId)?.push(invitee)
  }
  return invited
}

/** How many players a player invited directly, and on all levels that earn commission. */
export const countInvitees = async (sql: Sql, playerId: number): Promise<{ direct: number; all: number }> =>
  present((await selectInviteeCounts(sql, playerId, REFERRAL_LEVELS))[0], 'the counts of invitees')

/** A player enters the code of their inviter. */
export type AcceptInvitation = { playerId: number; code: string }

export type AcceptRefusal =
  | 'own_invitation'
  | 'invitation_unknown'
  | 'invitation_loop'
  | 'invited_already'
  | 'invitation_too_late'

/** No limit: an invitation chain is followed to its end. */
const WHOLE_CHAIN = 1_000_000

/**
 * Records inviters of players who registered without a code: not oneself, not anybody in one's own downline, and only
 * within this many days of registering. One list at a time over all servers: otherwise players naming each other
 * concurrently could close a circle that neither list sees. Answers in the order of the requests.
 */
export async function acceptInvitations(
  tx: Tx,
  maxDays: number,
  requests: readonly AcceptInvitation[],
): Promise<Result<null, AcceptRefusal>[]> {
  await lockInvitations(tx)
  const codes = requests.map(({ code }) => invitationCodeOf(code) ?? '')
  const owners = new Map((await selectCodeOwners(tx, codes)).map(({ code, playerId }) => [code, playerId]))
  const ownerIds = [...new Set(owners.values())]
  const ids = [...new Set([...requests.map(({ playerId }) => playerId), ...ownerIds])]
  const rows = new Map((await lockReferrers(tx, ids)).map((row) => [row.playerId, row]))
  const parents = parentsOf(await selectReferrers(tx, ownerIds, WHOLE_CHAIN))
  const accepted = new Map<number, number>()
  const answers = requests.map(({ playerId }, at): Result<null, AcceptRefusal> => {
    const referrerId = owners.get(codes[at] ?? '')
    if (referrerId === undefined || rows.get(referrerId)?.isTest) return refuse('invitation_unknown')
    if (referrerId === playerId) return refuse('own_invitation')
    const own = rows.get(playerId)
    const before = accepted.get(playerId) ?? own?.referrerId
    if (before === referrerId) return ok(null)
    if (before) return refuse('invited_already')
    if (!own || own.ageDays >= maxDays) return refuse('invitation_too_late')
    const above = (id: number) => accepted.get(id) ?? parents.get(id)
    for (let one: number | undefined = referrerId; one !== undefined; one = above(one)) {
      if (one === playerId) return refuse('invitation_loop')
    }
    accepted.set(playerId, referrerId)
    return ok(null)
  })
  if (accepted.size > 0) await updateReferrers(tx, [...accepted.keys()], [...accepted.values()])
  return answers
}

/** Inviters by player, from chains read upwards level by level. */
function parentsOf(rows: readonly { playerId: number; level: number; referrerId: number }[]) {
  const parents = new Map<number, number>()
  let below = 0
  for (const { playerId, level, referrerId } of rows) {
    parents.set(level === 1 ? playerId : below, referrerId)
    below = referrerId
  }
  return parents
}

import { type AcceptInvitation, acceptInvitations, type AcceptRefusal } from '../../identity/index.ts'
import { refuse, type Result } from '../../platform/result.ts'
import type { Rewards } from '../rewards.ts'

/** Records whose code players came by, where there are invitations at all. Answers in the order asked. */
export async function accept(
  { deps, policy, settings }: Rewards,
  requests: readonly AcceptInvitation[],
): Promise<Result<null, AcceptRefusal | 'blocked_by_policy'>[]> {
  if (!policy.hasRewards('referrals')) return requests.map(() => refuse('blocked_by_policy'))
  return deps.db.begin((tx) => acceptInvitations(tx, settings.acceptDays, requests))
}

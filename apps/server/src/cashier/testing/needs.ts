import { type CompliancePolicy, policyOf } from '../../protection/index.ts'
import type { CashierNeeds, VipTerms } from '../needs.ts'

/** What level 0 of the VIP table gives. */
const levelZero: VipTerms = { withdrawalsADay: 1, feeBps: 300 }

/** Every player at the same terms. */
export const sameTerms =
  (terms: VipTerms): CashierNeeds['readVipTerms'] =>
  async (_sql, playerIds) =>
    new Map(playerIds.map((id) => [id, terms]))

/** What tests give the cashier: everybody at level 0, nobody in a round, and every password just given. */
export const testNeeds = (policy: CompliancePolicy = policyOf({ COMPLIANCE_PROFILE: 'spec' })) => ({
  policy,
  readVipTerms: sameTerms(levelZero),
  openRounds: async () => new Set<number>(),
  verifiedSessions: async (_sql: unknown, sessionIds: readonly number[]) => new Set(sessionIds),
})

import { ok } from '../../platform/result.ts'
import { type CompliancePolicy, policyOf } from '../../protection/index.ts'
import type { CashierNeeds, VipTerms } from '../needs.ts'

/** What level 0 of the VIP table gives. */
const levelZero: VipTerms = { withdrawalsADay: 1, feeBps: 300 }

/** Every player at the same terms. */
export const sameTerms =
  (terms: VipTerms): CashierNeeds['readVipTerms'] =>
  async (_sql, playerIds) =>
    new Map(playerIds.map((id) => [id, terms]))

/** Nobody is mailed a code: what is paid out to is confirmed. */
const confirmedPayees: CashierNeeds['payees'] = {
  ask: async () => ok(null),
  confirm: async () => ok(null),
  confirmed: async (_sql, payees) => payees,
}

/** Sessions in which the password was just given, of players without a second factor: these, or all. */
export const provenSessions = (these?: readonly number[]): CashierNeeds['proofs'] => ({
  read: async (_sql, sessionIds) =>
    new Map((these ?? sessionIds).map((id) => [id, { hasPassword: true, factor: 'none' }])),
  spend: async () => {},
})

/** What tests give the cashier: everybody at level 0, nobody in a round, every password just given and every key confirmed. */
export const testNeeds = (policy: CompliancePolicy = policyOf({ COMPLIANCE_PROFILE: 'spec' })) => ({
  policy,
  readVipTerms: sameTerms(levelZero),
  inGame: async () => new Map(),
  proofs: provenSessions(),
  payees: confirmedPayees,
})

export { closedGateway } from '../rails/payment-gateway.ts'

import type { Deps } from '../platform/deps.ts'
import type { CompliancePolicy } from '../protection/index.ts'
import type { RewardsSettings } from './settings.ts'

/** What the commands of this module are given: the dependencies, the policy, and the numbers in force. */
export type Rewards = { deps: Deps; policy: CompliancePolicy; settings: RewardsSettings }

import { batches } from '../platform/batches.ts'
import type { Deps } from '../platform/deps.ts'
import type { Api } from '../platform/http/serve.ts'
import type { CompliancePolicy } from './policy.ts'
import { protectionRoutes } from './routes.ts'
import { setLimits } from './set-limits.ts'
import { openSettings } from '../platform/settings/settings.ts'
import { protectionSettingsDefinition, type ProtectionSettings } from './settings.ts'

export { type CompliancePolicy, type PlayerStanding, policyOf } from './policy.ts'
export type { WithdrawMethod } from './profiles.ts'
export { readLimits } from './read-limits.ts'
export { type PlayerLimits, refuseLoss } from './rules.ts'
export { protectionSettingsDefinition } from './settings.ts'

type Needs = {
  policy: CompliancePolicy
  /** What the player staked and did not get back today, on the database's day of the house. */
  netLossToday: (playerId: number) => Promise<number>
  settings?: Partial<ProtectionSettings>
}

/** The compliance policy's and the limits' calls. Reading limits and asking the policy need no open room. */
export function openProtection(deps: Deps, { policy, netLossToday, settings: own }: Needs) {
  const inForce = openSettings(protectionSettingsDefinition, own)
  const setLimit = batches({
    run: async (requests: Parameters<typeof setLimits>[2]) => {
      const settings = await inForce.read(deps.db)
      return setLimits(deps, { settings, policyVersion: policy.version }, requests)
    },
  })
  return {
    routes: (api: Api): void => protectionRoutes(api, { deps, policy, netLossToday, setLimit }),
  }
}

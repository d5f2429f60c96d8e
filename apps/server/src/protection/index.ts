import { batches } from '../platform/batches.ts'
import type { Deps } from '../platform/deps.ts'
import type { Api } from '../platform/http/serve.ts'
import { readLicence } from './licence.ts'
import type { CompliancePolicy } from './policy.ts'
import { protectionRoutes, type ReadDeposited } from './routes.ts'
import { type SetLimit, setLimits } from './set-limits.ts'
import { type TakeBreak, takeBreaks } from './take-breaks.ts'
import { openSettings } from '../platform/settings/settings.ts'
import { protectionSettingsDefinition, type ProtectionSettings } from './settings.ts'

export { admitFreePlay, admitStake, admitStakes, admitStep, type StakeGate } from './admit-stakes.ts'
export { admitTopUp, openTopUpGate, type TopUpGate, type TopUpRefusal } from './admit-top-ups.ts'
export { breakBegun, limitChanged, limitDecided } from './events.ts'
export { type CompliancePolicy, policyOf, type RewardBasis } from './policy.ts'
export type { WithdrawMethod } from './profiles.ts'
export type { Deposited } from './rules.ts'
export { type OnBreak, readExcluded, readOnBreak } from './read-rules.ts'
export { countActivity } from './queries.ts'
export { protectionSettingsDefinition } from './settings.ts'

type Needs = {
  policy: CompliancePolicy
  /** What players put in by period, for showing it beside their limits. */
  readDeposited: ReadDeposited
  settings?: Partial<ProtectionSettings>
}

/** The compliance policy's and the limits' calls, and the command behind them. */
export function openProtection(deps: Deps, { policy, readDeposited, settings: own }: Needs) {
  const inForce = openSettings(protectionSettingsDefinition, own)
  const licence = readLicence(deps.config.LICENCE_FILE)
  const setLimit = batches({
    patienceMs: deps.config.PATIENCE_MS,
    run: async (requests: readonly SetLimit[]) => {
      const settings = await inForce.read(deps.db)
      return setLimits(deps, { settings, policyVersion: policy.version }, requests)
    },
  })
  const takeBreak = batches({
    patienceMs: deps.config.PATIENCE_MS,
    run: (requests: readonly TakeBreak[]) => takeBreaks(deps, policy.version, requests),
  })
  return {
    routes: (api: Api): void =>
      protectionRoutes(api, {
        deps,
        policy,
        licence,
        settings: () => inForce.read(deps.db),
        readDeposited,
        setLimit,
        takeBreak,
      }),
    /** Sets a limit of a player: tighter at once, looser after the wait and a second yes. */
    setLimit,
    /** Begins a break of a player, at once. */
    takeBreak,
  }
}

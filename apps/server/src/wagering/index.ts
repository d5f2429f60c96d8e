import type { Listener } from '../platform/outbox.ts'
import { schedule } from '../platform/schedule.ts'
import { openSettings } from '../platform/settings.ts'
import { endExpiredBonuses } from './end-bonuses.ts'
import { followSettledStakes, type Settling } from './jobs.ts'
import type { Wagering } from './convert-bonuses.ts'
import { type WageringSettings, wageringSettingsDefinition } from './settings.ts'

export { wageringPersonalData } from './personal-data-queries.ts'
export {
  admitGifts,
  type GiftNeeds,
  type GiftRefusal,
  countOperatorGift,
  type GiftBound,
  lockOperatorGifts,
  refuseBeyondDay,
} from './gifts.ts'
export { countedOf, earningShares, type SettledStake, unrewardedOf } from './rules.ts'
export {
  endExpiredBonuses,
  forfeitBonuses,
  type GiveBackBonuses,
  giveBackBonuses,
  type GivenBackBonuses,
} from './end-bonuses.ts'
export { bonusEnded } from './events.ts'
export { convertMetBonuses } from './convert-bonuses.ts'
export { selectEnded as readEndedGrants, selectWageringPlayers } from './queries.ts'
export {
  readOpenBonuses,
  readWageringLeft,
  type WageringLeft,
  readWithdrawable,
} from './read-wagering-left.ts'
export {
  type WageringSettings,
  type WageringShares,
  wageringSettings,
  wageringSettingsDefinition,
} from './settings.ts'
export { grantBonus, openRequirement } from './grant-bonus.ts'
export {
  cancelGrants,
  type Grant,
  meetRequirements,
  readExempt,
  readWagering,
  type WageringBatch,
  withdrawableCents,
  writeWagering,
} from './wagering-batch.ts'

/** The settings of wagering in force; each database has its own. */
export const openWageringSettings = (own: Partial<WageringSettings> = {}) =>
  openSettings(wageringSettingsDefinition, own)

type Needs = Wagering & {
  /** Events of modules above that tell of a settled stake of a player. Their other content does not matter here. */
  settling: readonly Settling[]
}

/**
 * Opens the module: wagering requirements and bonus money of every kind of grant. Modules that grant decide in the
 * batch returned by `readWagering`, in the transaction of the grant. `jobs` starts what turns met bonuses into cash
 * after the `settling` events, and what ends expired bonuses.
 */
export const openWagering = ({ settling, ...wagering }: Needs) => ({
  jobs: (): Pick<Listener, 'stop'>[] => [
    followSettledStakes(wagering, settling),
    schedule({
      name: 'wagering-expired',
      everyMs: EXPIRED_EVERY_MS,
      log: wagering.deps.log,
      run: () => endExpiredBonuses(wagering),
    }),
  ],
})

const EXPIRED_EVERY_MS = 60_000

import * as z from 'zod'
import { defineSettings } from '../platform/settings.ts'
import type { Deps } from '../platform/deps.ts'
import type { CompliancePolicy } from '../protection/index.ts'

/** Reward settings that have no table of their own; operators can change them. */
export type RewardsSettings = {
  /** How often a grant must be wagered before it becomes cash. Twice keeps grants from paying for themselves. */
  wageredTimes: number
  /** An invitee is valid with this much topped up, and this much staked and settled. */
  validTopUpCents: number
  validStakedCents: number
  /** Days after registration in which a player may still name an inviter. */
  acceptDays: number
}

export const rewardsSettings: RewardsSettings = {
  wageredTimes: 2,
  validTopUpCents: 2_000,
  validStakedCents: 2_000,
  acceptDays: 7,
}

/** Bounds of these settings. A change applies to the next list of claims; earlier grants stay unchanged. */
export const rewardsSettingsDefinition = defineSettings<RewardsSettings>(
  { module: 'rewards', takesEffect: 'at_once', defaults: rewardsSettings },
  {
    wageredTimes: z.int().min(1).max(50),
    validTopUpCents: z.int().min(0).max(1_000_000),
    validStakedCents: z.int().min(0).max(1_000_000),
    acceptDays: z.int().min(0).max(90),
  },
)

/** What the commands of this module receive: dependencies, policy and settings in force. */
export type Rewards = { deps: Deps; policy: CompliancePolicy; settings: RewardsSettings }

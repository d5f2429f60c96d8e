import * as z from 'zod'
import { defineSettings } from '../platform/settings.ts'
import type { Deps } from '../platform/deps.ts'
import type { CompliancePolicy } from '../protection/index.ts'

/** Numbers of the rewards that are no table of their own; an operator may set others. */
export type RewardsSettings = {
  /** How often a gift is to be wagered before it becomes cash. Twice is what keeps gifts from paying for themselves. */
  wageredTimes: number
  /** Who came by an invitation is valid with so much topped up, and so much staked and settled. */
  validTopUpCents: number
  validStakedCents: number
  /** So long after registering a player may still say by whose code. */
  acceptDays: number
}

export const rewardsSettings: RewardsSettings = {
  wageredTimes: 2,
  validTopUpCents: 2_000,
  validStakedCents: 2_000,
  acceptDays: 7,
}

/** What operators may set of these: in force for the next list of claims. What was given stays as it was given. */
export const rewardsSettingsDefinition = defineSettings<RewardsSettings>(
  { module: 'rewards', takesEffect: 'at_once', defaults: rewardsSettings },
  {
    wageredTimes: z.int().min(1).max(50),
    validTopUpCents: z.int().min(0).max(1_000_000),
    validStakedCents: z.int().min(0).max(1_000_000),
    acceptDays: z.int().min(0).max(90),
  },
)

/** What the commands of this module are given: the dependencies, the policy, and the numbers in force. */
export type Rewards = { deps: Deps; policy: CompliancePolicy; settings: RewardsSettings }

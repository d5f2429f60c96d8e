import type { Calls } from '@palpite/contract'
import { readOnlinePlayers } from '../../identity/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import type { GamesSettings } from '../settings.ts'

export type WireOnline = Calls['GET /api/app/games/online']['data']

/** Somebody who was seen in the last minutes is there. */
const SEEN_WITHIN_SECONDS = 300

type Needs = { policy: CompliancePolicy; settings: Pick<GamesSettings, 'online'> }

/**
 * How many players there are now, and the terms of the figure that is made of it. Where the compliance profile forbids
 * figures that are made, the terms leave the count as it is.
 */
export async function readOnline(deps: Deps, { policy, settings }: Needs): Promise<WireOnline> {
  const players = await readOnlinePlayers(deps.db, SEEN_WITHIN_SECONDS)
  return policy.terms.makesOnlineFigures
    ? { players, isCount: false, ...settings.online }
    : { players, isCount: true, factor: 1, randomBelow: 0 }
}

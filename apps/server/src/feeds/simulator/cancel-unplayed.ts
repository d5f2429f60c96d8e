import type { Deps } from '../../platform/deps.ts'
import { applyFeedMessages, matchStatuses, simulated } from '../../sportsbook/index.ts'

/** Long enough for an operator to switch the simulator on again: it then plays on where the match would be. */
const AFTER_HOURS = 24

/**
 * Where the simulator is switched off: cancels simulated matches a day past their kick-off, which nobody will end, so
 * that settlement gives their open stakes back. What was decided before stands. Answers how many it cancelled.
 */
export const cancelUnplayed = (deps: Deps): Promise<number> =>
  deps.db.begin(async (tx) => {
    const unplayed = await simulated.selectUnplayed(tx, AFTER_HOURS)
    if (unplayed.length === 0) return 0
    await applyFeedMessages(
      tx,
      'simulator',
      unplayed.map(({ key, state }) => ({
        kind: 'play',
        key,
        matchStatus: matchStatuses.cancelled,
        clock: null,
        state,
      })),
    )
    return unplayed.length
  })

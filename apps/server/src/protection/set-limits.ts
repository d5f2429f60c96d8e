import { lockAccounts } from '../ledger/index.ts'
import { writeEvents } from '../platform/outbox.ts'
import { limitChanged } from './events.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { insertChanges, selectLooserFrom, upsertLimits } from './queries.ts'
import { readLimitStates } from './read-limits.ts'
import { changedLimit, type LimitState, noLimit } from './rules.ts'
import type { ProtectionSettings } from './settings.ts'

export type SetLimit = { playerId: number; dailyLossCents: number | null }

type Change = { playerId: number; before: LimitState; wishedCents: number | null; after: LimitState }

/**
 * Sets daily loss limits, in the order asked: tighter at once, looser after the wait. Under the lock of the players'
 * accounts, as stakes are admitted: once this is answered, every stake still to be decided is held to the new limit.
 */
export const setLimits = (
  deps: Deps,
  { settings, policyVersion }: { settings: ProtectionSettings; policyVersion: string },
  requests: readonly SetLimit[],
) =>
  deps.db.begin(async (tx): Promise<Result<null, 'limit_out_of_bounds'>[]> => {
    const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
    await lockAccounts(tx, playerIds)
    const [states, looserFrom] = await Promise.all([
      readLimitStates(tx, playerIds),
      selectLooserFrom(tx, settings.loosenAfterSeconds),
    ])
    const changes: Change[] = []
    const answers = requests.map(({ playerId, dailyLossCents: wishedCents }) => {
      if (wishedCents !== null && wishedCents < settings.minDailyLossCents) return tooLow(settings)
      const before = states.get(playerId) ?? noLimit
      const after = changedLimit(before, wishedCents, looserFrom)
      states.set(playerId, after)
      changes.push({ playerId, before, wishedCents, after })
      return ok(null)
    })
    if (changes.length > 0) await writeChanges(tx, { changes, states, policyVersion })
    return answers
  })

const tooLow = ({ minDailyLossCents }: ProtectionSettings) =>
  refuse('limit_out_of_bounds', { values: { minCents: minDailyLossCents } })

type Writing = { changes: readonly Change[]; states: ReadonlyMap<number, LimitState>; policyVersion: string }

async function writeChanges(tx: Tx, { changes, states, policyVersion }: Writing): Promise<void> {
  const last = new Map(changes.map(({ playerId }) => [playerId, states.get(playerId) ?? noLimit]))
  await Promise.all([
    upsertLimits(
      tx,
      [...last].map(([playerId, { dailyLossCents, pending }]) => ({
        playerId,
        dailyLossCents,
        pendingDailyLossCents: pending?.dailyLossCents ?? null,
        pendingStartsAt: pending?.startsAt ?? null,
      })),
    ),
    insertChanges(tx, {
      playerIds: changes.map(({ playerId }) => playerId),
      before: changes.map(({ before }) => before.dailyLossCents),
      wished: changes.map(({ wishedCents }) => wishedCents),
      startsAt: changes.map(({ after }) => after.pending?.startsAt ?? null),
      policyVersion,
    }),
    writeEvents(
      tx,
      limitChanged,
      changes.map(({ playerId, wishedCents, after }) => ({
        playerId,
        dailyLossCents: wishedCents,
        waits: after.pending !== null,
      })),
    ),
  ])
}

import type { Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { playerIdentified } from '../events.ts'
import { noteRegistered } from './exposure.ts'
import { lockIdentified, updateIdentities } from './queries.ts'
import type { CheckedIdentity } from './rules.ts'

/** A name and a CPF that the caller has checked (11 digits with right check digits). */
export type RecordKyc = CheckedIdentity & { playerId: number }

/**
 * Records who players are, once: an identity is not changed by asking again. Answers in the order asked. The
 * event `player.identified` holds no name and no CPF.
 */
export async function recordKyc(
  tx: Tx,
  requests: readonly RecordKyc[],
): Promise<Result<null, 'kyc_already_done' | 'not_found'>[]> {
  const rows = await lockIdentified(
    tx,
    requests.map(({ playerId }) => playerId),
  )
  const standing = new Map(rows.map(({ playerId, isIdentified }) => [playerId, isIdentified]))
  const recorded: RecordKyc[] = []
  const answers = requests.map((request) => {
    const isIdentified = standing.get(request.playerId)
    if (isIdentified === undefined) return refuse('not_found')
    if (isIdentified) return refuse('kyc_already_done')
    standing.set(request.playerId, true)
    recorded.push(request)
    return ok(null)
  })
  if (recorded.length > 0) {
    await updateIdentities(tx, {
      playerIds: recorded.map(({ playerId }) => playerId),
      names: recorded.map(({ name }) => name),
      cpfs: recorded.map(({ cpf }) => cpf),
      birthDates: recorded.map(({ birthDate }) => birthDate ?? null),
    })
    await noteRegistered(tx, recorded)
    await writeEvents(
      tx,
      playerIdentified,
      recorded.map(({ playerId }) => ({ playerId })),
    )
  }
  return answers
}

import type { Tx } from '../../platform/db/index.ts'
import { writeFacts } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { lockIdentified, updateIdentities } from './queries.ts'

/** A name and a CPF that the caller has checked (11 digits with right check digits). */
export type RecordKyc = { playerId: number; name: string; cpf: string }

/**
 * Records who players are, once: an identity is not changed by asking again. Answers in the order asked. The
 * fact `player.identified` holds no name and no CPF.
 */
export async function recordKyc(
  tx: Tx,
  asks: readonly RecordKyc[],
): Promise<Result<null, 'kyc_already_done' | 'not_found'>[]> {
  const rows = await lockIdentified(
    tx,
    asks.map(({ playerId }) => playerId),
  )
  const standing = new Map(rows.map(({ playerId, isIdentified }) => [playerId, isIdentified]))
  const recorded: RecordKyc[] = []
  const answers = asks.map((ask) => {
    const isIdentified = standing.get(ask.playerId)
    if (isIdentified === undefined) return refuse('not_found')
    if (isIdentified) return refuse('kyc_already_done')
    standing.set(ask.playerId, true)
    recorded.push(ask)
    return ok(null)
  })
  if (recorded.length > 0) {
    await updateIdentities(tx, {
      playerIds: recorded.map(({ playerId }) => playerId),
      names: recorded.map(({ name }) => name),
      cpfs: recorded.map(({ cpf }) => cpf),
    })
    await writeFacts(
      tx,
      'player.identified',
      recorded.map(({ playerId }) => ({ playerId })),
    )
  }
  return answers
}

import type { Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { lockLx, updateLx } from './queries.ts'

/** The flag of a player that opens withdrawals in USDT: '20'. */
export type SetLx = { playerId: number; lx: string }

/** Sets players' flags, each player once in a list; says what stood there before. Answers in the order asked. */
export async function setUsdtWithdrawals(
  tx: Tx,
  requests: readonly SetLx[],
): Promise<Result<{ before: string }, 'not_found'>[]> {
  const rows = await lockLx(
    tx,
    requests.map(({ playerId }) => playerId),
  )
  const standing = new Map(rows.map(({ playerId, lx }) => [playerId, lx]))
  await updateLx(tx, {
    playerIds: requests.map(({ playerId }) => playerId),
    values: requests.map(({ lx }) => lx),
  })
  return requests.map(({ playerId }) => {
    const before = standing.get(playerId)
    return before === undefined ? refuse('not_found') : ok({ before })
  })
}

import { settledBetween } from '../../ledger/index.ts'
import { readDeviceSharers } from '../../identity/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { selectTopUpsBetween } from '../topups/topup-queries.ts'
import { selectMoment } from '../withdrawals/queries.ts'

/** What the rules of a review ask about these players. Their accounts are held. */
export async function readRisks(tx: Tx, playerIds: readonly number[]) {
  const moment = await selectMoment(tx)
  const from = new Date(moment.now.getTime() - DAY_MS)
  const [sharers, topUps, settled] = await Promise.all([
    readDeviceSharers(tx, playerIds),
    selectTopUpsBetween(tx, playerIds, from, new Date(moment.now.getTime() + DAY_MS)),
    settledBetween(tx, playerIds, { from: moment.yesterday, until: moment.today }),
  ])
  return {
    now: moment.now,
    sharers: new Set(sharers.map(({ playerId }) => playerId)),
    topUps: new Map(topUps.map(({ playerId, cents }) => [playerId, cents])),
    settled,
  }
}

const DAY_MS = 86_400_000

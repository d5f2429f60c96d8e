import { settledBetween, wonOn } from '../../ledger/index.ts'
import { readDeviceSharers, readSecured } from '../../identity/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { selectMoment } from '../withdrawals/queries.ts'
import { selectCameInSince } from './queries.ts'

/** What the rules of a review ask about these players. Their accounts are held. */
export async function readRisks(tx: Tx, playerIds: readonly number[]) {
  const moment = await selectMoment(tx)
  const from = new Date(moment.now.getTime() - DAY_MS)
  const [sharers, secured, cameIn, settled, wonYesterday] = await Promise.all([
    readDeviceSharers(tx, playerIds),
    readSecured(tx, playerIds),
    selectCameInSince(tx, playerIds, from),
    settledBetween(tx, playerIds, { from: moment.yesterday, until: moment.today }),
    wonOn(tx, playerIds, moment.yesterday),
  ])
  return {
    now: moment.now,
    sharers: new Set(sharers.map(({ playerId }) => playerId)),
    /** When each last got another password or e-mail. */
    secured: new Map(secured.map(({ playerId, securedAt }) => [playerId, securedAt])),
    cameIn: new Map(cameIn.map(({ playerId, cents }) => [playerId, cents])),
    settled,
    wonYesterday,
  }
}

const DAY_MS = 86_400_000

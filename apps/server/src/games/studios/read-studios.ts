import type { Sql } from '../../platform/db/index.ts'
import { toCsv } from '../../platform/csv.ts'
import {
  nothingOnThatDay,
  selectDay,
  selectEndedByRule,
  selectStudioTotal,
  selectTransactionPage,
} from '../wallet-api/queries.ts'
import { selectGamesSeen, selectKeys, selectStudiosSeen } from './queries.ts'

const PAGE = 5000

/** Every studio with its keys, its games, and what its account holds. */
export async function readStudios(sql: Sql) {
  const [studios, keys, games] = await Promise.all([
    selectStudiosSeen(sql, null),
    selectKeys(sql),
    selectGamesSeen(sql),
  ])
  return Promise.all(
    studios.map(async (studio) => ({
      ...studio,
      accountCents: await selectStudioTotal(sql, studio.studioId),
      keys: keys.filter(({ studioId }) => studioId === studio.studioId),
      games: games.filter(({ studioId }) => studioId === studio.studioId),
    })),
  )
}

type Day = { studioId: string; day: string }

/** A day of a studio; nothing where there is no such studio. */
export async function readStudioDay(sql: Sql, { studioId, day }: Day) {
  const [[studio], sums, accountCents, endedByRule] = await Promise.all([
    selectStudiosSeen(sql, studioId),
    selectDay(sql, studioId, day),
    selectStudioTotal(sql, studioId),
    selectEndedByRule(sql, studioId, day),
  ])
  return studio && { ...nothingOnThatDay, ...sums, accountCents, endedByRule }
}

/** A page of the file that a day is reconciled by, as the studio reads it too; nothing where there is no such studio. */
export async function readReconciliation(sql: Sql, { studioId, day, after }: Day & { after: string }) {
  const [[studio], rows] = await Promise.all([
    selectStudiosSeen(sql, studioId),
    selectTransactionPage(sql, { studioId, day, after, max: PAGE }),
  ])
  if (!studio) return undefined
  const lines = rows.map(({ transactionId, roundId, playerId, kind, cents, refersTo, at }) => [
    transactionId,
    roundId,
    String(playerId),
    kind,
    (cents / 100).toFixed(2),
    refersTo ?? '',
    at.toISOString(),
  ])
  return {
    csv: toCsv([['transaction', 'round', 'player', 'kind', 'reais', 'refers_to', 'at'], ...lines]),
    next: rows.length < PAGE ? null : (rows.at(-1)?.transactionId ?? null),
  }
}

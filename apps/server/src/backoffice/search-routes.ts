import type { OperatorCalls, Permission } from '@palpite/contract/backoffice'
import { readOrdersNamed, readUnmatchedNamed } from '../cashier/index.ts'
import { readRoundOwner } from '../games/index.ts'
import { findPlayers } from '../identity/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Sql } from '../platform/db/index.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { type IdKind, publicIds } from '../platform/public-ids.ts'
import { ok } from '../platform/result.ts'
import { readBetOwner } from '../sportsbook/index.ts'

type Found = OperatorCalls['POST /api/backoffice/search']['data'][number]

/** Internal numbers have fewer digits than a CPF; public ids have thirteen letters and digits. */
const number = /^[1-9]\d{0,9}$/
const publicId = /^[0-9A-HJKMNP-TV-Z]{13}$/

/** The search by any id. It shows that something exists, nothing of it: what is opened next is audited. */
export function searchRoutes(api: OperatorApi, { db, config }: Pick<Deps, 'db' | 'config'>): void {
  serveOperator(api, 'POST /api/backoffice/search', async ({ caller, body: { id } }) => {
    const may = (permission: Permission) => caller.permissions.has(permission)
    const numberIn = (kind: IdKind): number | undefined => {
      if (number.test(id)) return Number(id)
      const read = publicId.test(id.toUpperCase()) ? publicIds(config, kind).read(id.toUpperCase()) : 0
      return read > 0 ? read : undefined
    }
    const [playerId, betId, roundId] = [numberIn('player'), numberIn('bet'), numberIn('round')]
    const found = await Promise.all([
      playerId !== undefined && may('players.read') ? foundPlayer(db, playerId) : [],
      betId !== undefined && may('bets.read') ? foundBet(db, betId) : [],
      roundId !== undefined && may('rounds.read') ? foundRound(db, roundId) : [],
      may('books.read') || may('withdrawals.review') ? foundOrders(db, id, may('books.read')) : [],
      may('books.read') ? foundPayments(db, id) : [],
    ])
    return ok(found.flat())
  })
}

const foundPlayer = async (sql: Sql, playerId: number): Promise<Found[]> =>
  (await findPlayers(sql, { emails: [], playerIds: [playerId] })).map(() => ({
    kind: 'player',
    id: String(playerId),
  }))

const foundBet = async (sql: Sql, betId: number): Promise<Found[]> =>
  (await readBetOwner(sql, betId)).map(() => ({ kind: 'bet', id: String(betId) }))

const foundRound = async (sql: Sql, roundId: number): Promise<Found[]> =>
  (await readRoundOwner(sql, roundId)).map(() => ({ kind: 'round', id: String(roundId) }))

/** Operators who may not read the books find only withdrawals under way. */
const foundOrders = async (sql: Sql, id: string, mayReadBooks: boolean): Promise<Found[]> =>
  (await readOrdersNamed(sql, id))
    .filter(({ isUnderWay }) => mayReadBooks || isUnderWay)
    .map(({ orderId }) => ({ kind: 'order', id: orderId }))

const foundPayments = async (sql: Sql, id: string): Promise<Found[]> =>
  (await readUnmatchedNamed(sql, id)).map(({ providerRef }) => ({ kind: 'payment', id: providerRef }))

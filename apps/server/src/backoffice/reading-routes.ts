import {
  asOperator,
  type ClosingRow,
  findPlayers,
  type Operators,
  readClosings,
  readClosingsOf,
  readPlayerFactors,
} from '../identity/index.ts'
import { readBalances } from '../ledger/index.ts'
import { audit, readAudit } from '../platform/audit/audit.ts'
import type { PublicIds } from '../platform/public-ids.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok } from '../platform/result.ts'
import { maskedCpf, maskedEmail, maskedName, maskedPhone } from './rules.ts'

const PAGE = 50

/** What operators look up: the audit chain, and players. */
export function readingRoutes(api: OperatorApi, { deps: { db }, settings }: Operators, ids: PublicIds): void {
  serveOperator(api, 'GET /api/backoffice/audit', async ({ query }) => {
    const { cursor, subject, operatorId, action } = query
    const rows = await readAudit(db, {
      ...(cursor !== undefined && { beforeId: Number(cursor) }),
      ...(subject !== undefined && { subject }),
      ...(operatorId !== undefined && { operatorId: Number(operatorId) }),
      ...(action !== undefined && { action }),
      max: PAGE,
    })
    const items = rows.map((row) => ({ ...row, at: row.at.toISOString() }))
    return ok({ items, nextCursor: rows.length < PAGE ? null : String(rows.at(-1)?.id ?? '') })
  })

  serveOperator(api, 'GET /api/backoffice/closings', async ({ query: { cursor } }) => {
    const rows = await readClosings(
      db,
      cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor),
      PAGE + 1,
    )
    const page = rows.slice(0, PAGE)
    const balances = await readBalances(
      db,
      page.map(({ playerId }) => playerId),
    )
    const last = page.at(-1)
    return ok({
      items: page.map((row) => ({
        playerId: row.playerId,
        cashCents: balances.get(row.playerId)?.cashCents ?? 0,
        ...toWireClosing(row),
      })),
      nextCursor: last && rows.length > PAGE ? String(last.position) : null,
    })
  })

  serveOperator(api, 'POST /api/backoffice/players/find', ({ caller, body }) =>
    asOperator(db, caller, async (tx) => {
      const { emails, playerIds, uIds = [], cpfs = [] } = body
      const wanted = { emails, cpfs, playerIds: [...playerIds, ...uIds.map(ids.read)] }
      const players = await findPlayers(tx, wanted)
      const foundIds = players.map(({ playerId }) => playerId)
      const factors = await readPlayerFactors(tx, foundIds, settings.factorResetSeconds)
      const closed = await readClosingsOf(tx, foundIds)
      const closings = new Map(closed.map((row) => [row.playerId, toWireClosing(row)]))
      const actor = { kind: 'operator' as const, id: caller.operatorId }
      // Also of a search that found nothing: who tries e-mails out, to learn which are players', is seen by this alone.
      const searched = {
        actor,
        action: 'players.searched',
        subject: 'players',
        details: {
          asked: emails.length + playerIds.length + uIds.length + cpfs.length,
          found: players.length,
        },
      }
      // One row a player that was shown: who looked at somebody is asked by that somebody.
      const shown = players.map(({ playerId }) => ({
        actor,
        action: 'player.looked_up',
        subject: `player:${playerId}`,
      }))
      await audit(tx, searched, ...shown)
      return ok(
        players.map(({ playerId, email, phone, name, cpf, createdAt, ...player }) => ({
          playerId,
          uId: ids.show(playerId),
          email: maskedEmail(email),
          phone: phone && maskedPhone(phone),
          name: name && maskedName(name),
          cpf: cpf && maskedCpf(cpf),
          isIdentified: player.isIdentified,
          isConfirmed: player.isConfirmed,
          personDoubt: player.personDoubt,
          isTest: player.isTest,
          createdAt: createdAt.toISOString(),
          closing: closings.get(playerId) ?? null,
          secondFactorSince: factors.get(playerId)?.since.toISOString() ?? null,
          factorResets: (factors.get(playerId)?.resets ?? []).map(({ operatorId, reason, askedAt }) => ({
            operatorId,
            reason,
            askedAt: askedAt.toISOString(),
          })),
        })),
      )
    }),
  )
}

const toWireClosing = ({
  why,
  closedAt,
  contactUntil,
  contactDeletedAt,
  personUntil,
  personDeletedAt,
}: ClosingRow) => ({
  why,
  closedAt: closedAt.toISOString(),
  contactUntil: contactUntil.toISOString(),
  contactDeletedAt: contactDeletedAt?.toISOString() ?? null,
  personUntil: personUntil.toISOString(),
  personDeletedAt: personDeletedAt?.toISOString() ?? null,
})

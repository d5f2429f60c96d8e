import {
  asOperator,
  countInvitees,
  findPlayers,
  readInviteesBefore,
  readReferrers,
} from '../identity/index.ts'
import { audit } from '../platform/audit.ts'
import type { Db } from '../platform/db/index.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'
import { readCommission, readCommissionFrom, readRelations } from '../rewards/index.ts'

const PAGE = 30

/**
 * The call for who invited a player and whom the player invited. Each page is audited, because the player may ask who
 * viewed it. The sums read every invitee, so only the first page has them.
 */
export function invitationRoutes(api: OperatorApi, db: Db): void {
  serveOperator(api, 'GET /api/backoffice/players/:playerId/invitations', ({ caller, params, query }) =>
    asOperator(db, caller, async (tx) => {
      const playerId = Number(params.playerId)
      if ((await findPlayers(tx, { emails: [], playerIds: [playerId] })).length === 0)
        return refuse('not_found')
      const isFirst = query.cursor === undefined
      const beforeId = query.cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(query.cursor)
      const [rows, referrers, invitees] = await Promise.all([
        readInviteesBefore(tx, { playerId, beforeId, max: PAGE + 1 }),
        readReferrers(tx, [playerId]),
        isFirst ? countInvitees(tx, playerId) : null,
      ])
      const page = rows.slice(0, PAGE)
      const inviterIds = referrers.get(playerId) ?? []
      const ids = page.map((row) => row.playerId)
      const mayMoney = caller.permissions.has('rewards.decide')
      const [relations, commission, commissionFrom] = await Promise.all([
        readRelations(tx, [playerId, ...inviterIds, ...ids]),
        mayMoney && isFirst ? readCommission(tx, playerId) : null,
        mayMoney ? readCommissionFrom(tx, playerId, ids) : () => null,
      ])
      await audit(tx, {
        actor: { kind: 'operator', id: caller.operatorId },
        action: 'player.invitations_read',
        subject: `player:${playerId}`,
      })
      const last = page.at(-1)
      return ok({
        inviters: inviterIds.map((earnerId, at) => ({
          playerId: earnerId,
          level: at + 1,
          relations: relations({ earnerId, playerId }),
        })),
        invitees,
        commission,
        items: page.map(({ createdAt, ...row }) => ({
          ...row,
          registeredAt: createdAt.toISOString(),
          relations: relations({ earnerId: playerId, playerId: row.playerId }),
          commission: commissionFrom(row.playerId),
        })),
        nextCursor: last && rows.length > PAGE ? String(last.playerId) : null,
      })
    }),
  )
}

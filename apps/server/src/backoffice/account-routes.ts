import { readCashSums } from '../cashier/index.ts'
import { asOperator, findPlayers } from '../identity/index.ts'
import { readBalances, readEntries, readOwed } from '../ledger/index.ts'
import { present } from '../platform/assert.ts'
import { audit } from '../platform/audit/audit.ts'
import type { Db } from '../platform/db/index.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'
import { readVipStandings } from '../rewards/index.ts'

const PAGE = 50
const newest = { cash: Number.MAX_SAFE_INTEGER, bonus: Number.MAX_SAFE_INTEGER }
/** Entries of every nature: none is told from another here. */
const anyNature = { beginnings: [], otherwise: '', nature: undefined }

/** What operators see of a player's money. Who looked is audited: that player may ask. */
export function accountRoutes(api: OperatorApi, db: Db): void {
  serveOperator(api, 'GET /api/backoffice/players/:playerId/account', ({ caller, params, query }) =>
    asOperator(db, caller, async (tx) => {
      const playerId = Number(params.playerId)
      const ids = [playerId]
      if ((await findPlayers(tx, { emails: [], playerIds: ids })).length === 0) return refuse('not_found')
      const before = query.cursor === undefined ? newest : placeOf(query.cursor)
      const [balances, owed, sums, standings, rows] = await Promise.all([
        readBalances(tx, ids),
        readOwed(tx, ids),
        readCashSums(tx, ids),
        readVipStandings(tx, ids),
        readEntries(tx, { playerId, before, max: PAGE + 1 }, anyNature),
      ])
      await audit(tx, {
        actor: { kind: 'operator', id: caller.operatorId },
        action: 'player.account_looked_at',
        subject: `player:${playerId}`,
      })
      const { cashCents, bonusCents } = present(balances.get(playerId), 'the balances of a player')
      const { paySumCents, wdSumCents } = present(sums.get(playerId), 'the cash sums of a player')
      const page = rows.slice(0, PAGE)
      const place = { ...before }
      for (const { account, version } of page) place[account] = version
      return ok({
        cashCents,
        bonusCents,
        owedCents: owed.get(playerId) ?? 0,
        paidInCents: paySumCents,
        paidOutCents: wdSumCents,
        vipLevel: present(standings.get(playerId), 'the standing of a player').level,
        items: page.map(({ account, version, key, amountCents, balanceCents, at }) => ({
          id: `${account}-${version}`,
          account,
          key,
          amountCents,
          afterCents: balanceCents,
          at: at.toISOString(),
        })),
        nextCursor: rows.length > PAGE ? `${place.cash}_${place.bonus}` : null,
      })
    }),
  )
}

/** Where a page ended on each account, as its answer said. */
function placeOf(cursor: string): typeof newest {
  const [cash = 0, bonus = 0] = cursor.split('_').map(Number)
  return { cash, bonus }
}

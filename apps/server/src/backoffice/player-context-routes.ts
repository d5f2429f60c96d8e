import type { OperatorCalls } from '@palpite/contract/backoffice'
import { readLastPayments } from '../cashier/index.ts'
import { asOperator, readClosingsOf, readPlayers } from '../identity/index.ts'
import { readBalances, readOwed } from '../ledger/index.ts'
import { audit } from '../platform/audit.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { present } from '../platform/errors.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { publicIds } from '../platform/public-ids.ts'
import { ok, refuse } from '../platform/result.ts'
import { readOpenCaseOf, readRules } from '../protection/index.ts'
import { readVipStatuses } from '../rewards/index.ts'
import { findBets } from '../sportsbook/index.ts'
import { maskedName } from './rules.ts'

type Context = OperatorCalls['GET /api/backoffice/players/:playerId/context']['data']

/** Rows of each kind: a glance, beside a link to the whole list. */
const MAX_ROWS = 5
/** Earlier than any bet. */
const FIRST_MICROS = Date.UTC(2020, 0, 1) * 1000
const A_MINUTE_MS = 60_000

/** The call that shows a player in short beside a conversation; one row in the audit chain for all of it. */
export function playerContextRoutes(api: OperatorApi, { db, config }: Pick<Deps, 'db' | 'config'>): void {
  const betIds = publicIds(config, 'bet')
  const playerIds = publicIds(config, 'player')

  serveOperator(api, 'GET /api/backoffice/players/:playerId/context', ({ caller, params }) =>
    asOperator(db, caller, async (tx) => {
      const playerId = Number(params.playerId)
      const ids = [playerId]
      const player = (await readPlayers(tx, ids)).get(playerId)
      if (!player) return refuse('not_found')
      const [closings, balances, owed, vipLevels, rules, payments] = await Promise.all([
        readClosingsOf(tx, ids),
        readBalances(tx, ids),
        readOwed(tx, ids),
        readVipStatuses(tx, ids),
        readRules(tx, ids),
        readLastPayments(tx, playerId, MAX_ROWS),
      ])
      const openBets = caller.permissions.has('bets.read') ? await readOpenBets(tx, playerId) : null
      const harmCase = caller.permissions.has('harm.decide') ? await readOpenCaseOf(tx, playerId) : undefined
      const { cashCents, bonusCents } = present(balances.get(playerId), 'the balances of a player')
      const own = rules.get(playerId)
      await audit(tx, {
        actor: { kind: 'operator', id: caller.operatorId },
        action: 'player.context_looked_at',
        subject: `player:${playerId}`,
      })
      return ok({
        uId: playerIds.show(playerId),
        name: player.name && maskedName(player.name),
        closedAt: closings[0]?.closedAt.toISOString() ?? null,
        vipLevel: present(vipLevels.get(playerId), 'the VIP level of a player').level,
        cashCents,
        bonusCents,
        owedCents: owed.get(playerId) ?? 0,
        openBets,
        payments: payments.map(({ at, ...payment }) => ({ ...payment, at: at.toISOString() })),
        limits: (own?.limits ?? []).map(({ kind, period, amount }) => ({ kind, period, amount })),
        breaks: (own?.breaks ?? []).map(({ kind, product, endsAt }) => ({
          kind,
          product,
          endsAt: endsAt?.toISOString() ?? null,
        })),
        harmCase: harmCase
          ? { caseId: harmCase.id, grade: harmCase.grade, openedAt: harmCase.openedAt.toISOString() }
          : null,
      })
    }),
  )

  async function readOpenBets(tx: Tx, playerId: number): Promise<Context['openBets']> {
    const untilMicros = (Date.now() + A_MINUTE_MS) * 1000
    const { bets, next } = await findBets(tx, {
      playerId,
      status: 'open',
      sport: null,
      fixtureId: null,
      fromCents: null,
      untilCents: null,
      fromMicros: FIRST_MICROS,
      untilMicros,
      before: { atMicros: untilMicros, id: 0 },
      max: MAX_ROWS,
    })
    return {
      items: bets.map(({ id, bet: { legs, stakeCents, potentialReturnCents } }) => ({
        betId: betIds.show(id),
        title: legs[0] ? (legs[0].title ?? `${legs[0].home} x ${legs[0].away}`) : '',
        legs: legs.length,
        stakeCents,
        potentialReturnCents,
      })),
      hasMore: next !== null,
    }
  }
}

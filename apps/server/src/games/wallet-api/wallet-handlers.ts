import type { WalletCalls } from '@palpite/contract/studio'
import { readBalances } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { publicIds } from '../../platform/public-ids.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import { selectOpenFreeRounds } from '../free-rounds/queries.ts'
import { type KeyRow, selectSessions, type SessionRow, consumeToken } from '../sessions/queries.ts'
import { tokenHash } from '../sessions/launch-game.ts'
import type { GamesSettings } from '../settings.ts'
import {
  nothingOnThatDay,
  selectDay,
  selectEndedByRule,
  selectStudioTotal,
  selectTransactionPage,
} from './queries.ts'
import type { WalletAnswer, WalletRequest } from './wallet-state.ts'
import type { WalletHandlers } from './wallet-routes.ts'

const PAGE = 500

type Needs = {
  policy: CompliancePolicy
  readSettings: () => Promise<GamesSettings>
  apply: (request: WalletRequest) => Promise<WalletAnswer>
}

const no = <const C>(code: C) => ({ ok: false as const, code })
const ok = <T>(value: T) => ({ ok: true as const, value })

/** What each call of the wallet API does. */
export function walletHandlers(deps: Deps, { policy, readSettings, apply }: Needs): WalletHandlers {
  const { db, config } = deps
  const players = publicIds(config, 'studioPlayer')
  const balanceOf = async (playerId: number) => {
    const { cashCents = 0, bonusCents = 0 } = (await readBalances(db, [playerId])).get(playerId) ?? {}
    return cashCents + bonusCents
  }
  const findSession = async ({ id: studioId }: KeyRow, id: string): Promise<SessionRow | undefined> => {
    const [session] = await selectSessions(db, [id])
    return session?.studioId === studioId ? session : undefined
  }
  const move = async (request: Exclude<WalletRequest, { kind: 'end' }>) => {
    const answer = await apply(request)
    if (!answer.ok) return answer
    return ok({ transactionId: request.transactionId, ...answer.value })
  }
  return {
    session: async (studio, { token }) => {
      const id = await consumeToken(db, tokenHash(token), studio.id)
      const session = id === undefined ? undefined : await findSession(studio, id)
      if (!session) return no('token_used')
      const [balanceCents, settings] = await Promise.all([balanceOf(session.playerId), readSettings()])
      return ok({
        session: session.id,
        player: players.show(session.playerId),
        game: session.gameCode,
        currency: 'BRL',
        balanceCents,
        terms: termsOf(session, settings, policy),
      })
    },
    balance: async (studio, body) => {
      const session = await findSession(studio, body.session)
      if (!session) return no('session_unknown')
      return ok({ balanceCents: await balanceOf(session.playerId), isOpen: session.isOpen })
    },
    debit: ({ id: studioId }, { currency: _currency, ...body }) => move({ ...body, studioId, kind: 'debit' }),
    credit: ({ id: studioId }, { currency: _currency, ...body }) =>
      move({ ...body, studioId, kind: 'credit' }),
    rollback: ({ id: studioId }, { currency: _currency, ...body }) =>
      move({ ...body, studioId, kind: 'rollback' }),
    freeRounds: async (studio, body) => {
      const session = await findSession(studio, body.session)
      if (!session) return no('session_unknown')
      const isGiven = policy.hasRewards('promotions')
      const open = isGiven ? await selectOpenFreeRounds(db, session) : []
      return ok({
        grants: open.map(({ id, left, stakeCents, endsAt }) => ({
          grant: id,
          left,
          stakeCents,
          endsAt: endsAt.toISOString(),
        })),
      })
    },
    freeRound: ({ id: studioId }, { currency: _currency, ...body }) =>
      move({ ...body, studioId, kind: 'free' }),
    end: async ({ id: studioId }, body) => {
      const answer = await apply({ ...body, studioId, kind: 'end' })
      return answer.ok ? ok({ balanceCents: answer.value.balanceCents }) : answer
    },
    statement: async ({ id }, { day }) => {
      const [sums, accountCents, ended] = await Promise.all([
        selectDay(db, id, day),
        selectStudioTotal(db, id),
        selectEndedByRule(db, id, day),
      ])
      const endedByRule = ended.map(({ roundId, playerId, endedAt }) => ({
        roundId,
        player: players.show(playerId),
        endedAt: endedAt.toISOString(),
      }))
      return ok({ ...nothingOnThatDay, ...sums, day, accountCents, endedByRule })
    },
    transactions: async ({ id: studioId }, { day, after = '' }) => {
      const rows = await selectTransactionPage(db, { studioId, day, after, max: PAGE })
      return ok({
        transactions: rows.map(({ playerId, at, ...row }) => ({
          ...row,
          player: players.show(playerId),
          at: at.toISOString(),
        })),
        next: rows.length < PAGE ? null : (rows.at(-1)?.transactionId ?? null),
      })
    },
  }
}

/** How a game may be played: its bounds, and what the policy in force says of its pace. */
const termsOf = (
  { minStakeCents, maxStakeCents }: SessionRow,
  { studioMinRoundMs }: GamesSettings,
  { terms }: CompliancePolicy,
): WalletCalls['session']['data']['terms'] => ({
  minStakeCents,
  maxStakeCents,
  minRoundMs: studioMinRoundMs,
  allowsTurbo: terms.allowsTurbo,
})

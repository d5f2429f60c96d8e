import type { OperatorCalls } from '@palpite/contract/backoffice'
import {
  findAbnormalRounds,
  findRound,
  findRounds,
  type FoundRound,
  gamesSettingsDefinition,
  isRoundProven,
  readGames,
} from '../games/index.ts'
import { asOperator } from '../identity/index.ts'
import { audit } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import type { Tx } from '../platform/db/index.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { type PublicIds, publicIds } from '../platform/public-ids.ts'
import { ok, refuse } from '../platform/result.ts'
import { openSettings } from '../platform/settings.ts'
import { cursorOf, type Place, placeOf } from '../platform/paging.ts'
import { findBet, findBets } from '../sportsbook/index.ts'

const PAGE = 50
/** Earlier than any bet. */
const FIRST_MICROS = Date.UTC(2020, 0, 1) * 1000

type Searched = Pick<
  OperatorCalls['GET /api/backoffice/bets']['query'],
  'cursor' | 'playerId' | 'from' | 'until' | 'fromCents' | 'untilCents'
>

type Needs = Pick<Deps, 'db' | 'reads' | 'config'>

/** Calls for all bets and rounds. Reading a single one, or those of one player, is audited. */
export function playRoutes(api: OperatorApi, needs: Needs): void {
  betListRoutes(api, needs)
  roundListRoutes(api, needs)
}

function betListRoutes(api: OperatorApi, { db, config }: Needs): void {
  const betIds = publicIds(config, 'bet')
  const playerIds = publicIds(config, 'player')

  serveOperator(api, 'GET /api/backoffice/bets', ({ caller, query }) =>
    asOperator(db, caller, async (tx) => {
      const { id, sport = null, status = null } = query
      const playerId = idOf(playerIds, query.playerId)
      await auditRead(tx, caller.operatorId, {
        action: 'player.bets_looked_at',
        playerId,
      })
      const found =
        id === undefined
          ? await findBets(tx, {
              ...boundsOf(query),
              playerId,
              sport,
              status,
              fixtureId: numberOf(query.fixtureId),
            })
          : await onlyBet(tx, innerId(betIds, id))
      const items = found.bets.map(({ id: betId, playerId: ownerId, bet }) => {
        const [first] = bet.legs
        const {
          status: state,
          kind,
          stakeCents,
          potentialReturnCents,
          returnCents,
          placedAt,
          settledAt,
        } = bet
        return {
          id: betId,
          betId: betIds.show(betId),
          playerId: ownerId,
          status: state,
          kind,
          title: first ? (first.title ?? `${first.home} x ${first.away}`) : '',
          sport: first?.sport ?? ('football' as const),
          legs: bet.legs.length,
          stakeCents,
          potentialReturnCents,
          returnCents,
          placedAt,
          settledAt,
        }
      })
      return ok({ items, nextCursor: found.next && cursorOf(found.next) })
    }),
  )

  const onlyBet = async (tx: Tx, id: number) => {
    const found = await findBet({ config }, tx, id)
    return { bets: found ? [{ id, ...found }] : [], next: null }
  }

  serveOperator(api, 'GET /api/backoffice/bets/:betId', ({ caller, params }) =>
    asOperator(db, caller, async (tx) => {
      const id = innerId(betIds, params.betId)
      const found = await findBet({ config }, tx, id)
      if (!found) return refuse('not_found')
      await noteOne(tx, caller.operatorId, { action: 'bet.looked_at', subject: `bet:${id}` })
      return ok({ id, ...found, bet: { ...found.bet, betId: betIds.show(id) } })
    }),
  )
}

function roundListRoutes(api: OperatorApi, { db, reads, config }: Needs): void {
  const roundIds = publicIds(config, 'round')
  const playerIds = publicIds(config, 'player')
  const settings = openSettings(gamesSettingsDefinition)
  const listed = ({ id, playerId, round }: FoundRound) => {
    const { game, status, stakeCents, payoutCents, multiplierE4, at, closedAt } = round
    const outcome = { game, status, stakeCents, payoutCents, multiplierE4, at, closedAt }
    return { id, roundId: roundIds.show(id), playerId, ...outcome }
  }

  serveOperator(api, 'GET /api/backoffice/rounds', ({ caller, query }) =>
    asOperator(db, caller, async (tx) => {
      const { id, game = null, status = null } = query
      const playerId = idOf(playerIds, query.playerId)
      await auditRead(tx, caller.operatorId, {
        action: 'player.rounds_looked_at',
        playerId,
      })
      const sharedRoundId = numberOf(query.sharedRoundId)
      const found =
        id === undefined
          ? await findRounds(tx, { ...boundsOf(query), playerId, game, status, sharedRoundId })
          : { rounds: [await findRound(tx, innerId(roundIds, id))], next: null }
      const items = found.rounds.flatMap((one) => (one ? [listed(one)] : []))
      return ok({ items, nextCursor: found.next && cursorOf(found.next) })
    }),
  )

  serveOperator(api, 'GET /api/backoffice/rounds/:roundId', ({ caller, params }) =>
    asOperator(db, caller, async (tx) => {
      const found = await findRound(tx, innerId(roundIds, params.roundId))
      if (!found) return refuse('not_found')
      await noteOne(tx, caller.operatorId, { action: 'round.looked_at', subject: `round:${found.id}` })
      const isProven = await isRoundProven(tx, found)
      return ok({ ...found, round: { ...found.round, roundId: roundIds.show(found.id) }, isProven })
    }),
  )

  serveOperator(api, 'GET /api/backoffice/games', async ({ caller }) => {
    const sql = reads.of(`operator:${caller.operatorId}`)
    const { countedUntil, games } = await readGames(sql, await settings.read(db))
    return ok({
      countedUntil: countedUntil?.toISOString() ?? null,
      games: games.map((game) => ({ ...game, oldestOpenAt: game.oldestOpenAt?.toISOString() ?? null })),
    })
  })

  serveOperator(
    api,
    'GET /api/backoffice/games/abnormalRounds',
    async ({ caller, query: { kind, cursor } }) => {
      const sql = reads.of(`operator:${caller.operatorId}`)
      const { idleHours } = await settings.read(db)
      const found = await findAbnormalRounds(sql, { kind, idleHours, ...boundsOf({ cursor }) })
      return ok({ items: found.rounds.map(listed), nextCursor: found.next && cursorOf(found.next) })
    },
  )
}

/** Thirteen letters and digits are a public id; fewer digits are the internal number. */
const innerId = (ids: PublicIds, id: string): number => (id.length === 13 ? ids.read(id) : Number(id))

const idOf = (ids: PublicIds, id: string | undefined): number | null =>
  id === undefined ? null : innerId(ids, id)

const numberOf = (digits: string | undefined): number | null => (digits === undefined ? null : Number(digits))

function boundsOf({ cursor, from, until, fromCents, untilCents }: Searched) {
  const untilMicros = (until === undefined ? Date.now() + 60_000 : Date.parse(until)) * 1000
  const newest: Place = { atMicros: untilMicros, id: 0 }
  return {
    before: cursor === undefined ? newest : placeOf(cursor),
    untilMicros,
    fromMicros: from === undefined ? FIRST_MICROS : Date.parse(from) * 1000,
    max: PAGE,
    fromCents: numberOf(fromCents),
    untilCents: numberOf(untilCents),
  }
}

/** Audits that an operator read what one player did. Each page is audited: with an invented cursor a later page may be the first that is read. */
async function auditRead(
  tx: Tx,
  operatorId: number,
  { action, playerId }: { action: string; playerId: number | null },
): Promise<void> {
  if (playerId === null) return
  await noteOne(tx, operatorId, { action, subject: `player:${playerId}` })
}

const noteOne = (tx: Tx, id: number, seen: { action: string; subject: string }) =>
  audit(tx, { actor: { kind: 'operator', id }, ...seen })

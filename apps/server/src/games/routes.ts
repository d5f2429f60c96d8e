import { type Calls, type GameCode, gameCodes } from '@palpite/contract'
import { turnsOf } from '../platform/costly-work.ts'
import type { Deps } from '../platform/deps.ts'
import { type Api, serve } from '../platform/http/serve.ts'
import type { Closed } from '../platform/maintenance.ts'
import { publicIds } from '../platform/public-ids.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { adapters } from './adapters/games.ts'
import { makeRecord, readRecords } from './records/make-record.ts'
import type { PlayRound } from './rounds/rules.ts'
import { type RoundRow, selectOpenPaced, selectRoundIds, selectRounds } from './rounds/queries.ts'
import type { StepRound } from './rounds/step-rules.ts'
import { toWirePlayed, toWireRound } from './rounds/wire-round.ts'
import { readSeeds, rotateSeeds } from './seeds/seeds.ts'
import type { GamesSettings } from './settings.ts'
import type { CancelBet } from './shared/cancel-bets.ts'
import { readRoom } from './shared/wire-room.ts'
import type { CompliancePolicy } from '../protection/index.ts'
import { mergeWins, readWins, readOnline } from './wins/read-wins.ts'
import { cachedRead } from '../platform/cached-read.ts'

/** Cache time of what everybody sees alike. */
const WINS_KEPT_MS = 2000
const ONLINE_KEPT_MS = 30_000

/** Seeds a player may reveal in an hour: each pair is in the public log for good. */
const ROTATIONS = 300
const ROTATIONS_SECONDS = 3600

/** Files of rounds per minute and player: each reads and signs thousands of rounds. */
const FILES = 20
const FILES_SECONDS = 60

/** The specification's code of an accepted bet. */
const SUCCESSFUL_BET = 1000 as const

type Needs = {
  deps: Deps
  policy: CompliancePolicy
  readSettings: () => Promise<GamesSettings>
  playRound: (request: PlayRound) => Promise<Result<RoundRow>>
  stepRound: (request: StepRound) => Promise<Result<RoundRow>>
  cancelBet: (request: CancelBet) => Promise<Result<RoundRow>>
}

type Caller = { playerId: number }
type Placing = { caller: Caller; closed: Closed | undefined }
type Bet = { requestId: string; stakeCents: number }
type Step = { requestId: string; roundId: string; tile: number | null }

/** Opens the calls of the small games. */
export function gamesRoutes(
  api: Api,
  { deps, policy, readSettings, playRound, stepRound, cancelBet }: Needs,
): void {
  const ids = publicIds(deps.config, 'round')
  const shown = (row: RoundRow) => ({ ...toWireRound(row), roundId: ids.show(row.id) })
  const played = <G extends GameCode>(_game: G, answer: Result<RoundRow>) => {
    if (!answer.ok) return answer
    const { round, ...balances } = toWirePlayed<G>(answer.value)
    return ok({ ...balances, round: { ...round, roundId: ids.show(answer.value.id) } })
  }

  serve(api, 'GET /api/app/games/seeds', async ({ caller }) => ok(await readSeeds(deps, caller.playerId)))

  const rotations = deps.limits.limiter('seed-rotations', ROTATIONS, ROTATIONS_SECONDS)
  serve(api, 'POST /api/app/games/rotateSeeds', async ({ caller: { playerId }, body }) =>
    (await rotations.consume(String(playerId)))
      ? rotateSeeds(deps, playerId, body.clientSeed)
      : refuse('too_many_requests'),
  )

  const bet = async <G extends GameCode>(
    game: G,
    { caller: { playerId }, closed }: Placing,
    { requestId, stakeCents, ...choice }: Bet,
  ) => {
    const request = { playerId, requestId, game, stakeCents, choice, closed }
    const answer = played(game, await playRound(request))
    return answer.ok ? ok({ result: SUCCESSFUL_BET, ...answer.value }) : answer
  }

  serve(api, 'POST /api/app/games/dice/betPlay', ({ body, ...of }) => bet('dice', of, body))
  serve(api, 'POST /api/app/games/limbo/betPlay', ({ body, ...of }) => bet('limbo', of, body))
  serve(api, 'POST /api/app/games/mines/betPlay', ({ body, ...of }) => bet('mines', of, body))
  serve(api, 'POST /api/app/games/rowDouble/betPlay', ({ body, ...of }) => bet('rowDouble', of, body))

  serve(api, 'POST /api/app/games/double/betPlay', ({ body, ...of }) => bet('double', of, body))
  serve(api, 'POST /api/app/games/luckyColor/betPlay', ({ body, ...of }) => bet('luckyColor', of, body))

  serve(api, 'POST /api/app/games/shared/cancel', async ({ caller: { playerId }, body }) => {
    const answer = await cancelBet({ playerId, roundId: ids.read(body.roundId) })
    return answer.ok ? played(answer.value.game, answer) : answer
  })

  serve(api, 'GET /api/app/games/shared/:room', async ({ params }) =>
    ok(await readRoom(deps.db, params.room)),
  )

  const step = async <G extends GameCode>(
    game: G,
    { playerId }: Caller,
    { requestId, tile, ...body }: Step,
  ) => {
    const roundId = ids.read(body.roundId)
    return played(game, await stepRound({ playerId, requestId, game, roundId, tile }))
  }

  serve(api, 'POST /api/app/games/mines/step', ({ caller, body }) => step('mines', caller, body))
  serve(api, 'POST /api/app/games/rowDouble/step', ({ caller, body }) => step('rowDouble', caller, body))

  serve(api, 'GET /api/app/games/open', async ({ caller: { playerId } }) => {
    const open = await selectOpenPaced(deps.db, [playerId])
    const rows = open.length === 0 ? [] : await selectRounds(deps.db, open)
    return ok(rows.map(shown).toReversed())
  })

  serve(api, 'GET /api/app/games/rounds', async ({ caller: { playerId }, query }) => {
    const beforeId = query.cursor === undefined ? Number.MAX_SAFE_INTEGER : ids.read(query.cursor)
    const sql = deps.reads.of(`player:${playerId}`)
    const { pageSize: max } = await readSettings()
    const { game = null, status = null } = query
    const page = await selectRoundIds(sql, { playerId, game, status, beforeId, max })
    const keys = page.map(({ id }) => ({ playerId, id }))
    const rows = keys.length === 0 ? [] : await selectRounds(sql, keys)
    return ok({ rounds: rows.map(shown), next: keys.length < max ? null : ids.show(keys.at(-1)?.id ?? 0) })
  })

  serve(api, 'GET /api/app/games/rounds/:roundId', async ({ caller: { playerId }, params }) => {
    const [row] = await selectRounds(deps.db, [{ playerId, id: ids.read(params.roundId) }])
    return row ? ok(shown(row)) : refuse('not_found')
  })

  const files = deps.limits.limiter('game-records', FILES, FILES_SECONDS)
  const fileInTurn = turnsOf('record')

  serve(api, 'GET /api/app/games/records', async ({ caller }) =>
    ok(await readRecords(deps.reads.of(`player:${caller.playerId}`), caller.playerId)),
  )

  serve(api, 'GET /api/app/games/record', async ({ caller: { playerId }, query }) => {
    if (!(await files.consume(String(playerId)))) return refuse('too_many_requests')
    const { serverSeedHash, part = '1' } = query
    const asked = { playerId, serverSeedHash, part: Number(part) }
    const made = await fileInTurn(playerId, () =>
      makeRecord(
        { config: deps.config, sql: deps.reads.of(`player:${playerId}`), showId: (id) => ids.show(id) },
        asked,
      ),
    )
    return made.ok ? ok({ ...made.value, content: { ...made.value.content } }) : made
  })

  publicRoutes(api, { deps, policy, readSettings })
}

/** The calls that answer everybody alike: recent wins, players online, the rules. */
function publicRoutes(
  api: Api,
  { deps, policy, readSettings }: Pick<Needs, 'deps' | 'policy' | 'readSettings'>,
): void {
  // Separate ids: a public win must not lead to its player's round.
  const winIds = publicIds(deps.config, 'win')
  const wins = cachedRead(WINS_KEPT_MS, (game: GameCode) => readWins(deps.reads.shared, game, winIds.show))
  serve(api, 'GET /api/app/games/wins/:game', async ({ params }) => ok(await wins(params.game)))
  serve(api, 'GET /api/app/games/wins', async () => ok(await mergeWins(wins)))

  const online = cachedRead(ONLINE_KEPT_MS, async (_all: undefined) =>
    readOnline(deps, { policy, settings: await readSettings() }),
  )
  serve(api, 'GET /api/app/games/online', async () => ok(await online(undefined)))

  serve(api, 'GET /api/app/games/rules', async () => ok(publishedRules(await readSettings())))
}

/** The limits of every game, and the exact return of its published choice. */
const publishedRules = (settings: GamesSettings): Calls['GET /api/app/games/rules']['data'] =>
  gameCodes.map((game) => {
    const { kind, returnToPlayer, returnBounds, publishedChoice } = adapters[game]
    const { isOpen, minStakeCents, maxStakeCents, maxPayoutCents } = settings[game]
    const bounds = { isOpen, minStakeCents, maxStakeCents, maxPayoutCents }
    return {
      game,
      ...bounds,
      returnToPlayer: returnToPlayer(publishedChoice),
      ...(returnBounds && { returnBounds }),
      ...(kind === 'paced' && { idleHours: settings.idleHours }),
    }
  })

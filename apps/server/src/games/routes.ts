import type { Calls } from '@palpite/contract'
import { diceReturnToPlayer } from '@palpite/games'
import type { Deps } from '../platform/deps.ts'
import { type Api, serve } from '../platform/http/serve.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { type RoundRow, selectRoundIds, selectRounds } from './round-queries.ts'
import type { PlayRound } from './rules.ts'
import { rotateSeeds, readSeeds } from './seeds.ts'
import type { GamesSettings } from './settings.ts'

type Needs = {
  deps: Deps
  readSettings: () => Promise<GamesSettings>
  playRound: (request: PlayRound) => Promise<Result<RoundRow>>
}

type Round = Calls['GET /api/app/games/rounds/:roundId']['data']

/** Opens the calls of the small games. */
export function gamesRoutes(api: Api, { deps, readSettings, playRound }: Needs): void {
  serve(api, 'GET /api/app/games/seeds', async ({ caller }) => ok(await readSeeds(deps, caller.playerId)))

  serve(api, 'POST /api/app/games/rotateSeeds', async ({ caller, body }) =>
    ok(await rotateSeeds(deps, caller.playerId, body.clientSeed)),
  )

  serve(api, 'POST /api/app/games/dice/betPlay', async ({ caller, body }) => {
    const { requestId, stakeCents, direction, targetHundredths } = body
    const bet = { side: direction, targetHundredths }
    const answer = await playRound({ playerId: caller.playerId, requestId, stakeCents, bet })
    if (!answer.ok) return answer
    const { cashCents, bonusCents, balanceVersion } = answer.value
    return ok({
      ...roundOf(answer.value),
      balance: (cashCents + bonusCents) / 100,
      freeBalance: bonusCents / 100,
      balanceVersion,
    })
  })

  serve(api, 'GET /api/app/games/rounds', async ({ caller: { playerId }, query }) => {
    const beforeId = query.cursor === undefined ? Number.MAX_SAFE_INTEGER : wholeNumber(query.cursor)
    if (beforeId === undefined)
      return refuse('bad_request', { values: { field: 'cursor' }, detail: { field: 'cursor' } })
    const { pageSize: max } = await readSettings()
    const page = await selectRoundIds(deps.db, { playerId, game: query.game ?? null, beforeId, max })
    const ids = page.map(({ id }) => id)
    const rows =
      ids.length === 0 ? [] : await selectRounds(deps.db, { playerIds: ids.map(() => playerId), ids })
    return ok({ rounds: rows.map(roundOf), next: ids.length < max ? null : String(ids.at(-1)) })
  })

  serve(api, 'GET /api/app/games/rounds/:roundId', async ({ caller: { playerId }, params }) => {
    const id = wholeNumber(params.roundId)
    const [row] = id === undefined ? [] : await selectRounds(deps.db, { playerIds: [playerId], ids: [id] })
    return row ? ok(roundOf(row)) : refuse('not_found')
  })

  serve(api, 'GET /api/app/games/rules', async () => ok(publishedRules(await readSettings())))
}

const wholeNumber = (text: string): number | undefined => {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(number) ? number : undefined
}

/** Dice pays 99 % of 10,000 results out of 10,001: the return is a hair below, and we publish the exact one. */
function publishedRules({
  dice,
  publishedDiceBet,
}: GamesSettings): Calls['GET /api/app/games/rules']['data'] {
  const { n, d } = diceReturnToPlayer(publishedDiceBet)
  return [{ game: 'dice', ...dice, returnToPlayer: n / d }]
}

const roundOf = (row: RoundRow): Round => ({
  roundId: String(row.id),
  game: row.game,
  stakeCents: row.stakeCents,
  payoutCents: row.payoutCents,
  at: row.at.toISOString(),
  serverSeedHash: row.serverSeedHash,
  serverSeed: row.serverSeed,
  clientSeed: row.clientSeed,
  nonce: row.nonce,
  algorithm: `${row.algorithm}/${row.algorithmVersion}`,
  dice: {
    direction: row.diceDirection,
    targetHundredths: row.diceTargetHundredths,
    resultHundredths: row.diceResultHundredths,
    multiplierE4: row.diceMultiplierE4,
  },
})

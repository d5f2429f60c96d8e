import { openGames } from '../../apps/server/src/games/index.ts'
import { policyOf } from '../../apps/server/src/protection/index.ts'
import type { AgainstTpcb } from './against.ts'
import type { Rate } from './callers.ts'
import type { OwnApp } from './own-app.ts'

const BETS = 5000
const LIST = 512
const COLOURS = ['red', 'black', 'white'] as const

/** The round of double against TPC-B. */
export async function measureDoubleRound(
  own: OwnApp,
  playerIds: readonly number[],
  against: AgainstTpcb,
): Promise<void> {
  const what = 'bets on one round of double, accepted and settled'
  await against({ name: 'double_round', what, goal: 4 }, () => measureSharedBets(own, playerIds))
}

/** Places the bets of this many players on one round of double and settles them by its draw; measures both together. */
async function measureSharedBets({ deps, asOwner }: OwnApp, playerIds: readonly number[]): Promise<Rate> {
  const games = openGames(deps, { policy: policyOf(deps.config) })
  await games.advanceSharedRounds()
  const id = await holdRound({ asOwner })
  const run = deps.random.hex(6)
  const bets = Array.from({ length: BETS }, (_, at) => ({
    playerId: playerIds[at % playerIds.length] ?? 0,
    requestId: `bench-${run}-${String(at).padStart(6, '0')}`,
    game: 'double' as const,
    stakeCents: 100,
    choice: { colour: COLOURS[at % COLOURS.length] },
  }))
  const from = performance.now()
  for (let at = 0; at < BETS; at += LIST) {
    const refused = (await games.playRounds(bets.slice(at, at + LIST))).find(({ ok }) => !ok)
    if (refused) throw new Error(`a bet was refused: ${JSON.stringify(refused)}`)
  }
  const acceptedMs = performance.now() - from
  await endRound({ asOwner }, id)
  const settling = performance.now()
  await games.advanceSharedRounds()
  const settledMs = performance.now() - settling
  const rows = await deps.db<{ count: number }[]>`
    select count(*) as count from games_round where shared_round_id = ${id} and status <> 'open'`
  if (rows[0]?.count !== BETS) throw new Error(`${rows[0]?.count} of ${BETS} bets were settled`)
  process.stderr.write(
    `${BETS} bets on one round: accepted in ${Math.round(acceptedMs)} ms, settled in ${Math.round(settledMs)} ms\n`,
  )
  return { perSecond: (BETS * 1000) / (acceptedMs + settledMs) }
}

/** The round of double that takes bets keeps taking them: a slow machine does not miss it. */
const holdRound = ({ asOwner }: Pick<OwnApp, 'asOwner'>): Promise<number> =>
  asOwner(async (owner) => {
    await owner`alter table games_shared_round disable trigger user`
    const rows = await owner<{ id: number }[]>`
      update games_shared_round
         set opens_at = now() - interval '1 hour', closes_at = now() + interval '1 hour',
             draws_at = now() + interval '1 hour', settles_at = now() + interval '1 hour',
             ends_at = now() + interval '1 hour'
       where id = (select min(id) from games_shared_round
                    where room = 'double' and status = 'open' and closes_at > now())
      returning id`
    await owner`alter table games_shared_round enable trigger user`
    if (!rows[0]) throw new Error('double takes bets')
    return rows[0].id
  })

/** Ends its betting time: the job draws and settles it. */
const endRound = ({ asOwner }: Pick<OwnApp, 'asOwner'>, id: number): Promise<void> =>
  asOwner(async (owner) => {
    await owner`alter table games_shared_round disable trigger user`
    await owner`
      update games_shared_round
         set closes_at = now() - interval '1 second', draws_at = now() - interval '1 second',
             settles_at = now() - interval '1 second'
       where id = ${id}`
    await owner`alter table games_shared_round enable trigger user`
  })

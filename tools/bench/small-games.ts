import type { AgainstTpcb } from './against.ts'
import type { Reached } from './callers.ts'
import type { LoadOrder } from './load-wire.ts'

/** Sends requests of the players to the server that is measured. */
export type Load = (
  order: Pick<LoadOrder, 'path' | 'bodies' | 'connections'> & Partial<LoadOrder>,
) => Promise<Reached>

/** Callers of the small games. */
const CALLERS = 256

const path = (game: string, call: string) => `/api/app/games/${game}/${call}`

/** Rounds of dice: chances of a half and of nearly one. */
export const dice = {
  path: path('dice', 'betPlay'),
  bodies: [
    { stakeCents: 100, direction: 'over', targetHundredths: 5050 },
    { stakeCents: 100, direction: 'under', targetHundredths: 4950 },
    { stakeCents: 100, direction: 'over', targetHundredths: 200 },
  ],
}

/** Paced games with what is chosen, and the tiles that a round picks before its money is taken. */
const pacedGames = [
  { game: 'mines', choice: { mineCount: 3 }, tiles: [0, 1, 2] },
  { game: 'rowDouble', choice: { difficulty: 'easy' }, tiles: [0, 0, 0] },
] as const

/** Rounds of dice and limbo, and the steps of paced games: each bet, tile and cash-out is one. */
export async function measureGames(load: Load, against: AgainstTpcb): Promise<void> {
  for (const [connections, goal] of [
    [64, {}],
    [CALLERS, { goal: 1.8 }],
  ] as const) {
    const what = `dice rounds over HTTP, ${connections} callers`
    await against({ name: `dice_${connections}`, what, ...goal }, () => load({ ...dice, connections }))
  }
  const limbo = { path: path('limbo', 'betPlay'), bodies: [{ stakeCents: 100, targetHundredths: 200 }] }
  await against({ name: 'limbo', what: `rounds of limbo over HTTP, ${CALLERS} callers`, goal: 1.8 }, () =>
    load({ ...limbo, connections: CALLERS }),
  )
  for (const { game, choice, tiles } of pacedGames) {
    const what = `steps of ${game} over HTTP, ${CALLERS} callers`
    await against({ name: game, what, goal: 1.8 }, () =>
      load({
        path: path(game, 'betPlay'),
        bodies: [{ stakeCents: 100, ...choice }],
        connections: CALLERS,
        steps: { path: path(game, 'step'), tiles },
      }),
    )
  }
}

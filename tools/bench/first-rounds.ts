import { openGames } from '../../apps/server/src/games/index.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { policyOf } from '../../apps/server/src/protection/index.ts'

const LIST = 500

/** Every player plays once, so that seeds and accounts exist as in an app in use. */
export async function playFirstRounds(deps: Deps, playerIds: readonly number[]): Promise<void> {
  const games = openGames(deps, { policy: policyOf(deps.config) })
  for (let from = 0; from < playerIds.length; from += LIST) {
    const requests = playerIds.slice(from, from + LIST).map((playerId) => ({
      playerId,
      requestId: `first-round-of-${playerId}`,
      stakeCents: 100,
      game: 'dice' as const,
      choice: { direction: 'over', targetHundredths: 200 },
    }))
    const refused = (await games.playRounds(requests)).find(({ ok }) => !ok)
    if (refused) throw new Error(`a first round was refused: ${JSON.stringify(refused)}`)
  }
}

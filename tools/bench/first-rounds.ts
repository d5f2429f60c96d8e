import { openGames } from '../../apps/server/src/games/index.ts'
import type { House } from '../../apps/server/src/platform/house.ts'
import { policyOf } from '../../apps/server/src/protection/index.ts'

const LIST = 500

/** Every player plays once, so that seeds and accounts are there and what is measured is a house in use. */
export async function playFirstRounds(house: House, playerIds: readonly number[]): Promise<void> {
  const games = openGames(house, {
    policy: policyOf(house.config),
    standings: () => Promise.resolve(new Map()),
  })
  for (let from = 0; from < playerIds.length; from += LIST) {
    const asks = playerIds.slice(from, from + LIST).map((playerId) => ({
      playerId,
      requestId: `first-round-of-${playerId}`,
      stakeCents: 100,
      bet: { side: 'over' as const, targetHundredths: 200 },
    }))
    const refused = (await games.playRounds(asks)).find(({ ok }) => !ok)
    if (refused) throw new Error(`a first round was refused: ${JSON.stringify(refused)}`)
  }
}

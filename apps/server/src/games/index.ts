import { batches } from '../platform/batches.ts'
import type { House } from '../platform/house.ts'
import type { Door } from '../platform/http/serve.ts'
import { type PlayNeeds, playRounds } from './play-rounds.ts'
import { gamesRoutes } from './routes.ts'
import type { PlayRound } from './rules.ts'
import { gamesSettings, type GamesSettings } from './settings.ts'

export { proveRounds } from './prove-rounds.ts'

type Needs = Omit<PlayNeeds, 'settings'> & { settings?: Partial<GamesSettings> }

/** The small games: their calls, and the deed behind them. Has no jobs: every round is over when it is answered. */
export function openGames(house: House, { settings: own, ...rest }: Needs) {
  const settings = { ...gamesSettings, ...own }
  const needs = { ...rest, settings }
  const play = (asks: readonly PlayRound[]) => playRounds(house, needs, asks)
  const playRound = batches({ run: play, key: ({ playerId }) => playerId, ...settings.lists })
  return {
    routes: (door: Door): void => gamesRoutes(door, { house, settings, playRound }),
    /** Plays a list of rounds; answers in the order asked. */
    playRounds: play,
  }
}

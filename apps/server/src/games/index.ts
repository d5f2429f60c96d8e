import { batches } from '../platform/batches.ts'
import type { Deps } from '../platform/deps.ts'
import type { Api } from '../platform/http/serve.ts'
import { type PlayNeeds, playRounds } from './play-rounds.ts'
import { gamesRoutes } from './routes.ts'
import type { PlayRound } from './rules.ts'
import { gamesSettings, type GamesSettings } from './settings.ts'

export { roundPlayed } from './events.ts'
export { gamesSettingsDefinition } from './settings.ts'
export { verifyRounds } from './verify-rounds.ts'

type Needs = Omit<PlayNeeds, 'settings'> & { settings?: Partial<GamesSettings> }

/** The small games: their calls, and the command behind them. Has no jobs: every round is over when it is answered. */
export function openGames(deps: Deps, { settings: own, ...rest }: Needs) {
  const settings = { ...gamesSettings, ...own }
  const needs = { ...rest, settings }
  const play = (requests: readonly PlayRound[]) => playRounds(deps, needs, requests)
  const playRound = batches({ run: play, key: ({ playerId }) => playerId, ...settings.lists })
  return {
    routes: (api: Api): void => gamesRoutes(api, { deps, settings, playRound }),
    /** Plays a list of rounds; answers in the order asked. */
    playRounds: play,
  }
}

import { batches } from '../platform/batches.ts'
import type { Deps } from '../platform/deps.ts'
import type { Api } from '../platform/http/serve.ts'
import { type PlayNeeds, playRounds } from './play-rounds.ts'
import { gamesRoutes } from './routes.ts'
import type { PlayRound } from './rules.ts'
import { openSettings } from '../platform/settings/settings.ts'
import { gamesSettings, gamesSettingsDefinition, type GamesSettings } from './settings.ts'

export { roundPlayed } from './events.ts'
export { gamesSettingsDefinition } from './settings.ts'
export { verifyRounds } from './verify-rounds.ts'

type Needs = Omit<PlayNeeds, 'settings'> & { settings?: Partial<GamesSettings> }

/** The small games: their calls, and the command behind them. Has no jobs: every round is over when it is answered. */
export function openGames(deps: Deps, { settings: own, ...rest }: Needs) {
  const inForce = openSettings(gamesSettingsDefinition, own)
  const readSettings = () => inForce.read(deps.db)
  const play = async (requests: readonly PlayRound[]) =>
    playRounds(deps, { ...rest, settings: await readSettings() }, requests)
  const { lists } = { ...gamesSettings, ...own }
  const playRound = batches({ run: play, key: ({ playerId }) => playerId, ...lists })
  return {
    routes: (api: Api): void => gamesRoutes(api, { deps, readSettings, playRound }),
    /** Plays a list of rounds; answers in the order asked. */
    playRounds: play,
  }
}

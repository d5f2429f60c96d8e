import { batches } from '../platform/batches.ts'
import type { ClearingCheck } from '../ledger/index.ts'
import type { Sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Api } from '../platform/http/serve.ts'
import { type Job, schedule } from '../platform/schedule.ts'
import type { SealedTable } from '../platform/seals/index.ts'
import { openSettings } from '../platform/settings/settings.ts'
import {
  closeIdleRounds,
  type PlayNeeds,
  type PlayRound,
  playRounds,
  sealedRounds,
  selectInRound,
  selectOpenStakes,
  type StepRound,
  stepRounds,
} from './rounds/index.ts'
import { sealedDraws } from './draws/index.ts'
import { sealedSeeds } from './seeds/index.ts'
import { gamesRoutes } from './routes.ts'
import { openWageringSettings } from '../wagering/index.ts'
import { type CancelBet, cancelBets, moveSharedRounds, readRoom } from './shared/index.ts'
import { gamesSettings, gamesSettingsDefinition, type GamesSettings } from './settings.ts'

export { roundPlayed, sharedRoundChanged } from './events.ts'
export { gamesSettingsDefinition } from './settings.ts'
export { verifyCommitments, verifyRounds } from './rounds/index.ts'

type Needs = Omit<PlayNeeds, 'settings' | 'wagering'> & { settings?: Partial<GamesSettings> }

const IDLE_EVERY_MS = 60_000
/** A round's parts begin at most so late; a leader that died is followed within as long. */
const SHARED_EVERY_MS = 250

/** What the ledger's clearing account of this module must hold. */
export const gamesClearing = (): ClearingCheck[] => [
  { account: 'games_open', what: 'stakes of open rounds', openCents: selectOpenStakes },
]

/** What of this module stays as it was written, once it is over. */
export const gamesSealed: readonly SealedTable[] = [...sealedSeeds, ...sealedRounds, ...sealedDraws]

/** Which of these players are in a round: what they staked is neither won nor lost yet. */
export const readPlayersInRound = async (
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlySet<number>> =>
  new Set((await selectInRound(sql, playerIds)).map(({ playerId }) => playerId))

/** The small games: their calls, the commands behind them, and what closes rounds that nobody goes on with. */
export function openGames(deps: Deps, { settings: own, ...rest }: Needs) {
  const inForce = openSettings(gamesSettingsDefinition, own)
  const wagering = openWageringSettings()
  const readSettings = () => inForce.read(deps.db)
  const needs = async () => {
    const [settings, counting] = await Promise.all([readSettings(), wagering.read(deps.db)])
    return { ...rest, settings, wagering: counting }
  }
  const play = async (requests: readonly PlayRound[]) => playRounds(deps, await needs(), requests)
  const step = async (requests: readonly StepRound[]) => stepRounds(deps, await needs(), requests)
  const moveShared = async () => moveSharedRounds(deps, await needs())
  const cancel = async (requests: readonly CancelBet[]) => cancelBets(deps, await needs(), requests)
  const closeIdle = async () => closeIdleRounds(deps, await needs())
  const { lists } = { ...gamesSettings, ...own }
  const ofPlayer = {
    key: ({ playerId }: { playerId: number }) => playerId,
    patienceMs: deps.config.PATIENCE_MS,
  }
  const playRound = batches({ run: play, ...ofPlayer, ...lists })
  const stepRound = batches({ run: step, ...ofPlayer, ...lists })
  const cancelBet = batches({ run: cancel, ...ofPlayer, ...lists })
  return {
    routes: (api: Api): void =>
      gamesRoutes(api, { deps, policy: rest.policy, readSettings, playRound, stepRound, cancelBet }),
    jobs: (): Job[] => [
      schedule({
        name: 'shared-rounds',
        everyMs: SHARED_EVERY_MS,
        log: deps.log,
        run: moveShared,
      }),
      schedule({
        name: 'close-idle-rounds',
        everyMs: IDLE_EVERY_MS,
        log: deps.log,
        run: async () => void (await closeIdle()),
      }),
    ],
    /** Begins a list of rounds; answers in the order asked. */
    playRounds: play,
    /** Goes on with a list of open rounds; answers in the order asked. */
    stepRounds: step,
    /** Moves the rounds of the shared games on: draws, makes the next ones, settles. */
    moveSharedRounds: moveShared,
    /** Takes a list of bets on shared rounds back; answers in the order asked. */
    cancelBets: cancel,
    /** A room of a shared game as everybody may see it. */
    readRoom: (room: Parameters<typeof readRoom>[1]) => readRoom(deps.db, room),
    /** Closes rounds that were begun too long ago; answers how many. */
    closeIdle,
  }
}

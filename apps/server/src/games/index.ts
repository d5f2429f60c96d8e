import { batches } from '../platform/batches.ts'
import type { ClearingCheck } from '../ledger/index.ts'
import type { Sql } from '../platform/db/index.ts'
import type { Config } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import type { Api } from '../platform/http/serve.ts'
import { type Job, schedule } from '../platform/schedule.ts'
import type { SealedTable } from '../platform/seals-rules.ts'
import { openSettings } from '../platform/settings.ts'
import { closeIdleRounds } from './rounds/close-rounds.ts'
import { playRounds, stepRounds } from './rounds/play-rounds.ts'
import type { PlayNeeds, PlayRound } from './rounds/rules.ts'
import { sealedRounds, selectInRound, selectOpenStakes } from './rounds/queries.ts'
import type { StepRound } from './rounds/step-rules.ts'
import { sealedDraws } from './draws/queries.ts'
import { sealedSeeds } from './seeds/queries.ts'
import { countReturns } from './returns/returns.ts'
import { gamesRoutes } from './routes.ts'
import { closeIdleSessions, closeSession, deleteOldTokens, selectInStudioGame } from './sessions/queries.ts'
import { refreshCatalogues, registerStudio } from './sessions/catalogues.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { applyTransactions, endUnendedRounds } from './wallet-api/apply-transactions.ts'
import {
  sealedTransactions,
  selectBrokenDays,
  selectInStudioRound,
  selectStudioSum,
} from './wallet-api/queries.ts'
import { walletHandlers, walletRoutes } from './wallet-api/routes.ts'
import type { WalletRequest } from './wallet-api/wallet-state.ts'
import { serveWalletDocs } from './wallet-api/wallet-docs.ts'
import { openWageringSettings } from '../wagering/index.ts'
import { type CancelBet, cancelBets } from './shared/cancel-bets.ts'
import { advanceSharedRounds } from './shared/draw-rounds.ts'
import { readRoom } from './shared/wire-room.ts'
import { gamesSettings, gamesSettingsDefinition, type GamesSettings } from './settings.ts'

export { gamesPersonalData } from './personal-data-queries.ts'
export { roundPlayed, sharedRoundChanged, studioRoundEnded } from './events.ts'
export { grantFreeRounds } from './free-rounds/grant-free-rounds.ts'
export {
  addStudio,
  admitPlace,
  approveKey,
  revokeKey,
  rotateKey,
  setAddresses,
  setSuspended,
  readReconciliation,
  readStudioDay,
  readStudios,
} from './studios/studios.ts'
export { gamesSettingsDefinition } from './settings.ts'
export {
  selectClosedRounds as readClosedRounds,
  selectStudioMoves as readStudioMoves,
  selectGameResults as readGameResults,
} from './records/queries.ts'
export { countReturns, readGames } from './returns/returns.ts'
export { findAbnormalRounds, findRound, findRounds, type FoundRound } from './rounds/find-rounds.ts'
export { verifyCommitments, isRoundProven, verifyRounds } from './rounds/verify-rounds.ts'

type Needs = Omit<PlayNeeds, 'settings' | 'wagering'> & { settings?: Partial<GamesSettings> }

const IDLE_EVERY_MS = 60_000
/** Games that are closed in one list. */
const MAX_CLOSED = 1000
/** A studio that starts after the server is found so soon. */
const CATALOGUES_EVERY_MS = 5000
/** A round's parts begin at most so late; a leader that died is followed within as long. */
const SHARED_EVERY_MS = 250
/** So old are the returns that operators see, at most. */
const RETURNS_EVERY_MS = 300_000

/** What the ledger's clearing account of this module must hold. */
export const gamesClearing = (): ClearingCheck[] => [
  { account: 'games_open', what: 'stakes of open rounds', openCents: selectOpenStakes },
  { account: 'studio:%', what: 'the days of studios', openCents: selectStudioSum },
]

/** What of this module stays as it was written, once it is over. */
export const gamesSealed: readonly SealedTable[] = [
  ...sealedSeeds,
  ...sealedRounds,
  ...sealedDraws,
  ...sealedTransactions,
]

/** Whether what studios did adds up to their statements. */
export const verifyStudios = async (sql: Sql): Promise<string[]> =>
  (await selectBrokenDays(sql)).map(
    ({ studioId, day }) => `studio ${studioId}, ${day}: not the sum of its transactions`,
  )

/** A game that its player is in: a small game, or one of a studio, which has its name with it. */
export type OpenGame = { code: string; name: string | null }

/**
 * Which of these players are in a game, and in which: in a round that is neither won nor lost yet, or in a game of a studio
 * that they have not left. Each game once, by its code.
 */
export const readPlayersInGame = async (
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly OpenGame[]>> => {
  const [small, rounds, games] = await Promise.all([
    selectInRound(sql, playerIds),
    selectInStudioRound(sql, playerIds),
    selectInStudioGame(sql, playerIds),
  ])
  const all = [...small.map((row) => ({ ...row, name: null })), ...rounds, ...games]
  return new Map(
    [...Map.groupBy(all, ({ playerId }) => playerId)].map(([playerId, rows]) => [
      playerId,
      [...new Map(rows.map(({ code, name }) => [code, { code, name }])).values()],
    ]),
  )
}

/** Takes on the studio that the configuration names: our own, which runs beside the server. */
export async function registerOwnStudio(deps: Deps): Promise<void> {
  const terms = ownStudioOf(deps.config)
  if (terms) await registerStudio(deps, terms)
}

const ownStudioOf = ({ STUDIO_URL, STUDIO_KEY_ID, STUDIO_SECRET }: Config) =>
  STUDIO_URL && STUDIO_KEY_ID && STUDIO_SECRET
    ? {
        id: 'palpite',
        name: 'Palpite Estúdio',
        baseUrl: STUDIO_URL,
        keyId: STUDIO_KEY_ID,
        secret: STUDIO_SECRET,
      }
    : undefined

/** What reads and counts, and moves no money. */
const readingJobs = ({ db, log, ...deps }: Deps): Job[] => [
  schedule({
    name: 'studio-catalogues',
    everyMs: CATALOGUES_EVERY_MS,
    log,
    run: () => refreshCatalogues({ db, log, ...deps }),
  }),
  schedule({
    name: 'count-returns',
    everyMs: RETURNS_EVERY_MS,
    log,
    run: async () => void (await countReturns(db)),
  }),
]

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
  const moveShared = async () => advanceSharedRounds(deps, await needs())
  const cancel = async (requests: readonly CancelBet[]) => cancelBets(deps, await needs(), requests)
  const closeIdle = async () => closeIdleRounds(deps, await needs())
  const apply = async (requests: readonly WalletRequest[]) => {
    const { settings, wagering: counting } = await needs()
    const { freeRoundTimes } = settings
    return applyTransactions(deps, { ...rest, wagering: counting, freeRoundTimes }, requests)
  }
  const applyOne = batches({
    run: apply,
    key: ({ session }: WalletRequest) => session,
    patienceMs: deps.config.PATIENCE_MS,
    ...gamesSettings.lists,
  })
  /** Closes games that nobody plays, and ends rounds that their studio forgot. */
  const tidySessions = async () => {
    const { settings, wagering: counting } = await needs()
    const idle = { minutes: settings.studioIdleMinutes, max: MAX_CLOSED }
    // List by list, so that none holds more players than a list may.
    while ((await closeIdleSessions(deps.db, idle)).length === MAX_CLOSED);
    await deleteOldTokens(deps.db)
    await endUnendedRounds(deps, { hours: settings.idleHours, wagering: counting })
  }
  const { lists } = { ...gamesSettings, ...own }
  const ofPlayer = {
    key: ({ playerId }: { playerId: number }) => playerId,
    patienceMs: deps.config.PATIENCE_MS,
  }
  const playRound = batches({ run: play, ...ofPlayer, ...lists })
  const stepRound = batches({ run: step, ...ofPlayer, ...lists })
  const cancelBet = batches({ run: cancel, ...ofPlayer, ...lists })
  return {
    routes: (api: Api): void => {
      gamesRoutes(api, { deps, policy: rest.policy, readSettings, playRound, stepRound, cancelBet })
      sessionRoutes(api, {
        deps,
        hasFreeRounds: rest.policy.hasRewards('promotions'),
        isInRound: async (playerId) => (await selectInStudioRound(deps.db, [playerId])).length > 0,
      })
      serveWalletDocs(api.app, deps.config.publicUrl)
      walletRoutes(
        api.app,
        deps,
        walletHandlers(deps, { policy: rest.policy, readSettings, apply: applyOne }),
      )
    },
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
      schedule({ name: 'studio-sessions', everyMs: IDLE_EVERY_MS, log: deps.log, run: tidySessions }),
      ...readingJobs(deps),
    ],
    /** Begins a list of rounds; answers in the order asked. */
    playRounds: play,
    /** Goes on with a list of open rounds; answers in the order asked. */
    stepRounds: step,
    /** Moves the rounds of the shared games on: draws, makes the next ones, settles. */
    advanceSharedRounds: moveShared,
    /** Takes a list of bets on shared rounds back; answers in the order asked. */
    cancelBets: cancel,
    /** A room of a shared game as everybody may see it. */
    readRoom: (room: Parameters<typeof readRoom>[1]) => readRoom(deps.db, room),
    /** Does a list of what studios ask of the wallet; answers in the order asked. */
    applyTransactions: apply,
    /** Closes a game that its player left. */
    leaveGame: async (playerId: number, code: string): Promise<void> =>
      void (await closeSession(deps.db, playerId, code)),
    tidySessions,
    refreshCatalogues: () => refreshCatalogues(deps),
    /** Closes rounds that were begun too long ago; answers how many. */
    closeIdle,
  }
}

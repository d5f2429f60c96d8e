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
export { selectPlayedGames, selectPlayerSessions } from './timeline-queries.ts'
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
export { selectRoundOwner as readRoundOwner } from './rounds/queries.ts'
export { findAbnormalRounds, findRound, findRounds, type FoundRound } from './rounds/find-rounds.ts'
export { verifyCommitments, isRoundProven, verifyRounds } from './rounds/verify-rounds.ts'

type Needs = Omit<PlayNeeds, 'settings' | 'wagering'> & { settings?: Partial<GamesSettings> }

const IDLE_EVERY_MS = 60_000
/** Games closed per list. */
const MAX_CLOSED = 1000
/** How soon a studio that starts after the server is found. */
const CATALOGUES_EVERY_MS = 5000
/** The greatest delay of a round's parts; a dead leader is replaced within as long. */
const SHARED_EVERY_MS = 250
/** Maximum age of the returns that operators see. */
const RETURNS_EVERY_MS = 300_000

/** The balances that this module's clearing accounts in the ledger must have. */
export const gamesClearing = (): ClearingCheck[] => [
  { account: 'games_open', what: 'stakes of open rounds', openCents: selectOpenStakes },
  { account: 'studio:%', what: 'the days of studios', openCents: selectStudioSum },
]

/** Rows of this module that never change once finished. */
export const gamesSealed: readonly SealedTable[] = [
  ...sealedSeeds,
  ...sealedRounds,
  ...sealedDraws,
  ...sealedTransactions,
]

/** Whether studio transactions add up to their statements. */
export const verifyStudios = async (sql: Sql): Promise<string[]> =>
  (await selectBrokenDays(sql)).map(
    ({ studioId, day }) => `studio ${studioId}, ${day}: not the sum of its transactions`,
  )

/** The game its player is in: a small game, or a studio game, with its name. */
export type OpenGame = { code: string; name: string | null }

/**
 * Which of these players are in a game, and in which: in an undecided round, or in a studio game they have not left.
 * Each game once, by code.
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

/** Registers the configured studio: our own, which runs beside the server. */
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

/** Jobs that read and count, and move no money. */
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

/** The small games and the games of studios: their calls, the commands behind them, and their jobs. */
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
  const failed = new Map<number, number>()
  const moveShared = async () => advanceSharedRounds(deps, { ...(await needs()), failed })
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
  /** Closes idle games, and ends rounds their studio abandoned. */
  const tidySessions = async () => {
    const settings = await readSettings()
    const idle = { minutes: settings.studioIdleMinutes, max: MAX_CLOSED }
    // List by list, so that none locks more players than allowed.
    while ((await closeIdleSessions(deps.db, idle)).length === MAX_CLOSED);
    await deleteOldTokens(deps.db)
    await endUnendedRounds(deps, settings.idleHours)
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
        walletHandlers(deps, {
          policy: rest.policy,
          readSettings,
          apply: applyOne,
          isClosed: async () => (await api.closedNow?.('games')) !== undefined,
        }),
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
    /** Begins a list of rounds; answers in the order of the requests. */
    playRounds: play,
    /** Continues a list of open rounds; answers in the order of the requests. */
    stepRounds: step,
    /** Advances the rounds of the shared games: draws, creates the next ones, settles. */
    advanceSharedRounds: moveShared,
    /** Withdraws a list of bets on shared rounds; answers in the order of the requests. */
    cancelBets: cancel,
    /** The public state of a shared game's room. */
    readRoom: (room: Parameters<typeof readRoom>[1]) => readRoom(deps.db, room),
    /** Applies a list of studio requests to the wallet; answers in the order of the requests. */
    applyTransactions: apply,
    /** Closes a game that its player left. */
    leaveGame: async (playerId: number, code: string): Promise<void> =>
      void (await closeSession(deps.db, playerId, code)),
    tidySessions,
    refreshCatalogues: () => refreshCatalogues(deps),
    /** Closes rounds begun too long ago; returns how many. */
    closeIdle,
  }
}

import { cashierSettingsDefinition } from '../cashier/index.ts'
import { batches } from '../platform/batches.ts'
import type { Api } from '../platform/http/serve.ts'
import { type Job, schedule } from '../platform/schedule.ts'
import { openSettings } from '../platform/settings.ts'
import { type GiveBackBonuses, giveBackBonuses, openWageringSettings } from '../wagering/index.ts'
import { closeOwnAccount, readClosing, mayWithdrawRest, withdrawRest } from './close-account.ts'
import { deleteDueData, openExports } from './own-data.ts'
import { closeExcluded } from './close-excluded.ts'
import { closeImpeded } from './close-impeded.ts'
import { payOutInactive } from './pay-out-inactive.ts'
import type { Profile } from './profile.ts'
import { readOnePlayer, readUserInfo, readWireBalances } from './user-info.ts'
import { statementCalls } from './read-statement.ts'
import { profileRoutes, type UpdateKyc, updateKyc } from './routes.ts'

export { deleteDueData } from './own-data.ts'

/** Two lists of reads run at once, so that a slow one does not delay the next. */
const READING_LISTS = 2

/** Extra time for recording an identity: the register may take three seconds. */
const KYC_EXTRA_MS = 3_000
const KYC_LISTS = 4
const DELETION_EVERY_MS = 60_000
const EXCLUDED_EVERY_MS = 10 * 60_000
const IMPEDED_EVERY_MS = 10 * 60_000
const INACTIVE_EVERY_MS = 6 * 60 * 60_000

/** Opens the module: the player's data from all modules, and identification. */
export function openProfile(needs: Omit<Profile, 'readWageringSettings' | 'readCashierSettings'>) {
  const { deps } = needs
  const wagering = openWageringSettings()
  const cashier = openSettings(cashierSettingsDefinition)
  const profile: Profile = {
    ...needs,
    readWageringSettings: () => wagering.read(deps.db),
    readCashierSettings: () => cashier.read(deps.db),
  }
  const readBalance = batches({
    patienceMs: deps.config.PATIENCE_MS,
    run: (playerIds: readonly number[]) => readWireBalances(deps.db, playerIds),
    concurrency: READING_LISTS,
  })
  const identify = batches({
    run: (requests: readonly UpdateKyc[]) => updateKyc(profile, requests),
    // The national register is asked in the meantime: a list that waits for it delays no other.
    concurrency: KYC_LISTS,
    minList: 1,
    patienceMs: deps.config.PATIENCE_MS + KYC_EXTRA_MS,
  })
  return {
    routes: (api: Api): void =>
      profileRoutes(api, {
        readUserInfo: (playerId) => readUserInfo(profile, playerId),
        readBalance,
        ...statementCalls(deps, profile.policy),
        readPlayer: (playerId) => readOnePlayer(deps.db, playerId),
        readClosing: async (playerId) => {
          const closing = await readClosing(profile, playerId)
          return { ...closing, mayWithdrawRest: await mayWithdrawRest(profile, playerId, closing) }
        },
        withdrawRest: (request) => withdrawRest(profile, request),
        closeAccount: (request) => closeOwnAccount(profile, request),
        exportData: openExports(profile),
        credentialsOf: profile.credentialsOf,
        giveBonusBack: batches({
          run: (requests: readonly GiveBackBonuses[]) => giveBackBonuses(profile, requests),
          patienceMs: deps.config.PATIENCE_MS,
        }),
        updateKyc: (request, ip) => needs.identifyWithinRate(ip, (admit) => identify({ ...request, admit })),
      }),
    /** Starts the jobs about closed and inactive accounts. */
    jobs: (): Pick<Job, 'stop'>[] => {
      const waiting = deps.metrics.gauge(
        'excluded_waiting',
        'Excluded players whose money waits for operators',
      )
      const impededWaiting = deps.metrics.gauge(
        'impeded_waiting',
        'Players named by the national register whose account waits for operators',
      )
      return [
        schedule({
          name: 'profile-deletion',
          everyMs: DELETION_EVERY_MS,
          log: deps.log,
          run: async () => void (await deleteDueData(profile)),
        }),
        schedule({
          name: 'profile-excluded',
          everyMs: EXCLUDED_EVERY_MS,
          log: deps.log,
          run: async () => waiting.set(await closeExcluded(profile)),
        }),
        schedule({
          name: 'profile-impeded',
          everyMs: IMPEDED_EVERY_MS,
          log: deps.log,
          run: async () => impededWaiting.set(await closeImpeded(profile)),
        }),
        schedule({
          name: 'profile-inactive',
          everyMs: INACTIVE_EVERY_MS,
          log: deps.log,
          run: () => payOutInactive(profile),
        }),
      ]
    },
  }
}

import { cashierSettingsDefinition, openCashier, readDeposited } from '../../cashier/index.ts'
import { sameTerms } from '../../cashier/testing/harness.ts'
import { readPlayersInGame } from '../../games/index.ts'
import type { MayIdentify } from '../../identity/identity.ts'
import { type IdentitySettings, identitySettings } from '../../identity/settings.ts'
import { openIdentityHarness } from '../../identity/testing/identity-harness.ts'
import { countTurnover, lockAccounts, makeTransfers, post } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { present } from '../../platform/errors.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { openSettings } from '../../platform/settings.ts'
import { openProtection, policyOf } from '../../protection/index.ts'
import { personalData } from '../../personal-data.ts'
import { type CloseOwnAccount, closeOwnAccount } from '../close-account.ts'
import { openProfile } from '../index.ts'

type Info = Record<string, unknown>

const everybodyGrownUp = { ask: async () => ({ birthDate: '1990-01-01', doubt: null }) }

/** The module with its calls and those of identity, under this policy. */
export async function openProfileHarness(
  profile: 'spec' | 'br-spa' = 'spec',
  rates: Partial<IdentitySettings['throttles']> = {},
  persons: Parameters<typeof openProtection>[1]['persons'] = everybodyGrownUp,
) {
  let protection: ReturnType<typeof openProtection> | undefined
  const mayIdentify: MayIdentify = (person) => present(protection, 'the module below').mayIdentify(person)
  const harness = await openIdentityHarness({
    mayIdentify,
    readBarred: (tx, cpfs) => present(protection, 'the module below').readBarred(tx, cpfs),
    settings: { throttles: { ...identitySettings.throttles, ...rates } },
  })
  const { deps, identity } = harness
  const policy = policyOf({ COMPLIANCE_PROFILE: profile })
  protection = openProtection(deps, { policy, readDeposited, persons })
  const { identify } = protection
  const { credentialsOf, confirmOwner, identifyWithinRate } = identity
  const withdrawals = (withdrawalsADay: number) =>
    openCashier(
      { ...deps, metrics: openMetrics() },
      {
        policy,
        readVipTerms: sameTerms({ withdrawalsADay, feeBps: 0 }),
        inGame: readPlayersInGame,
        ...identity.confirmations,
      },
    ).requestWithdrawal
  const requestWithdrawal = withdrawals(10)
  const needs = {
    deps,
    policy,
    credentialsOf,
    confirmOwner,
    identifyWithinRate,
    identify,
    personalData,
    requestWithdrawal,
  }
  openProfile(needs).routes(harness.api)
  return {
    ...harness,
    /** The dependencies of closing by the house. */
    closing: { ...needs, readCashierSettings: () => openSettings(cashierSettingsDefinition).read(deps.db) },
    /**
     * Closes an account on the server with these dependencies, as its owner's call does. `confirmed` is called once the
     * password is confirmed: only the locks are left.
     */
    closeOn: (own: Deps, request: CloseOwnAccount, confirmed: () => void) =>
      closeOwnAccount(
        {
          deps: own,
          policy,
          confirmOwner: async (asked) => {
            const answer = await confirmOwner(asked)
            confirmed()
            return answer
          },
        },
        request,
      ),
    requestWithdrawalOnceADay: withdrawals(1),
    testAccount: identitySettings.testAccount,
    infoOf: async (token: string) =>
      (await harness.get('/api/app/user/userInfo', token)).json<{ data: Info }>().data,
    playerIdOf: async (token: string) => (await identity.authenticate(token))?.playerId ?? 0,
    codeOf: async (email: string): Promise<string> => {
      const [row] = await deps.db<{ code: string }[]>`
        select invitation_code as code from identity_player where email = ${email}`
      return row?.code ?? ''
    },
    giveCash: (playerId: number, cents: number) =>
      makeTransfers(deps, [
        { key: `test:${playerId}:${cents}`, from: 'opening', to: { playerId, kind: 'cash' }, cents },
      ]),
    settleStakes: (playerId: number, cents: number) =>
      deps.db.begin(async (tx) => {
        const batch = await lockAccounts(tx, [playerId])
        countTurnover(batch, { playerId, stakedCents: cents, settledCents: cents })
        await post(tx, batch)
      }),
  }
}

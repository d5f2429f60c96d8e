import { freePort } from '../../../../../tools/test/free-port.ts'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { until } from '../../../../../tools/test/until.ts'
import { openServer } from '../../platform/http/server.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Log } from '../../platform/log.ts'
import { policyOf, type CompliancePolicy } from '../../protection/index.ts'
import { openCashier } from '../index.ts'
import type { CashierNeeds, VipTerms } from '../cashier.ts'
import { bankEnvironment, PIX_KEY, type SandboxBank, startSandboxBank } from './start-sandbox.ts'
import { ok } from '../../platform/result.ts'

type Answer = { http: number; status: number; message: string; data: Record<string, unknown> }

/** A server with only the cashier, over HTTP, with a sandbox bank in its own process. */
export type Harness = {
  deps: Deps
  bank: SandboxBank
  url: string
  cashier: ReturnType<typeof openCashier>
  call: (playerId: number, method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>
  close: () => Promise<void>
}

type Options = {
  needs?: Partial<CashierNeeds>
  env?: Readonly<Record<string, string>>
  /** Environment of the sandbox. */
  bankEnv?: Readonly<Record<string, string>>
  jobs?: boolean
  log?: Log
}

export async function startHarness({
  needs = {},
  env = {},
  bankEnv = {},
  jobs = true,
  log,
}: Options = {}): Promise<Harness> {
  const bank = await startSandboxBank(bankEnv)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { deps: opened, close } = await openTestDeps({
    ...bankEnvironment(bank.url),
    PIX_PAYOUT_BATCH: '100',
    SANDBOX_URL: bank.url,
    PUBLIC_URL: url,
    DATA_DIR: bank.folder, // the hot wallet of this test only
    ...env,
  })
  const deps = log ? { ...opened, log } : opened
  const app = await openServer(deps)
  const cashier = openCashier(deps, { ...testNeeds(policyOf(deps.config)), ...needs })
  cashier.haltPayouts(false) // no verification of the ledger runs here
  // Here a token is simply a player id: sessions belong to another module.
  cashier.routes({
    app,
    authenticate: async (token) => ({ playerId: Number(token), sessionId: 1, isTest: false }),
    admit: async () => true,
  })
  await app.listen({ port, host: '127.0.0.1' })
  const running = jobs ? cashier.jobs() : []
  if (jobs) {
    const isRegistered = async () => (await bank.call('GET', `/webhook/${PIX_KEY}`)).status === 200
    await until('the bank has the webhook address', isRegistered)
  }
  return {
    deps,
    bank,
    url,
    cashier,
    call: async (playerId, method, path, body) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: String(playerId),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return { http: response.status, ...((await response.json()) as Omit<Answer, 'http'>) }
    },
    close: async () => {
      await Promise.all(running.map((job) => job.stop()))
      await app.close()
      await close()
      await bank.stop()
    },
  }
}

/** The terms of VIP level 0. */
const levelZero: VipTerms = { withdrawalsADay: 1, feeBps: 300 }

/** The same terms for every player. */
export const sameTerms =
  (terms: VipTerms): CashierNeeds['readVipTerms'] =>
  async (_sql, playerIds) =>
    new Map(playerIds.map((id) => [id, terms]))

/** Treats every payee as confirmed, so no code is mailed. */
const confirmedPayees: CashierNeeds['payees'] = {
  ask: async () => ok(null),
  confirm: async () => ok(null),
  confirmed: async (_sql, payees) => payees,
}

/** Sessions in which the password was just entered, of players without a second factor: the given ones, or all. */
export const provenSessions = (these?: readonly number[]): CashierNeeds['proofs'] => ({
  read: async (_sql, sessionIds) =>
    new Map((these ?? sessionIds).map((id) => [id, { hasPassword: true, factor: 'none', hasEmail: true }])),
  spend: async () => {},
})

/**
 * Stand-ins for other modules: everybody at level 0 and in no round, every password just entered and every payee
 * confirmed.
 */
export const testNeeds = (policy: CompliancePolicy = policyOf({ COMPLIANCE_PROFILE: 'spec' })) => ({
  policy,
  readVipTerms: sameTerms(levelZero),
  inGame: async () => new Map(),
  proofs: provenSessions(),
  payees: confirmedPayees,
})

export { closedGateway } from '../rails/payment-gateway.ts'

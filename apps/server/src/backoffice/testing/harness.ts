import {
  type OperatorCallKey,
  operatorCalls,
  type Permission,
  permissions,
} from '@palpite/contract/backoffice'
import { Secret, TOTP } from 'otpauth'
import * as z from 'zod'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { testDevice } from '../../../../../tools/test/test-device.ts'
import {
  approveOperator,
  authenticateOperator,
  createOperator,
  issueOperator,
  openOperators,
  openSessions,
  type Passwords,
  registerPlayers,
} from '../../identity/index.ts'
import { type CashierNeeds, openCashier } from '../../cashier/index.ts'
import { plainPasswords } from '../../identity/testing/identity-harness.ts'
import { openCampaigns, openMessages } from '../../messages/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { openServer } from '../../platform/http/server.ts'
import { openMaintenance } from '../../platform/maintenance.ts'
import { ok } from '../../platform/result.ts'
import { defineSettings } from '../../platform/settings.ts'
import { policyOf } from '../../protection/index.ts'
import { openRewards, readVipStatuses } from '../../rewards/index.ts'
import { openSportsbook } from '../../sportsbook/index.ts'
import { openBackoffice } from '../index.ts'

/** Settings of a made-up module, so that proposals affect no real one. */
const shopSettings = defineSettings(
  { module: 'shop', takesEffect: 'at_once', defaults: { minCents: 100, maxCents: 1000 } },
  { minCents: z.int().min(1), maxCents: z.int().min(1) },
)

/** A password that is not guessed first. */
export const GOOD = 'correct horse battery'

/**
 * The code that an authenticator app shows now, or this many steps from now: a code is valid once, and neighbouring
 * ones are accepted.
 */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Makes a back-office call on its web server, without a network. */
const callOver =
  (app: Awaited<ReturnType<typeof openServer>>) =>
  async (key: string, { token, body, headers = {}, ip = '10.0.0.1' }: Asking = {}) => {
    const [method = '', url = ''] = key.split(' ')
    const answer = await app.inject({
      method: method as 'GET' | 'POST',
      url,
      remoteAddress: ip,
      headers: { ...(token === undefined ? {} : { authorization: token }), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const { data } = answer.json<{ data: Record<string, unknown> | null }>()
    const cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0]
    return { http: answer.statusCode, data, code: data?.['code'], cookie }
  }

type Call = (key: string, asking: Asking) => Promise<{ data: Record<string, unknown> | null }>

/** Enrols a second factor for a token's session; returns its secret. */
const enrolBy = (call: Call) => async (token: string) => {
  const { data } = await call('POST /api/backoffice/session/enrolSecondFactor', { token })
  const secret = String(data?.['secret'])
  const body = { code: codeOf(secret) }
  await call('POST /api/backoffice/session/giveSecondFactor', { token, body })
  return secret
}

type Asking = { token?: string; body?: unknown; headers?: Record<string, string>; ip?: string }

/** The cashier with stand-ins for other modules: nobody is in a game, everybody has a password. */
const openTestCashier = (deps: Deps, needs: Partial<CashierNeeds>) =>
  openCashier(deps, {
    policy: policyOf(deps.config),
    readVipTerms: async (_sql, ids) => new Map(ids.map((id) => [id, { withdrawalsADay: 9, feeBps: 0 }])),
    inGame: async () => new Map(),
    proofs: {
      read: async (_sql, ids) =>
        new Map(ids.map((id) => [id, { hasPassword: true, factor: 'none', hasEmail: true }])),
      spend: async () => {},
    },
    payees: {
      ask: async () => ok(null),
      confirm: async () => ok(null),
      confirmed: async (_sql, payees) => payees,
    },
    ...needs,
  })

/** The back office on a web server, with its own database. */
export async function openBackofficeHarness(
  needs: Partial<CashierNeeds> = {},
  passwords: Passwords = plainPasswords,
) {
  const { deps, close } = await openTestDeps()
  const operators = openOperators(deps, { passwords })
  const app = await openServer(deps)
  const { support } = openMessages(deps)
  const { held } = openRewards(deps, { policy: policyOf(deps.config) })
  const cashier = openTestCashier(deps, needs)
  const { reviews, bank } = cashier
  const sportsbook = openSportsbook(deps, { policy: policyOf(deps.config) })
  openBackoffice(deps, {
    operators,
    support,
    campaigns: openCampaigns(deps, { readVipLevels: readVipStatuses }),
    held,
    reviews,
    bank,
    definitions: [shopSettings],
    sportsbook,
    closedNow: openMaintenance(deps).closedNow,
  }).routes({
    app,
    authenticate: (token, isUse) => authenticateOperator(operators, token, isUse),
    admit: async () => true,
    admitVisitor: async () => true,
  })
  const call = callOver(app)
  const signIn = (email: string, password: string, ip?: string, cookie?: string) =>
    call('POST /api/backoffice/session/signIn', {
      body: { email, password },
      ...(ip === undefined ? {} : { ip }),
      ...(cookie === undefined ? {} : { headers: { cookie } }),
    })
  const enrol = enrolBy(call)
  /**
   * Signs in with the one-time password, chooses another and enrols a second factor; returns the session's
   * token.
   */
  const settleIn = async (email: string, oneTimePassword: string) => {
    const { data } = await signIn(email, oneTimePassword)
    const token = String(data?.['token'])
    const body = { oldPassword: oneTimePassword, newPassword: GOOD }
    await call('POST /api/backoffice/session/changePassword', { token, body })
    await enrol(token)
    return token
  }
  /** Issued like by the command line tool: the first two operators are independent of each other. */
  const issued = async (email: string) => {
    const root = await issueOperator(operators, email, { all: false })
    if ('refused' in root) throw new Error(`operator ${email} was not created`)
    return { operatorId: root.operatorId, token: await settleIn(email, root.oneTimePassword) }
  }
  const root = await issued('root@house.example')
  const second = await issued('second@house.example')
  const whole = { sessionId: 0, permissions: new Set(permissions) }
  return {
    deps,
    cashier,
    sportsbook,
    operators,
    call,
    signIn,
    settleIn,
    enrol,
    rootToken: root.token,
    rootId: root.operatorId,
    secondToken: second.token,
    secondId: second.operatorId,
    /**
     * A signed-in operator with these permissions: created by the first operator or the given one, and approved where
     * it needs two.
     */
    operatorWith: async (email: string, granted: readonly Permission[], createdBy = root.operatorId) => {
      const by = { ...whole, operatorId: createdBy }
      const created = await createOperator(operators, by, { email, permissions: granted })
      if (!created.ok) throw new Error(`operator ${email} was not created`)
      const { operatorId, oneTimePassword, isApproved } = created.value
      for (const one of isApproved ? [] : [root, second])
        await approveOperator(operators, { ...whole, operatorId: one.operatorId }, operatorId)
      return { operatorId, token: await settleIn(email, oneTimePassword) }
    },
    /** A player with an open session. */
    player: (email: string) => openPlayer(deps, email),
    close: async () => {
      await app.close()
      await close()
    },
  }
}

async function openPlayer(deps: Deps, email: string) {
  const [registered] = await registerPlayers(deps, [
    { email, passwordHash: 'none', phone: '+5511987654321', isTest: false, ip: '10.0.0.1' },
  ])
  if (!registered?.ok) throw new Error(`player ${email} was not registered`)
  const { playerId } = registered.value
  const [session] = await openSessions(deps, [{ playerId, ip: '10.0.0.1', device: testDevice }])
  return { playerId, token: session?.token ?? '' }
}

/** Every call of the back office, with sample path parameters. */
export const operatorKeys = (Object.keys(operatorCalls) as OperatorCallKey[]).map((key) => ({
  key,
  request: key
    .replace(':module', 'shop')
    .replace(/:(?:threadId|lineId)/g, '0123456789ABC')
    .replace(/:\w+/g, '1'),
  permission: operatorCalls[key].permission,
}))

import { type Challenge, solveChallenge } from '@palpite/contract/proof'
import { Secret, TOTP } from 'otpauth'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import type { Db, Sql, Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Api, headerOf, knownCountry } from '../../platform/http/serve.ts'
import { openServer } from '../../platform/http/server.ts'
import { ok } from '../../platform/result.ts'
import { mailCodes } from '../credentials/reset-password.ts'
import { openIdentity, type Passwords } from '../index.ts'
import type { Mail } from '../mail.ts'
import { identitySettings } from '../settings.ts'

type Needs = Parameters<typeof openIdentity>[1]

/** argon2id with little memory: command tests are about behaviour, not cost. */
const quick = { ...identitySettings.password, memoryKib: 64, passes: 1 }

/** The answers of the module above. */
const above = {
  countActivity: async () => undefined,
  mayRegister: () => ok(null),
  mayIdentify: async () => ok({ birthDate: null }),
  readBarred: async () => new Set<string>(),
  signedIn: () => undefined,
}

/** From the proxy header. */
const countryOf: NonNullable<Api['countryOf']> = (request) => knownCountry(headerOf(request, 'x-country'))

/**
 * The module with its calls on a web server, over its own database. Mails are collected in `mails`; captchas are
 * solved by reading them.
 */
export async function openIdentityHarness(
  more: Partial<Needs> = {},
  env: Readonly<Record<string, string>> = {},
) {
  const { deps, close } = await openTestDeps(env)
  const mails: Mail[] = []
  const identity = openIdentity(deps, {
    sessionTimes: undefined,
    ...above,
    sendMail: async (mail) => {
      mails.push(mail)
    },
    ...more,
    settings: { password: quick, proof: { ...identitySettings.proof, bits: 4 }, ...more.settings },
  })
  const app = await openServer(deps)
  const { authenticate, endingOf } = identity
  const api: Api = { app, authenticate, endingOf, admit: async () => true, countryOf }
  identity.routes(api)
  let jobs: ReturnType<typeof identity.jobs> = []
  let codes = 0

  /** Draws a captcha for this address and returns its solution. */
  const captcha = async (ip = '10.0.0.1') => {
    codes += 1
    const number = codes // others may draw meanwhile
    const codeId = String(number)
    const drawn = await app.inject({ url: `/api/auth/user/captcha/${codeId}`, remoteAddress: ip })
    const rows = await deps.db<{ solution: string }[]>`
      select solution from identity_captcha where code_id = ${number} and ip = ${ip}`
    return { codeId, captCode: rows[0]?.solution ?? '', drawn }
  }
  type Sent = { token?: string; ip?: string; lang?: string; headers?: Record<string, string> }
  const post = (
    url: string,
    payload: object,
    { token, ip = '10.0.0.1', lang = 'en', headers = {} }: Sent = {},
  ) =>
    app.inject({
      method: 'POST',
      url,
      payload,
      remoteAddress: ip,
      headers: { ...headers, lang, ...(token === undefined ? {} : { authorization: token }) },
    })
  const get = (url: string, token: string) => app.inject({ url, headers: { authorization: token } })
  /** Signs in from this address; with a device cookie and a proof of work if given. */
  const login = async (
    username: string,
    pwd: string,
    ip = '10.0.0.1',
    { cookie, proof }: { cookie?: string; proof?: string } = {},
  ) => {
    const { codeId, captCode } = await captcha(ip)
    const form = { username, pwd, codeId, captCode, ...(proof === undefined ? {} : { proof }) }
    return post('/api/auth/user/restLogin', form, { ip, headers: cookie === undefined ? {} : { cookie } })
  }
  const register = async (username: string, more: object = {}, ip = '10.0.0.1') => {
    const { codeId, captCode } = await captcha(ip)
    const form = { username, country: '+55', phone: '11987654321', pwd: GOOD, pwd1: GOOD, codeId, captCode }
    return post('/api/auth/user/restRegister', { ...form, ...more }, { ip })
  }
  const stopJobs = async () => {
    for (const job of jobs.splice(0)) await job.stop()
  }
  return {
    deps,
    identity,
    app,
    api,
    mails,
    captcha,
    post,
    get,
    login,
    register,
    /** Registers a player and returns the session's token. */
    newPlayer: async (email: string, more: object = {}) => tokenOf(await register(email, more)),
    /** The sessions whose end was announced. */
    endedSessions: async (): Promise<number[]> => {
      const rows = await deps.db<{ events: { sessionId: number }[] }[]>`
        select events::json from platform_outbox where topic = 'session.ended'`
      return rows.flatMap(({ events }) => events.map(({ sessionId }) => sessionId))
    },
    startJobs: () => {
      jobs = identity.jobs()
    },
    stopJobs,
    close: async () => {
      await stopJobs()
      await app.close()
      await close()
    },
  }
}

/** Passwords without argon2id, which takes most of the time of tests whose subject it is not. */
export const plainPasswords: Passwords = {
  hash: async (password) => `hash of ${password}`,
  verify: async (hash, password) => hash === `hash of ${password}`,
  isCrowded: () => false,
}

/** Passwords, and what is to happen once while the next one is checked. */
export function interruptedPasswords() {
  let meanwhile: (() => Promise<unknown>) | undefined
  const verify: Passwords['verify'] = async (...asked) => {
    const run = meanwhile
    meanwhile = undefined
    await run?.()
    return plainPasswords.verify(...asked)
  }
  return {
    passwords: { ...plainPasswords, verify },
    during: (run: () => Promise<unknown>): void => {
      meanwhile = run
    },
  }
}

/** A password not among the common ones. */
export const GOOD = 'correct horse battery'

type Answer = { statusCode: number; json: <T>() => T }

export const tokenOf = (answer: Answer): string =>
  answer.json<{ data: { access_token: string } }>().data.access_token

/** The cookies of an answer, as a device sends them back. */
export const cookieOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  String(headers['set-cookie']).split(';', 1)[0] ?? ''

/** Solves the proof of work an answer requires. */
export const proofFor = (answer: Answer): string => solveChallenge(answer.json<{ data: Challenge }>().data)

/** The refusal's code of an answer. */
export const codeOf = (answer: Answer): string | undefined =>
  answer.json<{ data: { code?: string } | null }>().data?.code

type Harness = Pick<Awaited<ReturnType<typeof openIdentityHarness>>, 'deps' | 'register' | 'post'>

/** The app's current code, by the database's clock. Resets the used codes first. */
async function freshAppCode(db: Db, secret: string): Promise<string> {
  await db`update identity_player_factor set last_step = null`
  const [row] = await db<{ now: Date }[]>`select clock_timestamp() as now`
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: row?.now.getTime() ?? 0 })
}

/** Registers a player and enables the second factor. */
export async function newPlayerWithFactor({ deps, register, post }: Harness, email: string) {
  const registered = await register(email)
  const token = tokenOf(registered)
  const asked = await post('/api/app/user/newSecondFactor', { pwd: GOOD }, { token })
  const { secret } = asked.json<{ data: { secret: string } }>().data
  const code = await freshAppCode(deps.db, secret)
  const confirmed = await post('/api/app/user/confirmSecondFactor', { code }, { token })
  const { recoveryCodes } = confirmed.json<{ data: { recoveryCodes: string[] } }>().data
  return { token, recoveryCodes, registered, appCode: () => freshAppCode(deps.db, secret) }
}

/** The password set by the tests. */
export const NEXT = 'quite another password'

const settings = { ...identitySettings.reset, knownNetworkSeconds: identitySettings.knownNetworkSeconds }

/** A harness for tests of forgotten passwords: the three calls, and the mail job, run by hand. */
export async function openResetHarness(more: Parameters<typeof openIdentityHarness>[0] = {}) {
  const harness = await openIdentityHarness(more)
  const { deps, mails, post } = harness
  const request = (
    email: string,
    sent: { ip?: string; lang?: string; headers?: Record<string, string> } = {},
  ) => post('/api/app/main/RESETPWD/sendEmail', { email }, sent)
  const check = (email: string, code: string, ip = '10.0.0.1', headers: Record<string, string> = {}) =>
    post('/api/app/main/RESETPWD/checkEmail', { email, code }, { ip, headers })
  const set = (chkId: string, { nPwd = NEXT, ip = '10.0.0.1' } = {}) =>
    post('/api/app/main/setPwd', { nPwd, chkId }, { ip })
  const mailNow = (sendMail: (mail: Mail) => Promise<void> = async (mail) => void mails.push(mail)) =>
    mailCodes({ deps, settings, sendMail })
  /** Requests a code and returns the one mailed. */
  const mailedCode = async (email: string, lang = 'en'): Promise<string> => {
    await request(email, { lang })
    await mailNow()
    const mail = mails.filter(({ to }) => to === email).at(-1)
    return /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  const chkIdOf = (answer: Awaited<ReturnType<typeof check>>) => answer.json<{ data: string }>().data
  return {
    ...harness,
    request,
    check,
    set,
    mailNow,
    mailedCode,
    chkIdOf,
    /** Registers a player who forgets the password and gets as far as step three. */
    chkIdFor: async (email: string) => {
      await harness.newPlayer(email)
      return chkIdOf(await check(email, await mailedCode(email)))
    },
    /** Resets all counters. */
    forgetTries: async () => {
      await deps.db`delete from identity_throttle`
    },
  }
}

/** A different code. */
export const another = (code: string) => code.replace(/^./, (first) => String((Number(first) + 1) % 10))

/** The statements that run through `deps.db` meanwhile, each with its row count. */
export async function workOf(deps: Deps, run: () => Promise<unknown>): Promise<string[]> {
  const { db } = deps
  const work: string[] = []
  deps.db = tracedDb(db, work)
  try {
    await run()
  } finally {
    deps.db = db
  }
  return work
}

const traced = (sql: Sql, work: string[]): Sql => {
  const tag = async (...[text, ...values]: Parameters<Sql>) => {
    const rows = await sql<object[]>(text, ...values)
    work.push(`${text.join('?').replaceAll(/\s+/g, ' ').trim()} → ${rows.length}`)
    return rows as never
  }
  return Object.assign(tag, { database: sql.database })
}

const tracedDb = (db: Db, work: string[]): Db =>
  Object.assign(traced(db, work), {
    begin: <T>(run: (tx: Tx) => Promise<T>) => db.begin((tx) => run(Object.assign(traced(tx, work), tx))),
    listen: db.listen,
    close: db.close,
  })

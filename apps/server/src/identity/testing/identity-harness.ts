import { type Challenge, solveChallenge } from '@palpite/contract/proof'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { type Api, headerOf, knownCountry } from '../../platform/http/serve.ts'
import { openServer } from '../../platform/http/server.ts'
import { ok } from '../../platform/result.ts'
import { openIdentity } from '../index.ts'
import type { Mail } from '../mail.ts'
import { identitySettings } from '../settings.ts'

type Needs = Parameters<typeof openIdentity>[1]

/** argon2id with little memory: the tests of commands are about what is asked of it, not about its cost. */
const quick = { ...identitySettings.password, memoryKib: 64, passes: 1 }

/** What the module above answers. */
const above = {
  countActivity: async () => undefined,
  mayRegister: () => ok(null),
  mayIdentify: async () => ok({ birthDate: null }),
  signedIn: () => undefined,
}

/** As a proxy says it. */
const countryOf: NonNullable<Api['countryOf']> = (request) => knownCountry(headerOf(request, 'x-country'))

/**
 * The module with its calls behind a web server, over a database of its own. Mails are kept in `mails` instead of
 * leaving; captchas are solved by looking them up.
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

  /** Draws a captcha for this address and answers what a player would type. */
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
  /** Signs in from this address; with a cookie from a device, and with a proof of work where one is asked for. */
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
    /** Registers a player and answers the session's token. */
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

/** A password that nobody guesses first. */
export const GOOD = 'correct horse battery'

type Answer = { statusCode: number; json: <T>() => T }

export const tokenOf = (answer: Answer): string =>
  answer.json<{ data: { access_token: string } }>().data.access_token

/** What a device keeps of an answer, as it sends it back. */
export const cookieOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  String(headers['set-cookie']).split(';', 1)[0] ?? ''

/** The proof of work that an answer asks for. */
export const proofFor = (answer: Answer): string => solveChallenge(answer.json<{ data: Challenge }>().data)

/** The refusal's code of an answer. */
export const codeOf = (answer: Answer): string | undefined =>
  answer.json<{ data: { code?: string } | null }>().data?.code

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Challenge, solveChallenge } from '../../packages/contract/src/proof.ts'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import { betOn } from './game-requests.ts'
import { type AttackingPlayer, openPlayers, solveCaptcha } from './players.ts'
import { type Answered, insist, request } from './request.ts'

const OWNER = 'owner@attacks.example'
const PASSWORD = 'the right password 1'
const HOME = '203.0.113.7'
const HOME_TOO = '203.0.113.8'

/** At least so many, and as many more (up to twice) as the owner needs to get in. */
const SIGN_INS = 1000
const AT_ONCE = 50
const ACCOUNTS = 100
/** The first of the storm are at the owner's account, from a network each; the others come from these two networks. */
const LONE_NETWORKS = 30
const SHARED_NETWORKS = 2
const ADDRESSES_OF_EACH = 150
/** Wrong guesses that identity/settings.ts admits: of a network, of a network at one account, and of all at one account. */
const [OF_NETWORK, OF_NETWORK_AT_ACCOUNT, AT_ACCOUNT] = [60, 5, 20]

let attacked: AttackedApp
let player: AttackingPlayer | undefined
beforeAll(async () => {
  attacked = await openAttackedApp({ CALLS_AT_ONCE: '1000' }) // as by default
  ;[player] = await openPlayers(attacked.deps, [{ cents: 100_000 }])
})
afterAll(() => attacked.close())

type Attempt = { username: string; pwd: string; codeId: string; captCode: string; from: string }
type Tried = Attempt & { code: unknown }

const attemptOf = (at: number): Attempt => {
  const isAtOwner = at < LONE_NETWORKS || at % 7 === 0
  const address = 1 + (Math.floor(at / SHARED_NETWORKS) % ADDRESSES_OF_EACH)
  return {
    username: isAtOwner ? OWNER : `p${at % ACCOUNTS}@attacks.example`,
    pwd: `guess number ${at}`,
    codeId: String(80_000 + at),
    captCode: 'AAAAA',
    from: at < LONE_NETWORKS ? `198.18.${at}.9` : `198.51.${at % SHARED_NETWORKS}.${address}`,
  }
}

/** Writes the captchas of the storm as if they were drawn: an attacker solves them beforehand. */
const drawCaptchas = (attempts: readonly Attempt[]) => attacked.deps.db`
  insert into identity_captcha (code_id, ip, solution, purpose, expires_at)
  select code_id, ip, 'AAAAA', null, now() + interval '10 minutes'
    from unnest(${attempts.map(({ codeId }) => Number(codeId))}::bigint[],
                ${attempts.map(({ from }) => from)}::text[]) as drawn (code_id, ip)`

/** Starts the attackers. `end` lets them finish, and answers what they tried. */
function startStorm(attempts: readonly Attempt[]) {
  const waiting = [...attempts]
  const tried: Tried[] = []
  let isWanted = true
  const attacker = async () => {
    for (;;) {
      const attempt = isWanted || tried.length < SIGN_INS ? waiting.shift() : undefined
      if (!attempt) return
      const { from, ...body } = attempt
      const { data } = await request(attacked.url, { path: LOGIN, from, body })
      tried.push({ ...attempt, code: data['code'] })
    }
  }
  const all = Promise.all(Array.from({ length: AT_ONCE }, attacker))
  const end = async () => {
    isWanted = false
    await all
    return tried
  }
  return { tried, end }
}

const LOGIN = '/api/auth/user/restLogin'
let drawn = 0
const captchaOf = (from: string) => {
  drawn += 1
  return solveCaptcha(attacked, { codeId: String(70_000 + drawn), from })
}

/** Signs the owner in as the app does: with a proof of work if one is asked for. */
async function enter(from: string, cookie = ''): Promise<Answered> {
  const asked = { path: LOGIN, from, headers: { cookie } }
  const body = { username: OWNER, pwd: PASSWORD, ...(await captchaOf(from)) }
  const first = await insist(attacked.url, { ...asked, body })
  if (first.data['code'] !== 'proof_needed') return first
  const proof = solveChallenge(first.data as unknown as Challenge)
  return insist(attacked.url, { ...asked, body: { ...body, proof } })
}

async function register(): Promise<string> {
  const person = { country: '+55', phone: '11987654321', pwd: PASSWORD, pwd1: PASSWORD }
  const body = { username: OWNER, ...person, ...(await captchaOf(HOME)) }
  const answer = await request(attacked.url, { path: '/api/auth/user/restRegister', from: HOME, body })
  return String(answer.headers['set-cookie']).split(';', 1)[0] ?? ''
}

/** Each password that was checked and found wrong stands in the log. */
const passwordsChecked = () => attacked.said().split('"msg":"a sign-in failed"').length - 1

test('S6: a thousand sign-ins from hundreds of addresses at a hundred accounts are throttled, and the owner still gets in', async () => {
  const cookie = await register()
  const attempts = Array.from({ length: 2 * SIGN_INS }, (_none, at) => attemptOf(at))
  await drawCaptchas(attempts)
  const storm = startStorm(attempts)
  await expect.poll(() => storm.tried.length, { timeout: 120_000 }).toBeGreaterThan(LONE_NETWORKS)

  const token = player?.token ?? ''
  const meanwhile = await Promise.all([
    enter(HOME, cookie),
    enter(HOME_TOO),
    request(attacked.url, { path: '/api/app/user/getBalance', token }),
    request(attacked.url, betOn(attacked, { token }, 'dice')),
  ])
  const tried = await storm.end()
  expect(meanwhile.map(({ http, text }) => (http === 200 ? http : text))).toEqual([200, 200, 200, 200])
  expect(tried.length).toBeGreaterThanOrEqual(SIGN_INS)
  expect(new Set(tried.map(({ code }) => code))).toEqual(new Set(['wrong_credentials', 'proof_needed']))
  const checked = tried.filter(({ code }) => code === 'wrong_credentials')
  await expect.poll(passwordsChecked).toBe(checked.length) // none that was refused
  expect(checked.length).toBeLessThanOrEqual(LONE_NETWORKS + SHARED_NETWORKS * OF_NETWORK)
  for (let network = 0; network < SHARED_NETWORKS; network += 1) {
    const own = checked.filter(({ from }) => from.startsWith(`198.51.${network}.`))
    expect(own.length).toBeLessThanOrEqual(OF_NETWORK)
    const atOwner = own.filter(({ username }) => username === OWNER)
    expect(atOwner.length).toBeLessThanOrEqual(OF_NETWORK_AT_ACCOUNT)
  }
  // More passwords were tried at the owner's account than count as guesses: the right one is too late from elsewhere.
  expect(checked.filter(({ username }) => username === OWNER).length).toBeGreaterThan(AT_ACCOUNT)
  expect((await enter('192.0.2.77')).data['code']).toBe('wrong_credentials')
  const afterwards = [await enter(HOME, cookie), await enter(HOME_TOO)]
  expect(afterwards.map(({ http }) => http)).toEqual([200, 200])
}, 300_000)

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answered, request, type Asked } from './request.ts'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import { eventOf, isConnected, openRawConnection } from './raw-connection.ts'
import { type AttackingPlayer, freshCpf, openOffers, openPlayers, solveCaptcha } from './players.ts'

let attacked: AttackedApp
let players: AttackingPlayer[]
/** Values that must not be in any log line, by kind. */
const secrets: Record<string, string> = {}

const EMAIL = 'victim@attacks.example'
const PASSWORD = 'the right password 1'
const HOME = '203.0.113.5'

beforeAll(async () => {
  attacked = await openAttackedApp()
  players = await openPlayers(attacked.deps, [{}, {}])
})

afterAll(() => attacked.close())

let drawn = 0
/** A new solved captcha for this address. */
const captchaOf = (from: string) => {
  drawn += 1
  return solveCaptcha(attacked, { codeId: String(50_000 + drawn), from })
}

async function login(username: string, pwd: string, from: string): Promise<Answered> {
  return request(attacked.url, { path: LOGIN, from, body: { username, pwd, ...(await captchaOf(from)) } })
}

const LOGIN = '/api/auth/user/restLogin'
const call = async (asked: Asked): Promise<Answered['data']> => {
  const answer = await request(attacked.url, asked)
  if (answer.http !== 200) throw new Error(answer.text)
  return answer.data
}

test('a player registers and walks through the app, and the log contains no secret', async () => {
  const solved = await captchaOf(HOME)
  const person = { country: '+55', phone: '11987654321', pwd: PASSWORD, pwd1: PASSWORD }
  const registered = { username: EMAIL.toUpperCase(), ...person, ...solved }
  const token = String(
    (await call({ path: '/api/auth/user/restRegister', from: HOME, body: registered }))['access_token'],
  )
  const cpf = freshCpf(attacked.deps)
  const dotted = cpf.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4')
  await call({ path: '/api/app/user/updateKyc', token, body: { name: 'Vitória Alves', cardNo: dotted } })
  await call({ path: '/api/app/order/prePay/brl-20', token, body: { gift: '0', pkgId: 'brl-20' } })
  const { ticket } = (await call({ method: 'POST', path: '/api/app/realtime/ticket', token })) as {
    ticket: string
  }
  const connection = await openRawConnection(attacked.url, ticket)
  expect(isConnected(connection)).toBe(true)
  const [offer] = await openOffers(attacked.url)
  const bet = { requestId: 'a-bet-without-money', unitStakeCents: 100, ...offer }
  expect(
    (await request(attacked.url, { path: '/api/app/sportsbook/betPlay', token, body: bet })).status,
  ).toBe(9999)
  connection.close()
  Object.assign(secrets, {
    token,
    cpf,
    dotted,
    ticket,
    captcha: solved.captCode,
    phone: '11987654321',
    name: 'Vitória',
  })
})

test('a captcha is used up by one answer, right or wrong, and belongs to its address', async () => {
  const wrong = { username: EMAIL, pwd: 'not the password' }
  const solved = await captchaOf(HOME)
  const first = await request(attacked.url, { path: LOGIN, from: HOME, body: { ...wrong, ...solved } })
  expect(first.data['code']).toBe('wrong_credentials')
  const again = await request(attacked.url, { path: LOGIN, from: HOME, body: { ...wrong, ...solved } })
  expect(again.data['code']).toBe('wrong_captcha')
  const missed = await captchaOf(HOME)
  await request(attacked.url, { path: LOGIN, from: HOME, body: { ...wrong, ...missed, captCode: 'XXXXX' } })
  const late = await request(attacked.url, { path: LOGIN, from: HOME, body: { ...wrong, ...missed } })
  expect(late.data['code']).toBe('wrong_captcha')
  const others = await captchaOf('198.51.100.9')
  const stolen = await request(attacked.url, { path: LOGIN, from: HOME, body: { ...wrong, ...others } })
  expect(stolen.data['code']).toBe('wrong_captcha')
})

test('an unknown e-mail, a wrong password and a locked account answer alike, and the player still gets in', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 25 }, (_none, at) => login(EMAIL, `guess number ${at}`, `10.${at}.2.1`)),
  )
  const unknown = await login('nobody@attacks.example', PASSWORD, '192.0.2.99')
  expect(new Set([...guesses, unknown].map(({ http, text }) => `${http} ${text}`)).size).toBe(1)
  // After too many guesses even the right password is refused, without a hint.
  expect((await login(EMAIL, PASSWORD, '192.0.2.77')).text).toBe(unknown.text)
  const own = await login(EMAIL, PASSWORD, HOME)
  expect(own.http).toBe(200)
  secrets['secondToken'] = String(own.data['access_token'])
})

test('further guesses from one network need proofs of work, whatever forwarded address is written', async () => {
  const answers = await Promise.all(
    Array.from({ length: 70 }, (_none, at) =>
      login(`p${at}@attacks.example`, 'a password', `198.51.100.${at + 10}`),
    ),
  )
  const put = answers.filter(({ data }) => data['code'] === 'proof_needed')
  expect(put.length).toBeGreaterThanOrEqual(10)
  expect(put[0]).toMatchObject({ http: 500, status: 5111, data: { bits: 17 } })
  const solved = await captchaOf('198.51.100.200')
  const body = { username: EMAIL, pwd: 'one more', ...solved }
  const spoofed = await request(attacked.url, { path: LOGIN, from: `${HOME}, 198.51.100.200`, body })
  expect(spoofed.data['code']).toBe('proof_needed')
})

test('a forgotten password is set once, only with the mailed code, and ends every session', async () => {
  const steps = '/api/app/main'
  const send = (email: string) =>
    request(attacked.url, { path: `${steps}/RESETPWD/sendEmail`, from: HOME, body: { email } })
  const [known, unknown] = [await send(EMAIL), await send('nobody@attacks.example')]
  expect(known.text).toBe(unknown.text)
  const code = await expect
    .poll(() => mailedCode())
    .toMatch(/^\d{6}$/)
    .then(mailedCode)
  const check = (tried: string) =>
    request(attacked.url, {
      path: `${steps}/RESETPWD/checkEmail`,
      from: HOME,
      body: { email: EMAIL, code: tried },
    })
  expect((await check(code === '000000' ? '000001' : '000000')).data['code']).toBe('wrong_reset_code')
  const checked = await Promise.all(Array.from({ length: 3 }, () => check(code)))
  const passed = checked.filter(({ http }) => http === 200)
  expect(passed).toHaveLength(1)
  const { data: chkId } = JSON.parse(passed[0]?.text ?? '{}') as { data: string }
  const nPwd = 'another right password 2'
  const set = await Promise.all(
    Array.from({ length: 10 }, () =>
      request(attacked.url, { path: `${steps}/setPwd`, from: HOME, body: { nPwd, chkId } }),
    ),
  )
  expect(set.filter(({ http }) => http === 200)).toHaveLength(1)
  const path = '/api/app/user/getBalance'
  for (const token of [secrets['token'], secrets['secondToken']]) {
    expect((await request(attacked.url, { path, token: token ?? '' })).http).toBe(401)
  }
  Object.assign(secrets, { code, chkId, nPwd })
})

async function mailedCode(): Promise<string> {
  const { text } = await request(attacked.sandboxUrl, { path: `/mailbox?to=${encodeURIComponent(EMAIL)}` })
  const { mails } = JSON.parse(text) as { mails: { text: string }[] }
  return /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0] ?? ''
}

test.each([
  ['a page of somebody else', { origin: 'https://attacker.example' }],
  ['a frame without an origin', { origin: 'null' }],
  ['the same host by another port', { origin: 'http://127.0.0.1:1' }],
])('%s opens no connection, even with a right token', async (_what, headers) => {
  const connection = await openRawConnection(attacked.url, players[0]?.token ?? '', headers)
  expect(isConnected(connection)).toBe(false)
})

test('a ticket opens one connection, and an invented ticket none', async () => {
  const token = players[0]?.token ?? ''
  const { ticket } = (await call({ method: 'POST', path: '/api/app/realtime/ticket', token })) as {
    ticket: string
  }
  const [one, other] = await Promise.all([
    openRawConnection(attacked.url, ticket),
    openRawConnection(attacked.url, ticket),
  ])
  expect([isConnected(one), isConnected(other)].filter(Boolean)).toHaveLength(1)
  for (const made of ['', 'x', 'made-up-token-of-nobody', '%00'.repeat(20), 'x'.repeat(3000)]) {
    expect(isConnected(await openRawConnection(attacked.url, made))).toBe(false)
  }
  one.close()
})

test.each([
  ['a code with a NUL', eventOf('offGame', { gameCode: 'a\u0000' })],
  ['half a character', '42["offGame",{"gameCode":"\\ud83d"}]'],
  ['a field nobody knows', eventOf('offGame', { gameCode: 'dice', balance: 1 })],
  ['no fields at all', eventOf('offGame', null)],
  ['a negative place', eventOf('resume', { after: -1 })],
  ['a place past every number', '42["resume",{"after":1e999}]'],
  ['too many fixtures', eventOf('watch', { fixtureIds: Array.from({ length: 101 }, String) })],
  ['a room of somebody else', eventOf('watch', { fixtureIds: ['player:1'] })],
  ['a broken packet', '42["offGame",{'],
  ['more than a message may hold', eventOf('offGame', { gameCode: 'x'.repeat(10_000) })],
])(
  'a client that sends %s on a connection is disconnected, and the server continues',
  async (_what, packet) => {
    const connection = await openRawConnection(attacked.url, players[1]?.token ?? '')
    expect(isConnected(connection)).toBe(true)
    connection.send(packet)
    await expect.poll(connection.isClosed).toBe(true)
    expect((await request(attacked.url, { path: '/readyz' })).http).toBe(200)
  },
)

test('the log shows what happened, and no token, e-mail, CPF, password, code or captcha', () => {
  const log = attacked.said()
  expect(log).toContain('a registration')
  expect(log).toContain('a sign-in failed')
  expect(log).not.toMatch(/"a bug"|"a fault"|a socket message failed/)
  const all = { ...secrets, EMAIL, PASSWORD, own: players[0]?.token ?? '', hook: attacked.webhookSecret }
  expect(Object.keys(all).length).toBeGreaterThan(12)
  const reported = Object.entries(all).filter(
    ([, secret]) => secret.length < 4 || log.toLowerCase().includes(secret.toLowerCase()),
  )
  expect(reported).toEqual([])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTransfers } from '../../apps/server/src/ledger/index.ts'
import { type Call, type CallKey, calls } from '../../packages/contract/src/index.ts'
import { ownerOf } from '../test/database.ts'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import { openRawConnection } from './raw-connection.ts'
import { freshCpf, openOffers, solveCaptcha } from './players.ts'
import { type Answered, insist, request } from './request.ts'
import { rightRequest } from './wrong-requests.ts'

/** Where all row ids start in this test: no other number looks like them. */
const FIRST = 765_432_187_650_000

/** The beginnings of every id from `FIRST` on, in the notations a program may use. */
const SPELLINGS = [String(FIRST).slice(0, 10), FIRST.toString(16).slice(0, 8), FIRST.toString(36).slice(0, 7)]

/** Matches, prices and draws are the same for everybody: their ids are public. */
const PUBLIC_ROWS = 'sportsbook_(competition|participant|fixture|market|outcome)|games_shared_round'

/** More retries than a walk through all calls needs, and few enough for the password guess limits. */
const SOME_TIMES = 4

let attacked: AttackedApp
let tokens: string[]
const answers: Answered[] = []

const ask: typeof insist = async (url, asked, tooFastTimes) => {
  const answer = await insist(url, asked, tooFastTimes)
  answers.push(answer)
  return answer
}

beforeAll(async () => {
  attacked = await openAttackedApp()
  await ownerOf(attacked.deps.db)`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, ${FIRST})
      from pg_sequences
     where sequencename !~ ${PUBLIC_ROWS}`
  const first = await register('first@attacks.example', {})
  const yqm = String((await infoOf(first))['yqm'])
  tokens = [first, await register('second@attacks.example', { regcode: yqm })]
})

afterAll(() => attacked.close())

let drawn = 0

async function register(username: string, more: object): Promise<string> {
  drawn += 1
  const from = `203.0.113.${drawn}`
  const solved = await solveCaptcha(attacked, { codeId: String(70_000 + drawn), from })
  const person = {
    country: '+55',
    phone: '11987654321',
    pwd: 'a right password 1',
    pwd1: 'a right password 1',
  }
  const named = { name: 'Ana Souza', cardNo: freshCpf(attacked.deps) }
  const body = { username, ...person, ...named, ...solved, ...more }
  const answer = await ask(attacked.url, { path: '/api/auth/user/restRegister', from, body })
  return String(answer.data['access_token'])
}

const infoOf = async (token: string) =>
  (await ask(attacked.url, { path: '/api/app/user/userInfo', token })).data

test('ids of two consecutive players reveal neither their number nor their order', async () => {
  const uIds = await Promise.all(tokens.map(async (token) => String((await infoOf(token))['uId'])))
  const rows = await attacked.deps.db<{ id: number }[]>`
    select id from identity_player where id >= ${FIRST} order by id`
  expect(rows).toEqual([{ id: FIRST + 1 }, { id: FIRST + 2 }])
  for (const uId of uIds) expect(uId).toMatch(/^[0-9A-HJKMNP-TV-Z]{13}$/)
  const isSame = (uIds[0] ?? '').split('').filter((letter, at) => letter === uIds[1]?.[at])
  expect(isSame.length).toBeLessThan(6)
})

/** Which of these texts contain an internal id. */
const telling = (texts: readonly string[]): string[] =>
  texts
    .filter((text) => SPELLINGS.some((spelling) => text.includes(spelling)))
    .map((text) => text.slice(0, 300))

test('no answer to a player, no file, mail, message and page contains an internal id', async () => {
  const [token = ''] = tokens
  const { ticket } = (await ask(attacked.url, { method: 'POST', path: '/api/app/realtime/ticket', token }))
    .data as { ticket: string }
  const connection = await openRawConnection(attacked.url, ticket)
  const order = await ask(attacked.url, {
    path: '/api/app/order/prePay/brl-50',
    token,
    body: { gift: '0', pkgId: 'brl-50' },
  })
  await ask(attacked.url, { path: `/pay/${String(order.data['payNo'])}` })
  await ask(attacked.url, { path: `/api/app/order/getPayment/${String(order.data['orderId'])}`, token })
  const to = { playerId: FIRST + 1, kind: 'cash' } as const
  await makeTransfers(attacked.deps, [{ key: `opening:${FIRST}`, from: 'opening', to, cents: 50_000 }])
  const { betId } = await placeBet(token)
  const { quoteId } = await offerFor(token, betId)
  await ask(attacked.url, { path: `/api/app/sportsbook/bets/${betId}/receipt`, token })
  await ask(attacked.url, {
    path: '/api/app/support/say',
    token,
    body: { requestId: attacked.deps.random.hex(16), text: 'my bet', about: { kind: 'bet', id: betId } },
  })
  const rolled = { direction: 'over', targetHundredths: 5050, stakeCents: 100 }
  await ask(attacked.url, {
    path: '/api/app/games/dice/betPlay',
    token,
    body: { requestId: attacked.deps.random.hex(16), ...rolled },
  })
  const { data: sold } = await ask(attacked.url, {
    path: '/api/app/sportsbook/cashOut',
    token,
    body: { requestId: attacked.deps.random.hex(16), quoteId },
  })
  expect(sold).toMatchObject({ bet: { betId } })
  const keys = (Object.keys(calls) as CallKey[]).filter((key) => !key.endsWith('/restLogout'))
  for (const key of keys) {
    const access = (calls[key] as Call).access
    await ask(attacked.url, { ...rightRequest(key), ...(access === 'player' ? { token } : {}) }, SOME_TIMES)
  }
  expect(answers.filter(({ http }) => http === 200).length).toBeGreaterThan(25)
  expect(telling(answers.map(({ text, headers }) => `${text}${JSON.stringify(headers)}`))).toEqual([])
  await expect.poll(() => connection.received.join('\n')).toContain('updateUserInfo')
  expect(telling(connection.received)).toEqual([])
  connection.close()
  await ask(attacked.url, { path: '/api/auth/user/signInLink', body: { email: 'first@attacks.example' } })
  const readMails = () => request(attacked.sandboxUrl, { path: '/mailbox?to=first@attacks.example' })
  await expect.poll(async () => (await readMails()).text).toContain('subject')
  expect(telling([(await readMails()).text])).toEqual([])
  expect(telling(attacked.said().split('\n'))).toEqual([])
})

/** A bet of one real on the first available outcome. */
async function placeBet(token: string): Promise<{ betId: string }> {
  const [offer] = await openOffers(attacked.url)
  const { data } = await ask(attacked.url, {
    path: '/api/app/sportsbook/betPlay',
    token,
    body: { requestId: attacked.deps.random.hex(16), unitStakeCents: 100, ...offer },
  })
  return data as { betId: string }
}

/** Its current cash-out offer. */
async function offerFor(token: string, betId: string): Promise<{ quoteId: string }> {
  const { text } = await ask(attacked.url, { path: `/api/app/sportsbook/cashOuts?betIds=${betId}`, token })
  const { data } = JSON.parse(text) as { data: { offers: [{ quoteId: string }] } }
  return data.offers[0]
}

test('an internal id is detected in any of its notations', () => {
  const written = [String(FIRST + 9), (FIRST + 9).toString(16), (FIRST + 9).toString(36)]
  expect(telling(['nothing', ...written.map((one) => `quote ${one}-2k.abc`)])).toHaveLength(3)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTransfers } from '../../apps/server/src/ledger/index.ts'
import { type Call, type CallKey, calls } from '../../packages/contract/src/index.ts'
import { ownerOf } from '../test/database.ts'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import { openLine } from './line.ts'
import { freshCpf, openOffers, solveCaptcha } from './players.ts'
import { type Answered, insist } from './request.ts'
import { rightRequest } from './wrong-requests.ts'

/** The number of the first player of the test: nothing else is spelt like it. */
const FIRST = 7_654_321_987

let attacked: AttackedApp
let tokens: string[]
const answers: Answered[] = []

const ask: typeof insist = async (url, asked) => {
  const answer = await insist(url, asked)
  answers.push(answer)
  return answer
}

beforeAll(async () => {
  attacked = await openAttackedApp()
  await ownerOf(attacked.deps.db)`select setval('identity_player_id_seq', ${FIRST - 1})`
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

test('two players in a row have ids that tell neither how many there are nor who came first', async () => {
  const uIds = await Promise.all(tokens.map(async (token) => String((await infoOf(token))['uId'])))
  const rows = await attacked.deps.db<{ id: number }[]>`
    select id from identity_player where id >= ${FIRST} order by id`
  expect(rows).toEqual([{ id: FIRST }, { id: FIRST + 1 }])
  for (const uId of uIds) expect(uId).toMatch(/^[0-9A-HJKMNP-TV-Z]{13}$/)
  const isSame = (uIds[0] ?? '').split('').filter((letter, at) => letter === uIds[1]?.[at])
  expect(isSame.length).toBeLessThan(6)
})

test('no answer to a player, no message and no page holds the number of a player', async () => {
  const [token = ''] = tokens
  const { ticket } = (await ask(attacked.url, { method: 'POST', path: '/api/app/realtime/ticket', token }))
    .data as { ticket: string }
  const line = await openLine(attacked.url, ticket)
  const order = await ask(attacked.url, {
    path: '/api/app/order/prePay/brl-50',
    token,
    body: { gift: '0', pkgId: 'brl-50' },
  })
  await ask(attacked.url, { path: `/pay/${String(order.data['payNo'])}` })
  await ask(attacked.url, { path: `/api/app/order/getPayment/${String(order.data['orderId'])}`, token })
  const to = { playerId: FIRST, kind: 'cash' } as const
  await makeTransfers(attacked.deps, [{ key: `opening:${FIRST}`, from: 'opening', to, cents: 50_000 }])
  const [offer] = await openOffers(attacked.url)
  const requestId = attacked.deps.random.hex(16)
  await ask(attacked.url, {
    path: '/api/app/sportsbook/betPlay',
    token,
    body: { requestId, unitStakeCents: 100, ...offer },
  })
  const keys = (Object.keys(calls) as CallKey[]).filter((key) => !key.endsWith('/restLogout'))
  for (const key of keys) {
    const access = (calls[key] as Call).access
    await ask(attacked.url, { ...rightRequest(key), ...(access === 'player' ? { token } : {}) })
  }
  expect(answers.filter(({ http }) => http === 200).length).toBeGreaterThan(25)
  const telling = answers.filter(({ text, headers }) =>
    `${text}${JSON.stringify(headers)}`.includes(String(FIRST).slice(0, 9)),
  )
  expect(telling.map(({ text }) => text.slice(0, 200))).toEqual([])
  await expect.poll(() => line.heard.join('\n')).toContain('updateUserInfo')
  expect(line.heard.join('\n')).not.toContain(String(FIRST))
  line.close()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicIds } from '../../apps/server/src/platform/public-ids.ts'
import { request, insist } from './request.ts'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import { type AttackingPlayer, openOffers, openPlayers, passwordGiven } from './players.ts'

/** Enough attackers in turn that none is rate-limited. */
const CROWD = 60
/** Pairs of requests, each sent first equally often. */
const PAIRS = 300
/** Standard deviations of a fair coin; equal answers exceed it once in a thousand million runs. */
const MOST_DEVIATIONS = 6

let attacked: AttackedApp
let owner: AttackingPlayer
let stranger: AttackingPlayer
let crowd: AttackingPlayer[]
let owned: { orderId: string; payNo: string; withdrawalId: string; betId: string; roundId: string }

beforeAll(async () => {
  attacked = await openAttackedApp()
  const [one, other] = await openPlayers(attacked.deps, [{ cents: 50_000 }, { cents: 50_000 }])
  if (!one || !other) throw new Error('two players open')
  owner = one
  stranger = other
  crowd = await openPlayers(
    attacked.deps,
    Array.from({ length: CROWD }, () => ({})),
  )
  owned = await fill(owner)
})

afterAll(() => attacked.close())

const post = async ({ token }: AttackingPlayer, path: string, body: object) => {
  const answer = await request(attacked.url, { path, token, body })
  if (answer.http !== 200) throw new Error(answer.text)
  return answer.data
}

/** Gives a player one of everything that has an id. */
async function fill(player: AttackingPlayer) {
  const [offer] = await openOffers(attacked.url)
  const requestId = attacked.deps.random.hex(16)
  const gift = { gift: '0', pkgId: 'brl-50' }
  const payCard = { payCardBank: 'CPF', payCardNo: player.cpf, ifsc: player.cpf, name: 'Ana', whatsapp: '' }
  const dice = { requestId, stakeCents: 100, direction: 'over', targetHundredths: 5050 }
  const order = await post(player, '/api/app/order/prePay/brl-50', gift)
  const bet = await post(player, '/api/app/sportsbook/betPlay', { requestId, unitStakeCents: 100, ...offer })
  const { round } = (await post(player, '/api/app/games/dice/betPlay', dice)) as {
    round: { roundId: string }
  }
  await passwordGiven(attacked.deps, player)
  const withdrawal = await post(player, '/api/app/order/withdraw', { ...payCard, amount: 50 })
  return {
    orderId: String(order['orderId']),
    payNo: String(order['payNo']),
    withdrawalId: String(withdrawal['orderId']),
    betId: String(bet['betId']),
    roundId: round.roundId,
  }
}

type Ids = typeof owned
const absent = (ids: Ids): Ids => ({
  ...ids,
  orderId: '0'.repeat(32),
  payNo: '0'.repeat(32),
  withdrawalId: 'f'.repeat(32),
  betId: '0123456789ABC',
  roundId: '0123456789ABC',
})

test.each<[string, (ids: Ids) => { method: string; path: string }]>([
  [
    'the status of an order',
    ({ orderId }) => ({ method: 'GET', path: `/api/app/order/getStatus/${orderId}` }),
  ],
  [
    'the payment of an order',
    ({ orderId }) => ({ method: 'GET', path: `/api/app/order/getPayment/${orderId}` }),
  ],
  ['giving up an order', ({ orderId }) => ({ method: 'POST', path: `/api/app/order/cancel/${orderId}` })],
  [
    'the status of a withdrawal',
    ({ withdrawalId }) => ({ method: 'GET', path: `/api/app/order/getStatus/${withdrawalId}` }),
  ],
  [
    'the payment of a withdrawal',
    ({ withdrawalId }) => ({ method: 'GET', path: `/api/app/order/getPayment/${withdrawalId}` }),
  ],
  [
    'giving up a withdrawal',
    ({ withdrawalId }) => ({ method: 'POST', path: `/api/app/order/cancel/${withdrawalId}` }),
  ],
  ['a bet', ({ betId }) => ({ method: 'GET', path: `/api/app/sportsbook/bets/${betId}` })],
  ['a round', ({ roundId }) => ({ method: 'GET', path: `/api/app/games/rounds/${roundId}` })],
])('%s of another player answers byte for byte like one that does not exist', async (what, path) => {
  const ofOther = await request(attacked.url, { ...path(owned), token: stranger.token })
  const ofNobody = await request(attacked.url, { ...path(absent(owned)), token: stranger.token })
  expect([ofOther.http, ofOther.text]).toEqual([ofNobody.http, ofNobody.text])
  expect(ofOther.data['code']).toBe('not_found')
  // Each call has a random id of its own.
  const { date: _one, 'x-request-id': oneId, ...headers } = ofOther.headers
  const { date: _other, 'x-request-id': otherId, ...others } = ofNobody.headers
  expect([oneId, otherId].map((id) => String(id).length)).toEqual([36, 36])
  expect(headers).toEqual(others)
  if (path(owned).method === 'POST') return
  const own = await request(attacked.url, { ...path(owned), token: owner.token })
  expect(own.http).toBe(what.includes('withdrawal') ? 404 : 200)
})

/** Nonexistent ids next to existing ones: in the same month, on the same pages. */
const besides = (ids: Ids): Ids => {
  const beside = (kind: 'bet' | 'round', id: string) => {
    const { show, read } = publicIds(attacked.deps.config, kind)
    return show(read(id) + 1)
  }
  const orderId = ids.orderId.slice(0, -1) + (ids.orderId.endsWith('7') ? '8' : '7')
  return { ...ids, orderId, betId: beside('bet', ids.betId), roundId: beside('round', ids.roundId) }
}

/** The time of the 404 of each path for another player, in ms, in order. */
async function waits({ token }: AttackingPlayer, paths: readonly string[]): Promise<number[]> {
  const took: number[] = []
  for (const path of paths) {
    const begun = performance.now()
    const { http } = await request(attacked.url, { path, token })
    took.push(performance.now() - begun)
    expect(http).toBe(404)
  }
  return took
}

test.each<[string, (ids: Ids) => string]>([
  ['an order', ({ orderId }) => `/api/app/order/getStatus/${orderId}`],
  ['a payment', ({ orderId }) => `/api/app/order/getPayment/${orderId}`],
  ['a bet', ({ betId }) => `/api/app/sportsbook/bets/${betId}`],
  ['a round', ({ roundId }) => `/api/app/games/rounds/${roundId}`],
])('S1: %s of another player takes longer than a nonexistent one as often as shorter', async (_, path) => {
  const pair = [path(owned), path(besides(owned))]
  let longer = 0
  for (let turn = 0; turn < PAIRS; turn += 1) {
    const asker = crowd[turn % CROWD] ?? stranger
    const isOthersFirst = turn % 2 === 0
    const [first = 0, second = 0] = await waits(asker, isOthersFirst ? pair : pair.toReversed())
    if (first > second === isOthersFirst) longer += 1
  }
  const ofFairCoin = Math.sqrt(PAIRS) / 2
  expect(Math.abs(longer - PAIRS / 2) / ofFairCoin).toBeLessThan(MOST_DEVIATIONS)
})

test('the attempts changed nothing: the order is still open', async () => {
  const path = `/api/app/order/getStatus/${owned.orderId}`
  expect((await request(attacked.url, { path, token: owner.token })).data['status']).toBe('00')
})

test('lists contain only the player’s own, with any cursor of another player', async () => {
  const lists = [
    '/api/app/order/records',
    '/api/app/sportsbook/bets',
    '/api/app/games/rounds',
    `/api/app/sportsbook/bets?cursor=${owned.betId}`,
    `/api/app/games/rounds?cursor=${owned.roundId}`,
    `/api/app/order/records?cursor=${'9'.repeat(15)}_${owned.orderId}`,
  ]
  for (const path of lists) {
    const { http, text } = await request(attacked.url, { path, token: stranger.token })
    expect(http).toBe(200)
    for (const id of [owned.orderId, owned.withdrawalId]) expect(text).not.toContain(id)
    expect(text).toMatch(/"(records|bets|rounds)":\[\]/)
  }
})

test('the same request id belongs to each player separately', async () => {
  const requestId = 'the-same-for-both-players'
  const body = { requestId, stakeCents: 100, direction: 'over', targetHundredths: 5050 }
  const path = '/api/app/games/dice/betPlay'
  const one = await insist(attacked.url, { path, token: owner.token, body })
  const other = await insist(attacked.url, { path, token: stranger.token, body })
  expect([one.http, other.http]).toEqual([200, 200])
  expect(one.data['round']).not.toEqual(other.data['round'])
})

test('a player sees nothing of a server seed in use, and nothing of others', async () => {
  const rows = await attacked.deps.db<{ seed: string }[]>`
    select server_seed as seed from games_seed_pair where status <> 'revealed'`
  expect(rows.length).toBeGreaterThan(1)
  const paths = [
    '/api/app/games/seeds',
    '/api/app/games/rounds',
    `/api/app/games/rounds/${owned.roundId}`,
    '/api/app/user/userInfo',
  ]
  for (const path of paths) {
    const { text } = await request(attacked.url, { path, token: owner.token })
    for (const { seed } of rows) expect(text).not.toContain(seed)
    expect(text).not.toMatch(/argon2|password|token/i)
    expect(text).not.toContain(stranger.email)
    expect(text).not.toContain(stranger.cpf)
  }
})

test('the payment page reveals nothing of the player to a holder of its URL', async () => {
  const { http, text } = await request(attacked.url, { path: `/pay/${owned.payNo}` })
  expect(http).toBe(200)
  for (const secret of [owner.email, owner.cpf, owner.token, owned.orderId, 'Ana Souza'])
    expect(text).not.toContain(secret)
})

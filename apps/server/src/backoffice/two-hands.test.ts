import {
  type OperatorCallKey,
  operatorCalls,
  type Permission,
  permissions,
  permissionsGrantedByTwo,
} from '@palpite/contract/backoffice'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { cashierClearing } from '../cashier/index.ts'
import { closedGateway } from '../cashier/testing/harness.ts'
import { freshCpf } from '../cashier/testing/players.ts'
import { recordKyc } from '../identity/index.ts'
import { makeTransfers, verifyLedger } from '../ledger/index.ts'
import { present } from '../platform/errors.ts'
import { openTestExchange } from '../feeds/testing/exchange.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let exchange: ReturnType<typeof openTestExchange>
beforeAll(async () => {
  harness = await openBackofficeHarness({ gateway: closedGateway() })
  exchange = openTestExchange(harness.deps)
})
afterAll(async () => {
  await exchange.stop()
  await harness.close()
})

type Hand = { operatorId: number; token: string }

let made = 0
const next = () => (made += 1)
const post = (path: string, { token }: Hand, body: unknown = {}) =>
  harness.call(`POST /api/backoffice/${path}`, { token, body })
const byRoot = (): Hand => ({ operatorId: harness.rootId, token: harness.rootToken })
const bySecond = (): Hand => ({ operatorId: harness.secondId, token: harness.secondToken })
/** An operator with every permission, created by another and approved by one of the other tree. */
const createdBy = (creator: number) =>
  harness.operatorWith(`hand${next()}@house.example`, permissions, creator)
/** A day of the house, counted from today. */
const houseDay = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * 86_400_000)
const newRequest = (body: object) => ({ requestId: `two-hands-request-${next()}`, reason: 'seen', ...body })

/** R$ 5,757.00 to a new key: above the limit that needs two approvals. */
const withdrawal = async (amountCents = 575_700) => {
  const { playerId } = await harness.player(`hands${next()}@players.example`)
  const cpf = freshCpf()
  await harness.deps.db.begin((tx) => recordKyc(tx, [{ playerId, name: 'Ana Souza', cpf }]))
  const to = { playerId, kind: 'cash' } as const
  await makeTransfers(harness.deps, [{ key: `hands:${made}`, from: 'opening', to, cents: 1_000_000 }])
  const who = { playerId, sessionId: 1, holderName: 'Ana Souza', whatsapp: '', payCardNo: cpf }
  const answer = await harness.cashier.requestWithdrawal({ ...who, method: 'CPF', amountCents })
  if (!answer.ok) throw new Error(answer.refusal.code)
  return answer.value.orderId
}
const statusOf = async (orderId: string) => {
  const rows = await harness.deps.db<{ status: string }[]>`
    select status from cashier_withdrawal where id = ${orderId}`
  return rows[0]?.status
}

/** A race for two places in which three are placed: the second place is unresolved. */
const unresolvedMarket = async (): Promise<number> => {
  const places = { id: `8.${next()}`, marketType: 'PLACE', numberOfWinners: 2 } as const
  const runners = [1, 2, 3].map((id) => ({ id }))
  await exchange.receive({ ...places, runners, prices: { 1: 2, 2: 2, 3: 2 } })
  const placed = runners.map(({ id }) => ({ id, status: 'WINNER' as const }))
  await exchange.receive({ ...places, status: 'CLOSED', runners: placed })
  return present((await exchange.outcomes(`market:${places.id}`)).get('Horse 1'), 'a horse').marketId
}

/** A window of bets after a goal reported too late, which operators decide. */
const lateWindow = async (): Promise<number> => {
  const [row] = await harness.deps.db<{ id: number }[]>`
    insert into sportsbook_late_window (fixture_id, placed_from, placed_until, first_bet_id, last_bet_id)
    select fixture_id, now() - interval '5 minutes', now(), 1, 1
      from sportsbook_market where id = ${await unresolvedMarket()}
    returning id`
  return present(row, 'a late window').id
}

/** Acts that need two operators: the first acts, then the second; returns whether it was done. */
const acts: Partial<Record<OperatorCallKey, (first: Hand, second: Hand) => Promise<boolean>>> = {
  'POST /api/backoffice/settings/:module/versions/:version/approve': async (first, second) => {
    const { data } = await harness.call('GET /api/backoffice/settings', first)
    const [shop] = data as unknown as [{ latestApproved: number }]
    const proposal = { value: { minCents: next() }, baseVersion: shop.latestApproved }
    const { data: proposed } = await post('settings/shop/versions', first, proposal)
    const version = String(proposed?.['version'])
    return (await post(`settings/shop/versions/${version}/approve`, second)).http === 200
  },
  'POST /api/backoffice/promotions/:planId/approve': async (first, second) => {
    // Each plan has its own day, far from any other.
    const at = next()
    const startsOn = new Date(Date.UTC(2090, 0, 1 + at)).toISOString().slice(0, 10)
    const endsOn = null
    const rules = [{ place: 1, goal: 0, amount: 100 }]
    const body = { kind: 'check_in', rules, startsOn, endsOn, reason: 'a day of higher prizes' }
    const { data } = await post('promotions', first, newRequest(body))
    const planId = String(data?.['planId'])
    const isDone = (await post(`promotions/${planId}/approve`, second)).http === 200
    // Withdrawn, so that the next plan overlaps none.
    await post(`promotions/${planId}/end`, bySecond())
    return isDone
  },
  'POST /api/backoffice/banners/:bannerId/approve': async (first, second) => {
    const letters = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    const { data: kept } = await post('banners/pictures', first, { picture: letters.toString('base64') })
    const words = { title: 'Rodada do fim de semana', alt: 'Um estádio à noite', action: 'Ver jogos' }
    const content = { place: 'home', pictureId: kept?.['pictureId'], texts: { 'pt-BR': words } }
    const shown = { href: '/footballPage', order: 5, audience: 'all', minVipLevel: 0, replaces: null }
    const days = { startsOn: houseDay(1), endsOn: houseDay(2), reason: 'the matches of the weekend' }
    const { data } = await post('banners', first, newRequest({ ...content, ...shown, ...days }))
    const bannerId = String(data?.['bannerId'])
    const isDone = (await post(`banners/${bannerId}/approve`, second)).http === 200
    // Ended, so that there is room for the next one.
    await post(`banners/${bannerId}/end`, bySecond())
    return isDone
  },
  'POST /api/backoffice/campaigns/:campaignId/approve': async (first, second) => {
    const rules = { minVipLevel: null, maxVipLevel: null, registeredFrom: null, registeredTo: null }
    const body = {
      name: 'Jogos do fim de semana',
      texts: { 'pt-BR': { title: 'Fim de semana', text: 'Veja os jogos.' } },
      audience: { ...rules, activity: null, hasDeposited: null },
      sendAt: `${houseDay(1)}T10:00`,
      endsAt: `${houseDay(2)}T10:00`,
      reason: 'the matches of the weekend',
    }
    const { data } = await post('campaigns', first, newRequest(body))
    return (await post(`campaigns/${String(data?.['campaignId'])}/approve`, second)).http === 200
  },
  'POST /api/backoffice/withdrawals/decide': async (first, second) => {
    const orderId = await withdrawal()
    for (const hand of [first, second])
      await post('withdrawals/decide', hand, newRequest({ orderIds: [orderId], outcome: 'approve' }))
    return (await statusOf(orderId)) === 'requested'
  },
  'POST /api/backoffice/withdrawals/settle': async (first, second) => {
    const orderId = await withdrawal(10_000)
    await ownerOf(harness.deps.db)`
      update cashier_withdrawal
         set status = 'unknown', provider = 'pix', attempts = 1, unknown_since = now() - interval '1 hour',
             last_sent_at = now() - interval '1 hour'
       where id = ${orderId}`
    for (const hand of [first, second])
      await post('withdrawals/settle', hand, newRequest({ orderId, outcome: 'failed' }))
    return (await statusOf(orderId)) === 'failed'
  },
  'POST /api/backoffice/markets/:marketId/settle': async (first, second) => {
    const marketId = await unresolvedMarket()
    const results = ['1', '2', '3'].map((code) => ({ code, won: code === '3' ? 0 : 1, refunded: 0, of: 1 }))
    const states: unknown[] = []
    for (const hand of [first, second]) {
      const body = newRequest({ results, reason: 'the stewards say who was second' })
      states.push((await post(`markets/${marketId}/settle`, hand, body)).data?.['state'])
    }
    return states[1] === 'settled'
  },
  'POST /api/backoffice/lateWindows/:windowId/decide': async (first, second) => {
    const windowId = await lateWindow()
    const states: unknown[] = []
    for (const hand of [first, second]) {
      const body = newRequest({ isVoid: true, reason: 'the provider says it was late' })
      states.push((await post(`lateWindows/${windowId}/decide`, hand, body)).data?.['state'])
    }
    return states[1] === 'decided'
  },
  'POST /api/backoffice/studios/:studioId/approveKey': async (first, second) => {
    const studioId = `hands${next()}`
    const reason = 'by contract of today'
    const place = { studioId, name: 'Hands', baseUrl: 'https://hands.example', addresses: [], reason }
    const keyId = String((await post('studios', first, place)).data?.['keyId'])
    return (await post(`studios/${studioId}/approveKey`, second, { keyId, reason })).http === 200
  },
  'POST /api/backoffice/operators/:operatorId/resetSecondFactor': async (first, second) => {
    const { operatorId, token } = await harness.operatorWith(`lost${next()}@house.example`, ['settings.read'])
    for (const hand of [first, second]) await post(`operators/${operatorId}/resetSecondFactor`, hand)
    return (await harness.call('GET /api/backoffice/settings', { token })).code === 'logged_out'
  },
  'POST /api/backoffice/players/:playerId/resetSecondFactor': async (first, second) => {
    const { playerId } = await harness.player(`locked-out${next()}@players.example`)
    await harness.deps.db`update identity_player set second_factor_at = now() where id = ${playerId}`
    const states: unknown[] = []
    for (const hand of [first, second]) {
      const body = { reason: 'known by a call and the identity card' }
      states.push((await post(`players/${playerId}/resetSecondFactor`, hand, body)).data?.['state'])
    }
    return states[1] === 'reset'
  },
  'POST /api/backoffice/players/:playerId/liftSuspension': async (first, second) => {
    const { playerId } = await harness.player(`suspended${next()}@players.example`)
    const reason = { reason: 'the same card pays for five accounts' }
    await post(`players/${playerId}/suspend`, first, newRequest(reason))
    return (await post(`players/${playerId}/liftSuspension`, second, newRequest(reason))).http === 200
  },
  'POST /api/backoffice/listedPersons/remove': async (first, second) => {
    const cpf = freshCpf()
    const reason = { reason: 'plays for a club of the first division' }
    await post('listedPersons/add', first, newRequest({ ...reason, cpfs: [cpf], ground: 'sport' }))
    return (await post('listedPersons/remove', second, newRequest({ ...reason, cpf }))).http === 200
  },
  'POST /api/backoffice/operators/:operatorId/setRoles': async (first, second) => {
    const { operatorId, token } = await harness.operatorWith(`role${next()}@house.example`, ['settings.read'])
    const change = { roles: ['payments'], permissions: [] }
    for (const hand of [first, second]) await post(`operators/${operatorId}/setRoles`, hand, change)
    return (await harness.call('GET /api/backoffice/withdrawals/reviews', { token })).http === 200
  },
  'POST /api/backoffice/roles/:role/versions/:version/approve': async (first, second) => {
    const { data } = await harness.call('GET /api/backoffice/roles', first)
    const shown = data as unknown as { role: string; version: number; permissions: Permission[] }[]
    const support = present(
      shown.find(({ role }) => role === 'support'),
      'support',
    )
    const body = { permissions: support.permissions, baseVersion: support.version }
    const { data: proposed } = await post('roles/support/versions', first, body)
    const version = String(proposed?.['version'])
    return (await post(`roles/support/versions/${version}/approve`, second)).http === 200
  },
  'POST /api/backoffice/operators/:operatorId/approve': async (first, second) => {
    const granted: Permission[] = ['withdrawals.review']
    const body = { email: `third${next()}@house.example`, permissions: granted }
    const { data } = await post('operators', first, body)
    const operatorId = Number(data?.['operatorId'])
    const third = { operatorId, token: await harness.settleIn(body.email, String(data?.['oneTimePassword'])) }
    await post(`operators/${operatorId}/approve`, second)
    return (await harness.call('GET /api/backoffice/withdrawals/reviews', third)).http === 200
  },
}

test('31.2 every act that needs two is tested here, and two operators grant its permission', () => {
  const needTwo = (Object.keys(operatorCalls) as OperatorCallKey[]).filter(
    (key) => 'needsTwo' in operatorCalls[key],
  )
  expect(Object.keys(acts).toSorted()).toEqual(needTwo.toSorted())
  expect(needTwo.length).toBeGreaterThanOrEqual(5)
  for (const key of needTwo) expect(permissionsGrantedByTwo).toContain(operatorCalls[key].permission)
})

test('31.2 a chain of operators, each created by the one before, cannot approve for each other, in any act', async () => {
  const made = await createdBy(harness.rootId)
  const madeByMade = await createdBy(made.operatorId)
  for (const [key, act] of Object.entries(acts)) {
    expect([key, await act(byRoot(), madeByMade)]).toEqual([key, false])
    expect([key, await act(madeByMade, byRoot())]).toEqual([key, false])
    expect([key, await act(made, madeByMade)]).toEqual([key, false])
    expect([key, await act(bySecond(), madeByMade)]).toEqual([key, true])
  }
})

test('31.2 in any forest of operators two can act together exactly if their trees have different roots', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(), { minLength: 3, maxLength: 5 }),
      fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 2, maxLength: 3 }),
      async (parents, pairs) => {
        const forest = [
          { hand: byRoot(), root: 0 },
          { hand: bySecond(), root: 1 },
        ]
        const at = (draw: number) => forest[draw % forest.length] as (typeof forest)[number]
        for (const draw of parents) {
          const { hand, root } = at(draw)
          forest.push({ hand: await createdBy(hand.operatorId), root })
        }
        for (const [one, other] of pairs) {
          const [first, second] = [at(one), at(other)]
          const isTwo = first.root !== second.root
          for (const [key, act] of Object.entries(acts))
            expect([key, await act(first.hand, second.hand)]).toEqual([key, isTwo])
        }
      },
    ),
    { numRuns: 5, seed: 312 },
  )
})

test('31.2 a decision by a since disabled operator does not count, and blocks nobody', async () => {
  const gone = await createdBy(harness.secondId)
  const orderId = await withdrawal()
  const decide = async (hand: Hand) => {
    const body = newRequest({ orderIds: [orderId], outcome: 'approve' })
    const { data } = await post('withdrawals/decide', hand, body)
    return (data?.['answers'] as { state: string }[] | undefined)?.[0]?.state
  }
  expect(await decide(gone)).toBe('waits')
  expect((await post(`operators/${gone.operatorId}/disable`, byRoot())).http).toBe(200)
  expect(await decide(byRoot())).toBe('waits')
  expect(await decide(bySecond())).toBe('sent')
})

test('31.2 an operator with permissions that two must grant can do nothing before one of another tree approves', async () => {
  const creator = await createdBy(harness.rootId)
  const email = 'waits@house.example'
  const { data } = await post('operators', creator, {
    email,
    permissions: ['settings.read', 'freeBets.grant'],
  })
  expect(data).toMatchObject({ isApproved: false })
  const operatorId = Number(data?.['operatorId'])
  const token = await harness.settleIn(email, String(data?.['oneTimePassword']))
  const reads = async () => (await harness.call('GET /api/backoffice/settings', { token })).http
  const approve = async (hand: Hand) => (await post(`operators/${operatorId}/approve`, hand)).code
  expect(await reads()).toBe(403)
  const isApproved = async () =>
    (await harness.call('GET /api/backoffice/session/me', { token })).data?.['isApproved']
  expect(await isApproved()).toBe(false)
  expect([await approve(creator), await approve(byRoot())]).toEqual(['four_eyes', 'four_eyes'])
  const narrow = await harness.operatorWith('narrow@house.example', ['operators.manage'], harness.secondId)
  expect(await approve(narrow)).toBe('forbidden') // the operator lacks some of the permissions
  expect(await reads()).toBe(403)
  expect(await approve(bySecond())).toBeUndefined()
  expect([await reads(), await isApproved()]).toEqual([200, true])
  const { data: all } = await harness.call('GET /api/backoffice/operators', bySecond())
  expect(
    (all as unknown as { operatorId: number }[]).find((one) => one.operatorId === operatorId),
  ).toMatchObject({
    createdBy: creator.operatorId,
    approvedBy: harness.secondId,
  })
})

test('31.2 the database refuses an approval by the tree of the creator, and another creator', async () => {
  const { operatorId } = await createdBy(harness.rootId)
  const { db } = harness.deps
  await expect(
    db`update identity_operator set approved_by = ${harness.rootId} where id = ${operatorId}`,
  ).rejects.toThrow('of another tree only')
  await expect(
    db`update identity_operator set created_by = ${harness.secondId} where id = ${operatorId}`,
  ).rejects.toThrow('never changes')
})

test('31.2 leaves a ledger that holds', async () => {
  expect(await verifyLedger(harness.deps.db, cashierClearing())).toEqual([])
})

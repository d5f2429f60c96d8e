import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { Fault } from '../../platform/errors.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { cashierOf } from '../cashier-of.ts'
import { openOrders } from '../orders/open-orders.ts'
import { openProviders, type Provider } from '../rails/providers.ts'
import { closedGateway, testNeeds } from '../testing/harness.ts'
import { newPlayer } from '../testing/players.ts'
import { askBanks, reconcile } from './reconcile.ts'

let opened: Awaited<ReturnType<typeof openTestDeps>>
beforeAll(async () => {
  opened = await openTestDeps()
})
afterAll(() => opened.close())

/** Like a real bank's health: three calls without an answer take it out of the choice. */
const FAILURES = 3

test('a bank that stopped answering is asked about few orders, and holds up no order of another bank', async () => {
  const deps = { ...opened.deps, metrics: openMetrics() }
  const { cashier: plain } = cashierOf(deps, { ...testNeeds(), gateway: closedGateway() })
  const asked = { silent: 0, other: 0 }
  let failed = 0
  const bankOf = (name: 'silent' | 'other'): Provider => ({
    ...plain.providers.named(name),
    isUp: () => name === 'other' || failed < FAILURES,
    gateway: {
      ...closedGateway(),
      listPayments: async () => [],
      getCharge: async () => {
        asked[name] += 1
        await Promise.resolve()
        if (name === 'other') return undefined
        failed += 1
        throw new Fault('no answer from the bank')
      },
    },
  })
  const providers = openProviders([bankOf('silent'), bankOf('other')], plain.providers.named, () => 0)
  const cashier = { ...plain, providers }
  const { playerId } = await newPlayer(deps)
  const orderIds: string[] = []
  for (const amountCents of [1_000, 1_100, 1_200, 1_300, 1_400]) {
    const order = { playerId, amountCents, wantsBonusGrant: false }
    const [answer] = await openOrders(plain, [order])
    if (answer?.ok) orderIds.push(answer.value.order.id)
  }
  const place = (provider: string, ids: readonly string[], secondsAgo: number) => deps.db`
    update cashier_order set provider = ${provider}, check_at = now() - make_interval(secs => ${secondsAgo})
     where id = any(${ids}::text[])`
  const dueAgain = async () => {
    await place('silent', orderIds.slice(0, 4), 10)
    await place('other', orderIds.slice(4), 5)
  }
  await dueAgain()
  await reconcile(cashier)
  expect(asked).toEqual({ silent: 4, other: 1 })
  await dueAgain()
  await reconcile(cashier)
  expect(asked).toEqual({ silent: 4, other: 2 })
  // An operator's question is always asked.
  expect(await askBanks(cashier, orderIds.slice(0, 1))).toEqual(['silent'])
  expect(asked).toEqual({ silent: 5, other: 2 })
})

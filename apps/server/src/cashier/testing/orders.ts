import { createHmac } from 'node:crypto'
import { until } from '../../../../../tools/test/until.ts'
import type { Deps } from '../../platform/deps.ts'
import { cashierOf } from '../cashier-of.ts'
import type { Cashier } from '../cashier.ts'
import { openOrders } from '../orders/open-orders.ts'
import type { TopUpSource } from '../rails/providers.ts'
import { sameTerms, testNeeds, type Harness } from './harness.ts'
import { WEBHOOK_SECRET } from './start-sandbox.ts'
import { cents } from '@palpite/money'
import { openMetrics } from '../../platform/metrics.ts'
import { creditTopUps } from '../orders/credit-topups.ts'
import { requestWithdrawals } from '../withdrawals/request-withdrawals.ts'

export type TestOrder = { orderId: string; payNo: string; url: string }

/** Opens an order as the app does; throws the server's answer if it is refused. */
export async function prePay(
  harness: Harness,
  playerId: number,
  pkgId = 'brl-100',
  gift = '0',
): Promise<TestOrder> {
  const body = { gift, pkgId }
  const { data, http, message } = await harness.call(playerId, 'POST', `/api/app/order/prePay/${pkgId}`, body)
  if (http !== 200) throw new Error(message)
  return data as TestOrder
}

export const statusOf = async (harness: Harness, playerId: number, orderId: string) =>
  (await harness.call(playerId, 'GET', `/api/app/order/getStatus/${orderId}`)).data['status']

export const untilStatus = (harness: Harness, playerId: number, orderId: string, status = '10') =>
  until(`order is ${status}`, async () => (await statusOf(harness, playerId, orderId)) === status)

/** The copy-and-paste code of an order, as the payment page shows it. */
export async function codeOf({ url }: Harness, { payNo }: TestOrder): Promise<string> {
  const html = await (await fetch(`${url}/pay/${payNo}`)).text()
  return /<textarea[^>]*>([^<]+)<\/textarea>/.exec(html)?.[1] ?? ''
}

/** Has the sandbox bank pay an order, and answers the end-to-end id of the Pix. */
export async function pay(harness: Harness, order: TestOrder, more: object = {}): Promise<string> {
  const code = await codeOf(harness, order)
  return payCode(harness, code, more)
}

export async function payCode(harness: Harness, code: string, more: object = {}): Promise<string> {
  const { status, body } = await harness.bank.post('/sandbox/pay', { code, ...more })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return String(body['endToEndId'])
}

/** Sends a webhook, signed with the bank's secret or with a wrong one. */
export function sendHook(
  { url }: Harness,
  raw: string,
  { secret = WEBHOOK_SECRET, ageSeconds = 0, signed = raw } = {},
): Promise<Response> {
  const seconds = Math.floor(Date.now() / 1000) - ageSeconds
  const signature = createHmac('sha256', secret).update(`${seconds}.${signed}`).digest('hex')
  return fetch(`${url}/api/hooks/pix/pix`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': `t=${seconds},v1=${signature}` },
    body: raw,
  })
}

/** Over PIX, by the first bank. */
export const pixOf = ({ providers }: Pick<Cashier, 'providers'>): TopUpSource => providers.named('pix').source

/** Opens orders of chosen amounts on one server, without asking a bank for the code. */
export function topUpsOf(deps: Deps) {
  const { cashier } = cashierOf(deps, testNeeds())
  return async (playerId: number, amountCents: number) => {
    const [answer] = await openOrders(cashier, [{ playerId, amountCents, wantsBonusGrant: false }])
    return answer?.ok ? 'taken' : answer?.refusal.code
  }
}

// A metric can be registered only once, so each of these has its own registry.
const cashierIn = (deps: Deps) => cashierOf({ ...deps, metrics: openMetrics() }, testNeeds()).cashier

/** Opens an order of R$ 100 without calling a bank. */
export async function openOrder(deps: Deps, playerId: number): Promise<{ id: string; chargeRef: string }> {
  const request = { playerId, packageId: 'brl-100', wantsBonusGrant: false }
  const [opened] = await openOrders(cashierIn(deps), [request])
  if (!opened?.ok) throw new Error('an order opens')
  return opened.value.order
}

/** Credits a payment as a bank would report it, with an order or without. */
export async function receivePayment(
  deps: Deps,
  { amountCents, ...pix }: { providerRef: string; chargeRef: string; amountCents: number },
): Promise<void> {
  const cashier = cashierIn(deps)
  const payment = { ...pix, amountCents: cents(amountCents), paidAt: new Date() }
  await creditTopUps(cashier, pixOf(cashier), [{ ...payment, payerTaxId: undefined, refunds: [] }])
}

/** Requests withdrawals to a player's own CPF on one server; each amount of a player once. */
export function withdrawalsOf(deps: Deps) {
  const needs = { ...testNeeds(), readVipTerms: sameTerms({ withdrawalsADay: 10, feeBps: 0 }) }
  const { cashier } = cashierOf({ ...deps, metrics: openMetrics() }, needs)
  return async ({ playerId, cpf }: { playerId: number; cpf: string }, amountCents: number) => {
    const to = { method: 'CPF', payCardNo: cpf, holderName: 'Ana Souza', whatsapp: '' } as const
    const requestId = `withdrawal-${playerId}-${amountCents}`
    const [answer] = await requestWithdrawals(cashier, [
      { ...to, playerId, sessionId: 0, requestId, amountCents },
    ])
    return answer?.ok ? 'taken' : answer?.refusal.code
  }
}

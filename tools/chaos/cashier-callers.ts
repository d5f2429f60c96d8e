import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SandboxBank } from '../../apps/server/src/cashier/testing/start-sandbox.ts'
import type { CallingPlayer } from './callers.ts'
import { counted, newLoad } from './load.ts'

/** A player with a CPF who pays in and withdraws. */
export type PayingPlayer = CallingPlayer & { cpf: string }

/** What was requested and acknowledged: payments by end-to-end ids, withdrawals by request ids. */
export type CashierSent = {
  paid: { playerId: number; endToEndId: string; cents: number }[]
  asked: { playerId: number; requestId: string; cents: number; orderId: string }[]
  /** Orders returned for a request that had another one before. */
  twice: string[]
  cutOff: number
}

type Place = { url: string; bank: SandboxBank }

const AT_ONCE = 12
const BETWEEN_MS = 40
/** A killed server comes back: retry this often, for this long. */
const RETRY_MS = 200
const MAX_RETRIES = 3000
/** Above the minimum withdrawal, and below any review. */
const MIN_REAIS = 50
const MAX_REAIS = 150

/**
 * Players who open orders, pay them at the bank and withdraw (once each: more a day needs a higher level), until
 * stopped. Lost calls are repeated until answered, as an app does; an answered withdrawal is sometimes repeated.
 * Returns their load, how many have not withdrawn yet, and a function that stops them and returns all they sent.
 */
export function payUntilStopped({ url, bank }: Place, players: readonly PayingPlayer[]) {
  const load = newLoad()
  const sent: CashierSent = { paid: [], asked: [], twice: [], cutOff: 0 }
  const waiting = [...players]
  let isStopped = false

  const ask = async ({ token }: CallingPlayer, method: 'GET' | 'POST', path: string, body?: object) => {
    const headers = { authorization: token, ...(body && { 'content-type': 'application/json' }) }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    for (let tries = 0; tries < MAX_RETRIES; tries += 1) {
      const answer = await counted(load, answerOf(url + path, init))
      if (answer) return answer
      sent.cutOff += 1
      await sleep(RETRY_MS)
    }
    throw new Error(`${path} is never answered`)
  }

  const topUp = async (player: PayingPlayer) => {
    const amountCents = randomInt(1_000, 9_000)
    const opened = await ask(player, 'POST', '/api/app/order/prePayAmount', { gift: '0', amountCents })
    if (opened.status !== 200) return // too many open orders, or the bank refused a charge now
    const { data } = await ask(player, 'GET', `/api/app/order/getPayment/${String(opened.data['orderId'])}`)
    const code = data['code']
    if (typeof code !== 'string') return
    const { status, body } = await bank.post('/sandbox/pay', { code })
    if (status !== 200) return // paid before: an order that was shown again
    const cents = Number(data['amountCents'])
    sent.paid.push({ playerId: player.playerId, endToEndId: String(body['endToEndId']), cents })
  }

  const withdraw = async (player: PayingPlayer) => {
    const requestId = randomUUID()
    const amount = randomInt(MIN_REAIS, MAX_REAIS)
    const body = {
      payCardBank: 'CPF',
      payCardNo: player.cpf,
      ifsc: '5',
      name: 'Ana',
      whatsapp: '',
      amount,
      requestId,
    }
    const times = randomInt(1, 3)
    const orderIds = new Set<string>()
    for (let time = 0; time < times; time += 1) {
      const { status, data, message } = await ask(player, 'POST', '/api/app/order/withdraw', body)
      if (status !== 200) throw new Error(`a withdrawal is refused: ${message}`)
      orderIds.add(String(data['orderId']))
    }
    const [orderId = '', ...others] = orderIds
    sent.twice.push(...others)
    sent.asked.push({ playerId: player.playerId, requestId, cents: amount * 100, orderId })
  }

  const calling = Array.from({ length: AT_ONCE }, async (_, at) => {
    // Each has players of its own: two top-ups of one player would share an order.
    const own = players.filter((_player, nth) => nth % AT_ONCE === at)
    for (let turn = 0; !isStopped; turn += 1) {
      const player = own[turn % own.length]
      if (!player) return
      await topUp(player)
      const next = waiting.shift()
      if (next) await withdraw(next)
      await sleep(BETWEEN_MS)
    }
  })
  const stop = async (): Promise<CashierSent> => {
    isStopped = true
    await Promise.all(calling)
    return sent
  }
  return { load, left: () => waiting.length, stop }
}

type Envelope = { status: number; message: string; data: Record<string, unknown> }

/** The server's answer; undefined if the connection was lost, or it asks for a retry. */
async function answerOf(address: string, init: RequestInit): Promise<Envelope | undefined> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(20_000) })
    const answer = (await response.json()) as Envelope
    return response.status === 429 || response.status >= 502 ? undefined : answer
  } catch {
    return undefined
  }
}

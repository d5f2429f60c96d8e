import type { SandboxBank } from './start-sandbox.ts'

/** A generator of numbers from 0 to 1. */
export type Chance = () => number

/** A seeded generator (mulberry32), so that a failed storm can be repeated. */
export function chances(seed: number): Chance {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const some = <T>(chance: Chance, list: readonly T[]): T => {
  const one = list[Math.floor(chance() * list.length)]
  if (one === undefined) throw new Error('choosing needs a list with entries')
  return one
}

/** Every operation of banks and chains that our side calls while orders are under way. */
const OPERATIONS = [
  'token',
  'cob.create',
  'cob.read',
  'cob.revise',
  'pix.read',
  'pix.list',
  'payout.create',
  'payout.batch',
  'payout.read',
  'devolucao.create',
  'devolucao.read',
  'chain.call',
]

/** A random fault of bank or chain that an order or its refund can meet. */
export function bankFaultOf(chance: Chance): object {
  const on = some(chance, OPERATIONS)
  const of = some(chance, ['pix', 'devolucao', 'payout'])
  const when = some(chance, ['before', 'after'])
  return some(chance, [
    { kind: 'webhook_lost', of },
    { kind: 'webhook_late', of, delayMs: 700 },
    { kind: 'webhook_duplicated', of, copies: 3 },
    { kind: 'webhook_reordered', of },
    { kind: 'api_timeout', how: 'drop', when, on: [on] },
    { kind: 'api_timeout', how: 'hang', holdMs: 1_200, when, on: [on] },
    { kind: 'api_error', status: some(chance, [500, 502, 503, 504]), when, on: [on] },
    { kind: 'api_html', status: some(chance, [200, 403, 404, 502]), when, on: [on] },
    { kind: 'payout_rejected', when: 'now' },
    { kind: 'payout_rejected', when: 'later' },
    { kind: 'refund_rejected' },
    { kind: 'amount_paid', valor: '33.33' },
    { kind: 'payer_masked' },
    { kind: 'paid_after_end' },
  ])
}

/** The confirmations that a payment needs here; a reorganisation is one block shorter. */
export const CONFIRMATIONS = 12

const calm = { feeGwei: 1, isHeld: false, reverts: 0 }

/**
 * Random trouble of the chains: higher fees, full blocks, reorganisations, failing transactions; and a USDT price
 * that moves, is old, or is missing.
 */
export async function troubleChains(bank: SandboxBank, chance: Chance): Promise<void> {
  await calmChains(bank)
  await bank.post('/sandbox/quotes/usdt', { rate: some(chance, RATES) })
  const network = some(chance, NETWORKS)
  const trouble = chance()
  if (trouble < 0.1) await bank.post(`/sandbox/chain/${network}`, { feeGwei: 2 + Math.floor(chance() * 40) })
  else if (trouble < 0.18) await bank.post(`/sandbox/chain/${network}`, { isHeld: true })
  else if (trouble < 0.24) await bank.post(`/sandbox/chain/${network}`, { reverts: 1 })
  else if (trouble < 0.3) await bank.post('/sandbox/quotes/usdt', { rate: RATE, isSilent: true })
  else if (trouble < 0.35) await bank.post('/sandbox/quotes/usdt', { rate: OLD_RATE, ageSeconds: 3_600 })
  else if (trouble < 0.5) {
    const depth = 1 + Math.floor(chance() * (CONFIRMATIONS - 1))
    await bank.post(`/sandbox/chain/${network}/reorg`, { depth, loses: chance() < 0.5 })
  }
}

/** Ends the trouble: every chain accepts every transaction, and the price is available. */
export async function calmChains(bank: SandboxBank): Promise<void> {
  for (const network of NETWORKS) await bank.post(`/sandbox/chain/${network}`, calm)
  await bank.post('/sandbox/quotes/usdt', { rate: RATE })
}

export const NETWORKS = ['TRC20', 'ERC20'] as const
export type Network = (typeof NETWORKS)[number]

/** Reais for one USDT. */
const RATE = '5.0000'
/** The rate with a time an hour ago; no other has one. */
const OLD_RATE = '9.0000'
const RATES = ['4.7000', RATE, '5.3000']

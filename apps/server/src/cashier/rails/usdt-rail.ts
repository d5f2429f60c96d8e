import { readUsdtAddress, usdtContract, type UsdtNetwork } from '@palpite/money/usdt'
import { assert, present } from '../../platform/assert.ts'
import type { Deps } from '../../platform/deps.ts'
import { Fault } from '../../platform/fault.ts'
import type { PayoutAnswer } from './payment-gateway.ts'
import type { PayoutOrder, PayoutRail } from './payout-rail.ts'
import { nextStep, raisedFee, type ChainStatus } from './attempt-rules.ts'
import type { Chain } from './chain.ts'
import {
  type Attempt,
  insertAttempt,
  lockNextNonce,
  selectAttempts,
  updateNextNonce,
  updateToSent,
  updateToSigned,
} from './queries.ts'
import type { Signer } from './signer.ts'

/** The chain and the hot wallet of each network, and how long what is waited for. */
export type UsdtWorks = {
  chains: Readonly<Record<UsdtNetwork, Chain>>
  signer: Signer
  confirmations: Readonly<Record<UsdtNetwork, number>>
  stuckSeconds: number
  maxFeeWei: number
}

type Rail = UsdtWorks & Pick<Deps, 'db' | 'log'>

/**
 * Payouts in USDT from a hot wallet. A transaction is numbered, signed and kept before it goes out; afterwards only that
 * one goes out again, or one that replaces it by the same number: so the chain can take only one of them.
 */
export function usdtRail(deps: Deps, works: UsdtWorks): PayoutRail {
  const rail: Rail = { ...works, db: deps.db, log: deps.log }
  return {
    methods: ['USDT'],
    account: async () => 'usdt_out',
    createPayout: (order) => certainly(() => send(rail, order)),
    getPayout: (payoutId) => certainly(() => follow(rail, payoutId)),
  }
}

async function send(rail: Rail, order: PayoutOrder): Promise<PayoutAnswer> {
  const kept = (await selectAttempts(rail.db, order.payoutId)).at(-1)
  return sendOut(rail, kept ?? (await take(rail, order)))
}

/** Takes the next number of the wallet for a payout. */
async function take({ db, chains, signer }: Rail, order: PayoutOrder): Promise<Attempt> {
  const { payoutId, network, usdtMicros, payCardNo } = order
  assert(network !== null && usdtMicros !== null, `payout ${payoutId} has no network`)
  const reading = readUsdtAddress(network, payCardNo)
  assert(reading.ok, `payout ${payoutId} goes to no address`)
  const chain = chains[network]
  const sender = await signer.address()
  const [counted, feeWei] = await Promise.all([chain.countMined(sender), chain.feeWei()])
  await db.begin(async (tx) => {
    const nonce = await lockNextNonce(tx, network, sender, counted)
    if ((await selectAttempts(tx, payoutId)).length > 0) return
    const recipient = `0x${reading.hex.slice(-40)}`
    await insertAttempt(tx, { payoutId, attempt: 1, network, sender, nonce, recipient, usdtMicros, feeWei })
    await updateNextNonce(tx, network, sender, nonce + 1)
  })
  return lastAttempt(await selectAttempts(db, payoutId))
}

const lastAttempt = (attempts: readonly Attempt[]): Attempt =>
  present(attempts.at(-1), 'the attempt at a payout')

/** Signs it unless that was done, keeps it, and hands it to the node. */
async function sendOut(rail: Rail, attempt: Attempt): Promise<PayoutAnswer> {
  const { payoutId } = attempt
  const { raw } = attempt.raw === null ? await sign(rail, attempt) : attempt
  const answer = await rail.chains[attempt.network].broadcast(present(raw, 'a signed transaction'))
  if (!answer.isTaken) return { kind: 'unknown', why: `the chain did not take it: ${answer.why}` }
  await updateToSent(rail.db, payoutId, attempt.attempt)
  return {
    kind: 'known',
    payout: { payoutId, state: 'processing', amountCents: undefined, providerRef: undefined },
  }
}

async function sign({ db, chains, signer }: Rail, attempt: Attempt): Promise<Attempt> {
  const { payoutId, network, nonce, feeWei, recipient, usdtMicros } = attempt
  const chainId = await chains[network].chainId()
  const contract = usdtContract(network)
  const signed = await signer.sign({ chainId, contract, nonce, feeWei, recipient, usdtMicros })
  await updateToSigned(db, { payoutId, attempt: attempt.attempt, ...signed })
  // Another server may have been first: what is kept goes out, nothing else.
  return present(
    (await selectAttempts(db, payoutId)).find((one) => one.attempt === attempt.attempt),
    'a signed attempt',
  )
}

async function follow(rail: Rail, payoutId: string): Promise<PayoutAnswer> {
  const attempts = await selectAttempts(rail.db, payoutId)
  const last = attempts.at(-1)
  if (!last) return { kind: 'absent' }
  if (last.raw === null) return sendOut(rail, last)
  const { stuckSeconds, maxFeeWei } = rail
  const patience = { confirmations: rail.confirmations[last.network], stuckSeconds, maxFeeWei }
  const step = nextStep(last, await look(rail, attempts, last), patience)
  if (step.do === 'answer') return step.answer
  if (step.do === 'send_again') return sendOut(rail, last)
  return replace(rail, last)
}

async function look({ chains }: Rail, attempts: readonly Attempt[], last: Attempt): Promise<ChainStatus> {
  const chain = chains[last.network]
  // The count first: what is mined between the two looks is then found by its receipt.
  const mined = await chain.countMined(last.sender)
  const head = await chain.head()
  for (const attempt of attempts) {
    const receipt = attempt.hash === null ? undefined : await chain.receipt(attempt.hash)
    if (receipt) return { head, mined, inBlock: { attempt, receipt }, knowsLast: true }
  }
  const knowsLast = last.hash !== null && (await chain.knows(last.hash))
  return { head, mined, inBlock: undefined, knowsLast }
}

async function replace(rail: Rail, last: Attempt): Promise<PayoutAnswer> {
  const { db, log, chains, maxFeeWei } = rail
  const { payoutId } = last
  const feeWei = raisedFee(last.feeWei, await chains[last.network].feeWei(), maxFeeWei)
  log.warn({ orderId: payoutId, nonce: last.nonce }, 'a transaction waits too long and is replaced')
  await insertAttempt(db, { ...last, attempt: last.attempt + 1, feeWei })
  return sendOut(rail, lastAttempt(await selectAttempts(db, payoutId)))
}

/** A node that is silent or talks nonsense: nobody knows. */
async function certainly(work: () => Promise<PayoutAnswer>): Promise<PayoutAnswer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Fault) return { kind: 'unknown', why: error.message }
    throw error
  }
}

/** Where no chain is configured: nothing is taken on, so nothing is ever sent. */
export const closedUsdtRail = (): PayoutRail => ({
  methods: ['USDT'],
  account: async () => 'usdt_out',
  createPayout: () => Promise.resolve({ kind: 'unknown', why: 'no chain is configured' }),
  getPayout: () => Promise.resolve({ kind: 'unknown', why: 'no chain is configured' }),
})

import { readUsdtAddress, usdtContract, type UsdtNetwork } from '@palpite/money/usdt'
import { assert, present, Fault } from '../../platform/errors.ts'
import type { Deps } from '../../platform/deps.ts'
import type { PayoutAnswer, PayoutOrder, PayoutRail } from './payment-gateway.ts'
import { type Chain, openChain, type Receipt } from './chain.ts'
import {
  type Attempt,
  insertAttempt,
  lockNextNonce,
  selectAttempts,
  updateNextNonce,
  updateToSent,
  updateToSigned,
  deniedAmong,
} from './queries.ts'
import { type Signer, fileSigner } from './signer.ts'
import { join } from 'node:path'
import type { CashierSettings } from '../settings.ts'
import { addressesFromConfig, type AddressPort, accountOf, payableAddress } from './usdt-addresses.ts'
import { openQuotes, type Quotes, quoteSourceFromConfig } from './quotes.ts'

/** The chain and the hot wallet of each network, and how long what is waited for. */
type UsdtWorks = {
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

/** What USDT needs: who says its price, and, where both chains and a signer are there, how it is sent. */
export type Usdt = {
  quotes: Quotes
  works: UsdtWorks | undefined
  /** The chains alone, which need no signer to be watched. */
  chains: Readonly<Record<UsdtNetwork, Chain>> | undefined
  /** Where players pay USDT to, where there are such addresses. */
  addresses: AddressPort | undefined
}

/** USDT as the environment names it; beside a sandbox, the sandbox's chain and a hot wallet that is made there. */
export function usdtFromConfig(deps: Deps, settings: CashierSettings): Usdt {
  const { config } = deps
  const sandbox = config.SANDBOX_URL?.replace(/\/$/, '')
  const timeoutMs = settings.bankTimeoutMs
  const urls = {
    TRC20: config.USDT_TRC20_URL ?? (sandbox && `${sandbox}/chain/TRC20`),
    ERC20: config.USDT_ERC20_URL ?? (sandbox && `${sandbox}/chain/ERC20`),
  }
  const signer = signerOf(deps)
  const addresses = addressesFromConfig(config)
  const quotes = openQuotes(deps, quoteSourceFromConfig(config, timeoutMs))
  if (!urls.TRC20 || !urls.ERC20) return { quotes, works: undefined, chains: undefined, addresses }
  const chains = { TRC20: openChain(urls.TRC20, timeoutMs), ERC20: openChain(urls.ERC20, timeoutMs) }
  if (!signer) return { quotes, works: undefined, chains, addresses }
  return {
    quotes,
    chains,
    addresses,
    works: {
      chains,
      signer,
      confirmations: settings.usdtConfirmations,
      stuckSeconds: settings.usdtStuckSeconds,
      maxFeeWei: settings.usdtMaxFeeGwei * 1_000_000_000,
    },
  }
}

/** A key is only ever made beside a sandbox, where it holds nothing. */
function signerOf({ config }: Deps): Signer | undefined {
  if (config.USDT_SIGNER_FILE !== undefined) return fileSigner(config.USDT_SIGNER_FILE, false)
  if (config.SANDBOX_URL === undefined) return undefined
  return fileSigner(join(config.DATA_DIR, 'usdt-hot-wallet.key'), true)
}

/** Of these addresses those that are paid nothing: the house's own wallet, and what operators put on the list. */
export async function deniedAddresses(
  { db }: Pick<Deps, 'db'>,
  { works }: Usdt,
  typed: readonly string[],
): Promise<ReadonlySet<string>> {
  const payable = typed.flatMap((one) => payableAddress(one) ?? [])
  if (payable.length === 0) return new Set()
  const own = await works?.signer.address()
  const listed = await deniedAmong(
    db,
    payable.map(({ address }) => address),
  )
  const ours = payable.filter((one) => accountOf(one) === own?.toLowerCase())
  return new Set([...listed, ...ours].map(({ address }) => address))
}

/** What the chain says of the attempts of one payout, and how far it is. */
export type ChainStatus = {
  head: number
  /** How many transactions of the sender are in blocks. */
  mined: number
  /** The attempt that is in a block, if one is. */
  inBlock: { attempt: Attempt; receipt: Receipt } | undefined
  /** Whether the node still has the last attempt. */
  knowsLast: boolean
}

type Patience = { confirmations: number; stuckSeconds: number; maxFeeWei: number }

/** What to do about a payout after a look at the chain. */
type Step =
  | { do: 'answer'; answer: PayoutAnswer }
  /** The node has lost it, or a block with it is no longer in the chain: the same signed transaction goes out again. */
  | { do: 'send_again' }
  /** It waits for too long: the same payment, by the same number, for a higher fee. */
  | { do: 'replace' }

/**
 * Decides about a payout. Only what lies deep enough in the chain is paid or failed. A number that something else took
 * is for a person: nothing is ever sent by another number.
 */
export function nextStep(
  { payoutId, nonce, sentSeconds, feeWei }: Attempt,
  { head, mined, inBlock, knowsLast }: ChainStatus,
  { confirmations, stuckSeconds, maxFeeWei }: Patience,
): Step {
  const processing = (providerRef: string | undefined): Step => ({
    do: 'answer',
    answer: { kind: 'known', payout: { payoutId, state: 'processing', amountCents: undefined, providerRef } },
  })
  if (inBlock) {
    const { attempt, receipt } = inBlock
    const providerRef = attempt.hash ?? undefined
    if (head - receipt.block + 1 < confirmations) return processing(undefined)
    const state = receipt.hasSucceeded ? 'paid' : 'failed'
    return {
      do: 'answer',
      answer: { kind: 'known', payout: { payoutId, state, amountCents: undefined, providerRef } },
    }
  }
  if (mined > nonce) return unknown(NUMBER_TAKEN)
  if (!knowsLast) return { do: 'send_again' }
  if ((sentSeconds ?? 0) < stuckSeconds) return processing(undefined)
  return feeWei < maxFeeWei ? { do: 'replace' } : unknown('it waits for a block at the highest fee')
}

/** Why a payout can never be mined any more: whatever took its number is none of its transactions. */
export const NUMBER_TAKEN = 'another transaction has its number'

const unknown = (why: string): Step => ({ do: 'answer', answer: { kind: 'unknown', why } })

/** Nodes take a replacement only for a tenth more; a quarter more makes it worth mining. */
export const raisedFee = (feeWei: number, feeNowWei: number, maxFeeWei: number): number =>
  Math.min(maxFeeWei, Math.max(Math.ceil(feeWei * 1.25), feeNowWei))

import { readUsdtAddress, usdtContract, type UsdtNetwork } from '@palpite/money/usdt'
import { assert, present, Fault } from '../../platform/errors.ts'
import type { Deps } from '../../platform/deps.ts'
import type { PayoutAnswer, PayoutOrder, PayoutRail } from './payment-gateway.ts'
import { type Chain, openChain, type Receipt } from './chain.ts'
import {
  type Attempt,
  insertAttempt,
  lockNextNonce,
  lockSending,
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

/** The chain and hot wallet of each network, and the waiting times. */
type UsdtWorks = {
  chains: Readonly<Record<UsdtNetwork, Chain>>
  signer: Signer
  confirmations: Readonly<Record<UsdtNetwork, number>>
  stuckSeconds: number
  maxFeeWei: number
}

type Rail = UsdtWorks & Pick<Deps, 'db' | 'log'>

/**
 * USDT payouts from a hot wallet. A transaction gets a nonce, is signed and stored before it is sent. Later only the
 * same transaction is sent again, or a replacement with the same nonce, so the chain can accept only one of them.
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
  const attempt = kept ?? (await assignNonce(rail, order))
  return attempt ? sendOut(rail, attempt) : { kind: 'unknown', why: 'it is not being sent any more' }
}

/**
 * Assigns the next nonce of the wallet to a payout. Undefined if the payout is not being sent any more: a worker that
 * stood still may return after its payout was stopped or held, and its money is the player's again.
 */
async function assignNonce({ db, chains, signer }: Rail, order: PayoutOrder): Promise<Attempt | undefined> {
  const { payoutId, network, usdtMicros, payCardNo } = order
  assert(network !== null && usdtMicros !== null, `payout ${payoutId} has no network`)
  const reading = readUsdtAddress(network, payCardNo)
  assert(reading.ok, `payout ${payoutId} goes to no address`)
  const chain = chains[network]
  const sender = await signer.address()
  const [counted, feeWei] = await Promise.all([chain.countMined(sender), chain.feeWei()])
  await db.begin(async (tx) => {
    const nonce = await lockNextNonce(tx, network, sender, counted)
    if ((await selectAttempts(tx, payoutId)).length > 0 || !(await lockSending(tx, payoutId))) return
    const recipient = `0x${reading.hex.slice(-40)}`
    await insertAttempt(tx, { payoutId, attempt: 1, network, sender, nonce, recipient, usdtMicros, feeWei })
    await updateNextNonce(tx, network, sender, nonce + 1)
  })
  return (await selectAttempts(db, payoutId)).at(-1)
}

/** Signs the attempt unless it is signed, stores it, and sends it to the node. */
async function sendOut(rail: Rail, attempt: Attempt): Promise<PayoutAnswer> {
  const { payoutId } = attempt
  const { raw } = attempt.raw === null ? await sign(rail, attempt) : attempt
  const answer = await rail.chains[attempt.network].broadcast(present(raw, 'a signed transaction'))
  if (!answer.isAccepted) return { kind: 'unknown', why: `the chain refused it: ${answer.why}` }
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
  // If another server signed first, its stored transaction is sent and no other.
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
  const step = nextStep(last, await readStatus(rail, attempts, last), patience)
  if (step.do === 'answer') return step.answer
  if (step.do === 'send_again') return sendOut(rail, last)
  return replace(rail, last)
}

async function readStatus(
  { chains }: Rail,
  attempts: readonly Attempt[],
  last: Attempt,
): Promise<ChainStatus> {
  const chain = chains[last.network]
  // Read the count first: a transaction mined between the two reads is then found by its receipt.
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
  return sendOut(rail, present((await selectAttempts(db, payoutId)).at(-1), 'the attempt at a payout'))
}

/** A node that gives no valid answer leaves the outcome unknown. */
async function certainly(work: () => Promise<PayoutAnswer>): Promise<PayoutAnswer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Fault) return { kind: 'unknown', why: error.message }
    throw error
  }
}

/** Without a configured chain: answers `unknown` to every payout, and sends nothing. */
export const closedUsdtRail = (): PayoutRail => ({
  methods: ['USDT'],
  account: async () => 'usdt_out',
  createPayout: () => Promise.resolve({ kind: 'unknown', why: 'no chain is configured' }),
  getPayout: () => Promise.resolve({ kind: 'unknown', why: 'no chain is configured' }),
})

/** The USDT parts: the source of its price and, where chains and a signer are configured, the payout rail. */
export type Usdt = {
  quotes: Quotes
  works: UsdtWorks | undefined
  /** The chains; watching them needs no signer. */
  chains: Readonly<Record<UsdtNetwork, Chain>> | undefined
  /** Players' deposit addresses, where configured. */
  addresses: AddressPort | undefined
}

/** USDT as the environment configures it; in sandbox mode, the sandbox's chains and a hot wallet created there. */
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

/** A key is created only in sandbox mode, where it holds no money. */
function signerOf({ config }: Deps): Signer | undefined {
  if (config.USDT_SIGNER_FILE !== undefined) return fileSigner(config.USDT_SIGNER_FILE, false)
  if (config.SANDBOX_URL === undefined) return undefined
  return fileSigner(join(config.DATA_DIR, 'usdt-hot-wallet.key'), true)
}

/** The denied addresses among these: the house's own wallet, and the deny list of operators. */
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

/** The chain's state of the attempts of one payout, and its head. */
export type ChainStatus = {
  head: number
  /** The sender's mined transactions. */
  mined: number
  /** The attempt that is in a block, if any. */
  inBlock: { attempt: Attempt; receipt: Receipt } | undefined
  /** Whether the node still has the last attempt. */
  knowsLast: boolean
}

type Patience = { confirmations: number; stuckSeconds: number; maxFeeWei: number }

/** The next step for a payout after reading the chain. */
type Step =
  | { do: 'answer'; answer: PayoutAnswer }
  /** The node lost it, or its block was reorganised away: send the same signed transaction again. */
  | { do: 'send_again' }
  /** It waits too long: send the same payment with the same nonce for a higher fee. */
  | { do: 'replace' }

/**
 * Decides the next step for a payout. It is paid or failed only once deep enough in the chain. If another transaction
 * used the nonce, an operator decides: nothing is ever sent with another nonce.
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
  if (mined > nonce) return unknown(NONCE_USED)
  if (!knowsLast) return { do: 'send_again' }
  if ((sentSeconds ?? 0) < stuckSeconds) return processing(undefined)
  return feeWei < maxFeeWei ? { do: 'replace' } : unknown('it waits for a block at the highest fee')
}

/** Why a payout can never be mined: a transaction outside its attempts used the nonce. */
export const NONCE_USED = 'another transaction has its number'

const unknown = (why: string): Step => ({ do: 'answer', answer: { kind: 'unknown', why } })

/** Nodes accept a replacement from ten percent more; a quarter more makes it worth mining. */
export const raisedFee = (feeWei: number, feeNowWei: number, maxFeeWei: number): number =>
  Math.min(maxFeeWei, Math.max(Math.ceil(feeWei * 1.25), feeNowWei))

import type { Calls } from '@palpite/contract'
import { cents, floorToCents, fraction } from '@palpite/money'

export type WithdrawLimits = Calls['GET /api/app/order/getWithdraw']['data']
export type Method = WithdrawLimits['cardInfo']['CHANNEL'][number]

/** Why a withdrawal will not do, in the order of SPEC §5, with what its text needs. */
export type WithdrawProblem =
  | { kind: 'locked' }
  | { kind: 'noneLeft' }
  | { kind: 'nothing' }
  | { kind: 'belowMin'; minCents: number }
  | { kind: 'aboveMax'; maxCents: number }

/** Why nothing can leave at present, whatever the amount; nothing where something can. */
export const standstill = (limits: WithdrawLimits): WithdrawProblem | undefined => {
  if (limits.lock) return { kind: 'locked' }
  if (limits.number < 1) return { kind: 'noneLeft' }
  if (limits.wdAmount <= 0) return { kind: 'nothing' }
  return undefined
}

/** The first check that fails, or nothing. The server decides again; this only saves a call. */
export const withdrawProblem = (limits: WithdrawLimits, amountCents: number): WithdrawProblem | undefined => {
  const minCents = Math.round(Number(limits.limitAmount) * 100)
  const maxCents = maxWithdrawable(limits)
  const stopped = standstill(limits)
  if (stopped) return stopped
  if (amountCents === 0 || amountCents < minCents) return { kind: 'belowMin', minCents }
  if (amountCents > maxCents) return { kind: 'aboveMax', maxCents }
  return undefined
}

/** The most that may be asked for at once. */
export const maxWithdrawable = ({ wdAmount, maxAmount }: WithdrawLimits): number =>
  Math.round(Math.min(wdAmount, maxAmount) * 100)

/** So many hundredths of an amount; a broken cent is dropped. */
export const percentOf = (amountCents: number, percent: number): number =>
  floorToCents(fraction(BigInt(cents(amountCents)) * BigInt(percent), 100))

/** The fee and what is sent, as the server works them out: a broken cent is the player's. */
export const feeOf = (
  amountCents: number,
  { serviceAmount }: WithdrawLimits,
): { feeCents: number; netCents: number } => {
  const feeBps = Math.round(serviceAmount * 10_000)
  const feeCents = floorToCents(fraction(BigInt(cents(amountCents)) * BigInt(feeBps), 10_000))
  return { feeCents, netCents: amountCents - feeCents }
}

/** What arrives in USDT by today's rate, less the 1 USDT of mining (SPEC §9); hundredths, never below zero. */
export const usdtHundredths = (netCents: number, usdtRate: number): number =>
  usdtRate <= 0 ? 0 : Math.max(0, Math.floor(netCents / usdtRate) - 100)

/** The methods a player may use: USDT only where the account has it (`lx` 20). */
export const methodsFor = ({ cardInfo }: WithdrawLimits, lx: string): Method[] =>
  cardInfo.CHANNEL.filter((method) => method !== 'USDT' || lx === '20')

type Wallet = { balance: number; freeBalance: number }

/** How much of the player's own money may not leave yet, because deposits are still to be staked. */
export const heldByWagering = ({ balance, freeBalance }: Wallet, { wdAmount }: WithdrawLimits): number =>
  Math.max(0, Math.round((balance - freeBalance - wdAmount) * 100))

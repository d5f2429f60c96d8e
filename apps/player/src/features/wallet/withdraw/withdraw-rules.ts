import type { Calls } from '@palpite/contract'
import { cents, floorToCents, fraction } from '@palpite/money'

export type WithdrawLimits = Calls['GET /api/app/order/getWithdraw']['data']
export type Method = WithdrawLimits['cardInfo']['CHANNEL'][number]

/** Why a withdrawal is invalid, in the order of SPEC §5, with its text's values. */
export type WithdrawProblem =
  | { kind: 'locked' }
  | { kind: 'noneLeft' }
  | { kind: 'nothing' }
  | { kind: 'belowMin'; minCents: number }
  | { kind: 'aboveMax'; maxCents: number }

/** Why nothing may leave now, whatever the amount; undefined if something may. */
export const standstill = (limits: WithdrawLimits): WithdrawProblem | undefined => {
  if (limits.lock) return { kind: 'locked' }
  if (limits.number < 1) return { kind: 'noneLeft' }
  if (limits.wdAmount <= 0) return { kind: 'nothing' }
  return undefined
}

/** The first failed check, or undefined. The server decides again; this saves a call. */
export const withdrawProblem = (limits: WithdrawLimits, amountCents: number): WithdrawProblem | undefined => {
  const minCents = Math.round(Number(limits.limitAmount) * 100)
  const maxCents = maxWithdrawable(limits)
  const stopped = standstill(limits)
  if (stopped) return stopped
  if (amountCents === 0 || amountCents < minCents) return { kind: 'belowMin', minCents }
  if (amountCents > maxCents) return { kind: 'aboveMax', maxCents }
  return undefined
}

/** The maximum amount of one withdrawal. */
export const maxWithdrawable = ({ wdAmount, maxAmount }: WithdrawLimits): number =>
  Math.round(Math.min(wdAmount, maxAmount) * 100)

/** A percentage of an amount in cents, rounded down. */
export const percentOf = (amountCents: number, percent: number): number =>
  floorToCents(fraction(BigInt(cents(amountCents)) * BigInt(percent), 100))

/** Fee and net as on the server: a fractional cent belongs to the player. */
export const feeOf = (
  amountCents: number,
  { serviceAmount }: WithdrawLimits,
): { feeCents: number; netCents: number } => {
  const feeBps = Math.round(serviceAmount * 10_000)
  const feeCents = floorToCents(fraction(BigInt(cents(amountCents)) * BigInt(feeBps), 10_000))
  return { feeCents, netCents: amountCents - feeCents }
}

/** The USDT received at today's rate, minus 1 USDT of mining (SPEC §9); hundredths, at least zero. */
export const usdtHundredths = (netCents: number, usdtRate: number): number =>
  usdtRate <= 0 ? 0 : Math.max(0, Math.floor(netCents / usdtRate) - 100)

/** The player's methods: USDT only if the account has it (`lx` 20). */
export const methodsFor = ({ cardInfo }: WithdrawLimits, lx: string): Method[] =>
  cardInfo.CHANNEL.filter((method) => method !== 'USDT' || lx === '20')

type Wallet = { balance: number; freeBalance: number }

/** The player's own money that must still be staked before it may leave. */
export const heldByWagering = ({ balance, freeBalance }: Wallet, { wdAmount }: WithdrawLimits): number =>
  Math.max(0, Math.round((balance - freeBalance - wdAmount) * 100))

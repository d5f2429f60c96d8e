import { readHouseBalances, readPlayersMoney } from '../../ledger/index.ts'
import type { Sql } from '../../platform/db/index.ts'
import { Fault } from '../../platform/errors.ts'
import type { Cashier } from '../cashier.ts'
import type { IncomingPayment } from '../rails/payment-gateway.ts'
import { payoutRailOf, type Provider, accountKind, providerOfAccount } from '../rails/providers.ts'
import type { Difference } from '../queries.ts'
import { payoutDifference, pixDifferences, balanceDifference } from './rules.ts'
import { walletDifferences, addressDifferences, chainDifferences } from '../usdt-topups/compare-chains.ts'
import {
  type Day,
  type EndedPayout,
  insertExceptions,
  insertMoneyDay,
  insertReport,
  selectBookedPixes,
  selectDaysToReport,
  selectEndedPayouts,
  type BankBalance,
  insertBankBalance,
  selectUnbookedMoney,
} from './queries.ts'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Compares each ended day without a report at the banks with our books, newest first, and stores the result:
 * no difference, or each difference. A day that fails, because a bank does not answer, holds up no other and
 * is tried again; the failures are thrown at the end.
 */
export async function reportDays(cashier: Cashier): Promise<void> {
  const failures: unknown[] = []
  for (const { isLate, ...day } of await selectDaysToReport(cashier.deps.db)) {
    await reportOn(cashier, day).catch((error: unknown) => {
      failures.push(error)
      if (!isLate) return
      const why = error instanceof Error ? error.message : 'unknown'
      cashier.alarm('day_not_reported', { day: day.day, why })
    })
  }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, 'several days could not be reported')
}

/** Compares one day and stores the result. */
export async function reportOn(cashier: Cashier, { day, from, to }: Day): Promise<void> {
  const { deps, providers, alarm } = cashier
  const byPix: Difference[] = []
  const received: IncomingPayment[] = []
  for (const { name, gateway } of providers.all) {
    const listed = await gateway.listPayments({ from, to })
    // Some banks include the end of a span.
    const atBank = listed.filter(({ paidAt }) => paidAt >= from && paidAt < to)
    received.push(...atBank)
    byPix.push(...pixDifferences(atBank, await selectBookedPixes(deps.db, name, { from, to })))
  }
  const payouts = await selectEndedPayouts(deps.db, from, to)
  const byPayout = await requestPayouts(cashier, payouts)
  const byChain = [
    ...(await chainDifferences(cashier, { from, to })),
    ...(await addressDifferences(cashier)),
    ...(await walletDifferences(cashier, { from, to })),
  ]
  const byBalance = await compareBalances(cashier, day)
  const differences = [...byPix, ...byPayout, ...byChain, ...byBalance]
  if (differences.length > 0) alarm('day_differs', { day, differences: differences.slice(0, 20) })
  await insertReport(deps.db, {
    day,
    receivedCents: received.reduce((sum, { amountCents }) => sum + amountCents, 0),
    paidOutCents: payouts.reduce((sum, { isPaid, netCents }) => sum + (isPaid ? netCents : 0), 0),
    differences,
  })
  await keepExceptions(cashier, day, { byPix, byPayout, byChain, byBalance, payouts })
}

const CALLS_AT_ONCE = 5

/** Stores each difference with its source; open until an operator closes it. */
async function keepExceptions(
  { deps, alarm }: Cashier,
  day: string,
  { byPix, byPayout, byChain, byBalance, payouts }: Found,
): Promise<void> {
  const usdt = new Set(payouts.filter(({ rail }) => rail === 'usdt').map(({ id }) => id))
  const rows = [...byPix, ...byPayout].map(({ id, what }) => {
    const source = usdt.has(id) ? 'chain' : 'bank'
    return { day, source, subject: id, what: what.slice(0, 500) }
  })
  rows.push(
    ...byChain.map(({ id, what }) => ({ day, source: 'chain', subject: id, what: what.slice(0, 500) })),
  )
  rows.push(...byBalance.map(({ id, what }) => ({ day, source: 'balance', subject: id, what })))
  const { playersCents, heldCents } = await readPlayersFunds(deps.db)
  if (heldCents < playersCents) {
    const what = `players have ${playersCents} cents, the accounts that hold them ${heldCents}`
    rows.push({ day, source: 'money', subject: day, what })
    alarm('players_money_short', { day, playersCents, heldCents })
  }
  await deps.db.begin(async (tx) => {
    await insertMoneyDay(tx, { day, playersCents, heldCents })
    if (rows.length > 0) await insertExceptions(tx, rows)
  })
}

type Found = {
  byPix: Difference[]
  byChain: Difference[]
  byBalance: Difference[]
  byPayout: Difference[]
  payouts: readonly EndedPayout[]
}

/**
 * Players' balances in all accounts except debt, and the money that covers them: what came in over every
 * rail, less what was paid out.
 */
async function readPlayersFunds(sql: Sql): Promise<{ playersCents: number; heldCents: number }> {
  const players = await readPlayersMoney(sql)
  const house = await readHouseBalances(sql, [
    'pix_in',
    'pix_out',
    'pix_in:%',
    'pix_out:%',
    'usdt_in',
    'usdt_out',
  ])
  const sum = (rows: readonly { cents: number }[]) => rows.reduce((cents, row) => cents + row.cents, 0)
  return { playersCents: sum(players.filter(({ kind }) => kind !== 'debt')), heldCents: 0 - sum(house) }
}

/**
 * Compares ended payouts with their rails. A rail that gives no answer fails the day, which is tried again;
 * not for a payout that operators ended, or on a rail that is no longer configured, because no answer will
 * come.
 */
async function requestPayouts(cashier: Cashier, payouts: readonly EndedPayout[]): Promise<Difference[]> {
  const differences: Difference[] = []
  for (let at = 0; at < payouts.length; at += CALLS_AT_ONCE) {
    const some = payouts.slice(at, at + CALLS_AT_ONCE)
    const answers = await Promise.all(some.map((one) => payoutRailOf(cashier, one).getPayout(one.id)))
    answers.forEach((answer, place) => {
      const payout = some[place]
      if (!payout) return
      if (answer.kind === 'unknown' && !payout.isSettled && isConfigured(cashier, payout))
        throw new Fault(`the day is not reported: ${answer.why}`)
      differences.push(...payoutDifference(payout, answer))
    })
  }
  return differences
}

const isConfigured = ({ providers, usdt }: Cashier, { rail, provider }: EndedPayout): boolean =>
  rail === 'usdt' ? usdt.works !== undefined : providers.all.some(({ name }) => name === provider)

/**
 * A payment may arrive between our query and the bank's, so a difference counts only after this many
 * comparisons.
 */
const MAX_COMPARISONS = 3
const PAUSE_MS = 1000

/**
 * A payout under way may already be missing from the balance, so the first balance cannot show the house's own money:
 * an operator has to state it, or a later day without payouts shows it.
 */
const UNKNOWN_OWN = 'what is the house’s own there is not known: payouts were under way'

/** Asks every bank for our balance, stores it beside our books, and records differences. */
export async function compareBalances(cashier: Cashier, day: string): Promise<Difference[]> {
  const { deps, providers, alarm } = cashier
  const differences = await findForgotten(cashier)
  for (const provider of providers.all) {
    const id = `balance:${provider.name}`
    try {
      const balance = await readUntilSettled(cashier, provider, day)
      if (!balance) {
        differences.push({ id, what: UNKNOWN_OWN })
        continue
      }
      await deps.db.begin((tx) => insertBankBalance(tx, balance))
      const what = balanceDifference(balance)
      if (what === undefined) continue
      differences.push({ id, what })
      alarm('bank_balance_differs', { ...balance })
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      deps.log.warn({ err: error, provider: provider.name }, 'a bank does not say what we have there')
      differences.push({ id, what: 'the bank does not say what we have there' })
    }
  }
  return differences
}

/** Finds banks that are no longer configured although the books have money there: removed too early, or by mistake. */
async function findForgotten({ deps, providers, alarm }: Cashier): Promise<Difference[]> {
  const asked = new Set(providers.all.map(({ name }) => name))
  const held = new Map<string, number>()
  for (const { kind, cents } of await readHouseBalances(deps.db, [
    'pix_in',
    'pix_out',
    'pix_in:%',
    'pix_out:%',
  ])) {
    const name = providerOfAccount(kind)
    if (!asked.has(name)) held.set(name, (held.get(name) ?? 0) - cents)
  }
  const forgotten = [...held].filter(([, booksCents]) => booksCents !== 0)
  for (const [provider, booksCents] of forgotten) alarm('bank_balance_differs', { provider, booksCents })
  const what = 'the bank is not configured, and holds money by the books'
  return forgotten.map(([name]) => ({ id: `balance:${name}`, what }))
}

async function readUntilSettled(
  cashier: Cashier,
  provider: Provider,
  day: string,
): Promise<BankBalance | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const balance = await readBalance(cashier, provider, day)
    const isSettled = balance !== undefined && balanceDifference(balance) === undefined
    if (attempt === MAX_COMPARISONS || isSettled) return balance
    await pause(PAUSE_MS)
  }
}

async function readBalance(
  { deps }: Cashier,
  { name, gateway }: Provider,
  day: string,
): Promise<BankBalance | undefined> {
  const bankCents = await gateway.readBalance()
  const accounts = await readHouseBalances(deps.db, [
    accountKind('pix_in', name),
    accountKind('pix_out', name),
  ])
  const { nobodysCents, underWayCents, ownCents } = await selectUnbookedMoney(deps.db, name)
  if (ownCents === null && underWayCents > 0) return undefined
  // House accounts are negative for money that players brought in, and positive for money paid out.
  const booksCents = nobodysCents - accounts.reduce((sum, { cents }) => sum + cents, 0)
  return {
    day,
    provider: name,
    bankCents,
    booksCents,
    underWayCents,
    ownCents: ownCents ?? bankCents - booksCents,
  }
}

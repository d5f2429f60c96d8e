import { readHouseBalances, readPlayersMoney } from '../../ledger/index.ts'
import type { Sql } from '../../platform/db/index.ts'
import { Fault } from '../../platform/fault.ts'
import type { Cashier } from '../cashier.ts'
import type { IncomingPayment } from '../rails/payment-gateway.ts'
import { payoutRailOf } from '../rails/providers.ts'
import { compareBalances } from './bank-balances.ts'
import { type Difference, payoutDifference, pixDifferences } from './day-rules.ts'
import { walletDifferences } from '../rails/compare-wallets.ts'
import { addressDifferences, chainDifferences } from '../usdt-topups/compare-chains.ts'
import {
  type Day,
  type EndedPayout,
  insertExceptions,
  insertMoneyDay,
  insertReport,
  selectBookedPixes,
  selectDayToReport,
  selectEndedPayouts,
} from './queries.ts'

/**
 * Lays the last whole day at the bank beside our accounts and keeps what came of it: no difference, or each one
 * by name. Once a day; a bank that does not answer puts it off.
 */
export async function reportDay(cashier: Cashier): Promise<void> {
  const day = await selectDayToReport(cashier.deps.db)
  if (day) await reportOn(cashier, day)
}

/** Reports on one day, as `reportDay` does. */
export async function reportOn(cashier: Cashier, { day, from, to }: Day): Promise<void> {
  const { deps, providers, alarm } = cashier
  const byPix: Difference[] = []
  const received: IncomingPayment[] = []
  for (const { name, gateway } of providers.all) {
    const listed = await gateway.listPayments({ from, to })
    // Some banks take the end of a span as part of it.
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

/** Each difference with a name, from where it is; open until an operator has settled it. */
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

/** What players have in all their accounts, debts aside, and what is left of what came in over every rail. */
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

async function requestPayouts(cashier: Cashier, payouts: readonly EndedPayout[]): Promise<Difference[]> {
  const differences: Difference[] = []
  for (let at = 0; at < payouts.length; at += CALLS_AT_ONCE) {
    const some = payouts.slice(at, at + CALLS_AT_ONCE)
    const answers = await Promise.all(some.map((one) => payoutRailOf(cashier, one).getPayout(one.id)))
    answers.forEach((answer, place) => {
      const payout = some[place]
      if (answer.kind === 'unknown') throw new Fault(`the day is not reported: ${answer.why}`)
      if (payout) differences.push(...payoutDifference(payout, answer))
    })
  }
  return differences
}

import { Fault } from '../../platform/fault.ts'
import type { Cashier } from '../cashier.ts'
import { type Difference, payoutDifference, pixDifferences } from './day-rules.ts'
import {
  type Day,
  type EndedPayout,
  insertReport,
  selectBookedPixes,
  selectDayToReport,
  selectEndedPayouts,
} from './report-queries.ts'

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
  const { deps, gateway, alarm } = cashier
  const listed = await gateway.listPix({ from, to })
  // Some banks take the end of a span as part of it.
  const atBank = listed.filter((pix) => gateway.isOurs(pix) && pix.paidAt >= from && pix.paidAt < to)
  const booked = await selectBookedPixes(deps.db, from, to)
  const payouts = await selectEndedPayouts(deps.db, from, to)
  const differences = [...pixDifferences(atBank, booked), ...(await requestPayouts(cashier, payouts))]
  if (differences.length > 0) alarm('day_differs', { day, differences: differences.slice(0, 20) })
  await insertReport(deps.db, {
    day,
    receivedCents: atBank.reduce((sum, { amountCents }) => sum + amountCents, 0),
    paidOutCents: payouts.reduce((sum, { isPaid, netCents }) => sum + (isPaid ? netCents : 0), 0),
    differences,
  })
}

const CALLS_AT_ONCE = 5

async function requestPayouts({ gateway }: Cashier, payouts: readonly EndedPayout[]): Promise<Difference[]> {
  const differences: Difference[] = []
  for (let at = 0; at < payouts.length; at += CALLS_AT_ONCE) {
    const some = payouts.slice(at, at + CALLS_AT_ONCE)
    const answers = await Promise.all(some.map(({ id }) => gateway.getPayout(id)))
    answers.forEach((answer, place) => {
      const payout = some[place]
      if (answer.kind === 'unknown') throw new Fault(`the day is not reported: ${answer.why}`)
      if (payout) differences.push(...payoutDifference(payout, answer))
    })
  }
  return differences
}

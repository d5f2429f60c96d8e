import type { Calls } from '@palpite/contract'
import type { text } from '../../shared/text/text.ts'

type Bet = Pick<Calls['GET /api/app/sportsbook/bets/:betId']['data'], 'status' | 'insurance' | 'earlyPayout'>

/** A bet's promises as names and values; of a used insurance the refund. */
export function promisesOf(
  t: typeof text,
  money: (cents: number) => string,
  { status, insurance, earlyPayout }: Bet,
): { name: string; value: string }[] {
  const promises: { name: string; value: string }[] = []
  if (insurance && insurance.paidCents > 0) {
    const value = t('sportsbook.insurance.paid', { amount: money(insurance.paidCents) })
    promises.push({ name: t('sportsbook.insurance.name'), value })
  } else if (insurance && status === 'open') {
    const value = t('sportsbook.insurance.upTo', { amount: money(insurance.maxCents) })
    promises.push({ name: t('sportsbook.insurance.name'), value })
  }
  if (earlyPayout) {
    const value = t('sportsbook.early.lead', { goals: earlyPayout.lead })
    promises.push({ name: t('sportsbook.early.name'), value })
  }
  return promises
}

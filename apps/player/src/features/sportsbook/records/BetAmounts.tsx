import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { promisesOf } from '../promises-of.ts'
import type { Bet } from './bet.ts'
import { validStakeCents } from './valid-stake.ts'
import { CopyText } from '../../../shared/CopyText.tsx'

/**
 * The potential win, or the actual one after a full cash-out: partial payouts count; a free bet returns only its
 * profit.
 */
const hopedCents = ({ isFree, potentialReturnCents, sold, stakeCents }: Bet): number =>
  potentialReturnCents + (sold?.paidCents ?? 0) - (isFree ? 0 : stakeCents)

/** The stake at risk, the potential return, number and times of the bet. */
export function BetAmounts({ bet }: { bet: Bet }) {
  const t = useText()
  const { dayTime, money, percent, signedMoney } = useFormat()
  const isCashedOut = bet.status === 'cashed_out'
  const amounts = [
    { name: t('sportsbook.bet.valid'), value: money(validStakeCents(bet)) },
    {
      name: t(isCashedOut ? 'sportsbook.bet.result' : 'sportsbook.bet.expected'),
      value: signedMoney(hopedCents(bet)),
    },
    ...(bet.boost
      ? [
          {
            name: `${t('sportsbook.boost.name')} +${percent(bet.boost.bps / 10_000)}`,
            value: money(bet.boost.addsCents),
          },
        ]
      : []),
    ...promisesOf(t, money, bet),
  ]
  return (
    <>
      <dl className="grid grid-cols-2 gap-8 text-12 text-text-2">
        {amounts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="text-14 font-700 text-text">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex items-center gap-8 text-12 text-text-2">
        <p className="min-w-0 flex-1">
          {t('sportsbook.bet.number', { id: bet.betId })}
          <span className="block">{t('sportsbook.bet.placedAt', { time: dayTime(bet.placedAt) })}</span>
          {bet.settledAt && (
            <span className="block">
              {t(isCashedOut ? 'sportsbook.bet.soldAt' : 'sportsbook.bet.settledAt', {
                time: dayTime(bet.settledAt),
              })}
            </span>
          )}
        </p>
        <CopyText bare text={bet.betId} label={t('sportsbook.bet.copy')} />
      </div>
    </>
  )
}

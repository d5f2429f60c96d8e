import { Icon } from '@palpite/ui'
import { useFormat } from '../../shared/format.ts'
import type { TradedMarket } from './traded.ts'

/** More would not fit a row: of an exact score or a race the first ones. */
const MAX_SHOWN = 6

/** The prices of a market beside each other; one that takes no bets has a lock in place of a price. */
export function OutcomePrices({ market: { outcomes } }: { market: TradedMarket }) {
  const format = useFormat()
  return (
    <span className="flex gap-6">
      {outcomes.slice(0, MAX_SHOWN).map(({ outcomeId, code, name, priceMilli, status }) => (
        <span key={outcomeId} className="inline-flex min-h-28 items-center gap-6 rounded-8 bg-surface-2 px-8">
          <span className="max-w-100 truncate text-12 text-text-2">{name ?? code}</span>
          {status === 'open' ? (
            <b className="tabular-nums">{format.odds(priceMilli)}</b>
          ) : (
            <Icon name="lock-key-fill" className="size-14" />
          )}
        </span>
      ))}
      {outcomes.length > MAX_SHOWN && (
        <span className="self-center text-12 text-text-2">+{outcomes.length - MAX_SHOWN}</span>
      )}
    </span>
  )
}

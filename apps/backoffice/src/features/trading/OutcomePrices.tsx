import { Icon } from '@palpite/ui'
import { useAddress } from '../../shared/address.ts'
import { useFormat } from '../../shared/format.ts'
import { useMay } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'
import { labelOf } from '../../shared/outcome-label.ts'
import type { TradedMarket, TradedOutcome } from './traded.ts'

/** A row fits no more: of an exact score or a race the first ones. */
const MAX_SHOWN = 6

const looks =
  'inline-flex min-h-28 items-center gap-6 rounded-8 bg-surface-2 px-8 data-hand:bg-warn-tint data-hand:text-warn'

/** A market's prices side by side; a closed one shows a lock, one set by hand a pencil. Opens a price to edit it. */
export function OutcomePrices({ market: { outcomes } }: { market: TradedMarket }) {
  const address = useAddress()
  const t = useText()
  const mayEdit = useMay('prices.keep')
  return (
    <span className="flex gap-6">
      {outcomes.slice(0, MAX_SHOWN).map((outcome) =>
        mayEdit ? (
          <button
            key={outcome.outcomeId}
            type="button"
            // By arrow keys from its row: a Tab for each price would be hundreds.
            tabIndex={-1}
            data-outcome={outcome.outcomeId}
            data-hand={outcome.byHand ? true : undefined}
            onClick={() => address.set({ odd: outcome.outcomeId })}
            className={`${looks} relative z-1 cursor-pointer hover:bg-surface-3`}
          >
            <PriceOf outcome={outcome} />
            <span className="sr-only">{t('trading.price.edit')}</span>
          </button>
        ) : (
          <span key={outcome.outcomeId} data-hand={outcome.byHand ? true : undefined} className={looks}>
            <PriceOf outcome={outcome} />
          </span>
        ),
      )}
      {outcomes.length > MAX_SHOWN && (
        <span className="self-center text-12 text-text-2">+{outcomes.length - MAX_SHOWN}</span>
      )}
    </span>
  )
}

function PriceOf({ outcome }: { outcome: TradedOutcome }) {
  const format = useFormat()
  const t = useText()
  return (
    <>
      <span className="max-w-100 truncate text-12 text-text-2">{labelOf(outcome, t)}</span>
      {outcome.status === 'open' ? (
        <b className="tabular-nums">{format.odds(outcome.priceMilli)}</b>
      ) : (
        <Icon name="lock-key-fill" className="size-14" />
      )}
      {outcome.byHand && <Icon name="pencil-simple" className="size-14" />}
    </>
  )
}

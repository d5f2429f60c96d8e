import { Sheet } from '@palpite/ui'
import { useAddress } from '../../shared/address.ts'
import { NotAnswered } from '../../shared/Answered.tsx'
import { useAsked } from '../../shared/ask-again.ts'
import { useMarketWords } from '../../shared/market-words.ts'
import { useMay } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { useText } from '../../shared/text.ts'
import { labelOf } from '../../shared/outcome-label.ts'
import { PriceForm } from './PriceForm.tsx'
import { usePriceKeys } from './price-keys.ts'
import { PRICES_EVERY_MS, type TradedMarket } from './traded.ts'

type Props = {
  /** The markets shown, with what precedes their names: the match, where rows are matches. */
  markets: readonly { market: TradedMarket; of?: string }[]
}

/** Edits the price named in the address, and hears the keys that choose one. */
export function PriceEditor({ markets }: Props) {
  const t = useText()
  const address = useAddress()
  const words = useMarketWords()
  const mayEdit = useMay('prices.keep')
  usePriceKeys((outcomeId) => {
    if (!mayEdit) say(t('trading.price.forbidden'), 'failed')
    else if (outcomeId === undefined) say(t('trading.none.chosen'), 'failed')
    else address.set({ odd: outcomeId })
  })
  const outcomeId = address.get('odd')
  const chosen = markets.flatMap(({ market, of }) =>
    market.outcomes
      .filter((outcome) => outcome.outcomeId === outcomeId)
      .map((outcome) => [of, words(market), labelOf(outcome, t)].filter(Boolean).join(' · ')),
  )[0]
  if (!mayEdit || chosen === undefined) return null
  return (
    <PriceSheet
      key={outcomeId}
      outcomeId={outcomeId}
      title={chosen}
      onClose={() => address.set({ odd: '' })}
    />
  )
}

type SheetProps = { outcomeId: string; title: string; onClose: () => void }

/** Opens with a price asked for now: an older one would be outdated before it is edited. */
function PriceSheet({ outcomeId, title, onClose }: SheetProps) {
  const t = useText()
  const asked = useAsked(
    'GET /api/backoffice/trading/outcomes/:outcomeId',
    { params: { outcomeId } },
    { everyMs: PRICES_EVERY_MS, staleMs: 0 },
  )
  if (!asked.isFetchedAfterMount) return null
  return (
    <Sheet title={title} closeLabel={t('drawer.close.label')} onClose={onClose}>
      <div className="px-16 pt-6 pb-20">
        <NotAnswered asked={asked} />
        {asked.data && <PriceForm now={asked.data} onDone={onClose} />}
      </div>
    </Sheet>
  )
}

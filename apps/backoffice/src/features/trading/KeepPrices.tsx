import { Sheet } from '@palpite/ui'
import { useAddress } from '../../shared/address.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { useMarketWords } from '../../shared/market-words.ts'
import { useMay } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'
import { useShortcuts } from '../../shared/shortcuts.ts'
import { useText } from '../../shared/text.ts'
import { focusedRow, type TradedMarket } from './traded.ts'

type Props = { markets: readonly TradedMarket[] }

/** Keeps the prices of the market named in the address whatever is staked, or releases them; `m` means the focused row. */
export function KeepPrices({ markets }: Props) {
  const t = useText()
  const address = useAddress()
  const words = useMarketWords()
  const mayKeep = useMay('prices.keep')
  const choose = () => {
    const marketId = focusedRow()
    if (!mayKeep) say(t('trading.keep.forbidden'), 'failed')
    else if (marketId === undefined) say(t('trading.none.chosen'), 'failed')
    else address.set({ manter: marketId })
  }
  useShortcuts({ m: choose })
  const market = markets.find(({ marketId }) => marketId === address.get('manter'))
  if (!mayKeep || !market) return null
  const close = () => address.set({ manter: '' })
  return (
    <Sheet
      title={t('trading.keep.title', { market: words(market) })}
      closeLabel={t('drawer.close.label')}
      onClose={close}
    >
      <div className="grid gap-12 px-16 pt-6 pb-20">
        <p className="text-13 text-text-2">{t('trading.keep.note')}</p>
        <KeepForm key={market.marketId} market={market} onDone={close} />
      </div>
    </Sheet>
  )
}

function KeepForm({ market, onDone }: { market: TradedMarket; onDone: () => void }) {
  const t = useText()
  const keep = useCommand('POST /api/backoffice/markets/:marketId/keepPrices')
  const { marketId, isKept } = market
  return (
    <ReasonedAct
      hint={t('reason.field.min')}
      button={t(isKept ? 'trading.keep.release' : 'trading.keep.button')}
      isBusy={keep.isPending}
      send={(reason, answered) =>
        keep.mutate({ params: { marketId }, body: { isKept: !isKept, reason } }, answered)
      }
      onDone={() => {
        say(t(isKept ? 'trading.keep.released' : 'trading.keep.done'))
        onDone()
      }}
    />
  )
}

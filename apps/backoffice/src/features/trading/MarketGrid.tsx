import { Button, Icon } from '@palpite/ui'
import { useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import { useAsked } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import type { ListColumn } from '../../shared/list-column.tsx'
import { useMarketWords } from '../../shared/market-words.ts'
import { useMay } from '../../shared/me.ts'
import { useShortcuts } from '../../shared/shortcuts.ts'
import { useText } from '../../shared/text.ts'
import { KeepPrices } from './KeepPrices.tsx'
import { keptColumn } from './kept-column.tsx'
import { handColumn } from './hand-column.tsx'
import { LimitsEditor } from './LimitsEditor.tsx'
import { limitsOrigin, limitsWords } from './limits-column.tsx'
import { PriceEditor } from './PriceEditor.tsx'
import { OutcomePrices } from './OutcomePrices.tsx'
import { MarketStatusTag } from './MarketStatusTag.tsx'
import { SuspendList } from './SuspendList.tsx'
import { PRICES_EVERY_MS, type Traded, type TradedMarket } from './traded.ts'

/** A fixture's markets with prices; each can be suspended. */
export function MarketGrid({ fixtureId }: { fixtureId: string }) {
  const t = useText()
  const address = useAddress()
  const asked = useAsked(
    'GET /api/backoffice/trading/fixtures/:fixtureId',
    { params: { fixtureId } },
    { everyMs: PRICES_EVERY_MS },
  )
  const leave = () => address.set({ partida: '' })
  useShortcuts({ Escape: leave })
  const columns = useColumns()
  const rows = inOffer(asked.data?.markets ?? [])
  return (
    <div>
      <div className="mb-12 flex items-center gap-12">
        <Button kind="outline" size="s" onClick={leave}>
          <Icon name="caret-left-bold" className="size-16" />
          {t('trading.market.back')}
        </Button>
        <h2 className="text-16 font-700">{asked.data?.title}</h2>
        {asked.data?.isSuspended && <MarketStatusTag isSuspended isOpen={false} />}
        {asked.data && <LimitsLine fixture={asked.data} />}
      </div>
      <SuspendList
        title={t('trading.markets.title')}
        columns={columns}
        list={{
          rows,
          isLoading: asked.isPending,
          error: asked.error,
          updatedAt: asked.dataUpdatedAt,
          isReloading: asked.isRefetching,
          hasMore: false,
          isLoadingMore: false,
          loadMore: () => undefined,
          readAll: async () => rows,
          reload: () => void asked.refetch(),
        }}
        keyOf={({ marketId }) => marketId}
        bodyOf={(keys) => ({ fixtureIds: [], marketIds: [...keys] })}
        empty={t('trading.markets.empty')}
      />
      <LimitsEditor fixtures={asked.data ? [asked.data] : []} chosen={() => fixtureId} />
      <KeepPrices markets={rows} />
      <PriceEditor markets={rows.map((market) => ({ market }))} />
    </div>
  )
}

/** The limits of the match with whose they are, and the button that edits them. */
function LimitsLine({ fixture }: { fixture: Traded }) {
  const t = useText()
  const format = useFormat()
  const address = useAddress()
  const mayEdit = useMay('prices.keep')
  return (
    <span className="flex items-center gap-12 text-13 text-text-2">
      {fixture.limits && (
        <span>
          <b>{limitsWords(fixture, { t, format })}</b> · {limitsOrigin(fixture, { t, format })}
        </span>
      )}
      {mayEdit && (
        <Button kind="outline" size="s" onClick={() => address.set({ limites: fixture.fixtureId })}>
          {t('trading.column.limits')}
          <kbd aria-hidden="true">l</kbd>
        </Button>
      )}
    </span>
  )
}

/** Open and operator-suspended markets before those that left the offer; decided ones are omitted. */
function inOffer(markets: readonly TradedMarket[]): TradedMarket[] {
  const left = ({ status, isSuspended }: TradedMarket) => Number(status !== 'open' && !isSuspended)
  return markets
    .filter(({ status }) => status === 'open' || status === 'suspended')
    .sort((one, other) => left(one) - left(other))
}

function useColumns(): readonly ListColumn<TradedMarket>[] {
  const words = useMarketWords()
  const format = useFormat()
  const t = useText()
  return useMemo(
    () => [
      {
        id: 'market',
        head: 'results.column.market',
        cell: words,
        csv: words,
      },
      {
        id: 'state',
        head: 'list.column.state',
        cell: ({ isSuspended, status }) => (
          <MarketStatusTag isSuspended={isSuspended} isOpen={status === 'open'} />
        ),
        csv: ({ status }) => status,
      },
      {
        id: 'prices',
        head: 'trading.column.prices',
        cell: (market) => <OutcomePrices market={market} />,
      },
      handColumn<TradedMarket>((market) => market, { t, format }),
      keptColumn(t),
    ],
    [words, format, t],
  )
}

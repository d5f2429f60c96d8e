import { Icon, StatusTag } from '@palpite/ui'
import { useAddress } from '../../shared/address.ts'
import type { ListColumn } from '../../shared/list-column.tsx'
import { useMay } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'
import type { TradedMarket } from './traded.ts'

/** The column of markets whose prices an operator keeps. Opens one to keep or release its prices. */
export const keptColumn = (t: ReturnType<typeof useText>): ListColumn<TradedMarket> => ({
  id: 'kept',
  head: 'trading.column.kept',
  cell: ({ marketId, isKept }) => (
    <span className="flex items-center gap-8">
      {isKept ? <StatusTag tone="warn">{t('trading.kept.kept')}</StatusTag> : t('trading.kept.moved')}
      <EditKept marketId={marketId} />
    </span>
  ),
  csv: ({ isKept }) => t(isKept ? 'trading.kept.kept' : 'trading.kept.moved'),
})

function EditKept({ marketId }: { marketId: string }) {
  const t = useText()
  const address = useAddress()
  const mayKeep = useMay('prices.keep')
  if (!mayKeep) return null
  return (
    <button
      type="button"
      // By key from its row: a Tab for each market would be hundreds.
      tabIndex={-1}
      onClick={() => address.set({ manter: marketId })}
      className="relative z-1 inline-grid min-h-28 min-w-28 cursor-pointer place-items-center rounded-8 bg-surface-2 hover:bg-surface-3"
    >
      <Icon name="pencil-simple" className="size-14" />
      <span className="sr-only">{t('trading.keep.edit')}</span>
    </button>
  )
}

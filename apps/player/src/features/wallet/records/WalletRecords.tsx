import { Segmented } from '@palpite/ui'
import { useSearchParams } from 'wouter'
import { useText } from '../../../shared/text/text.ts'
import { EntryFeed } from './EntryFeed.tsx'
import { WalletOrders } from './WalletOrders.tsx'

type View = 'orders' | 'entries'

/** The wallet's records: orders, or entries. The address says which. */
export function WalletRecords() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const view: View = search.get('view') === 'entries' ? 'entries' : 'orders'
  return (
    <div className="grid grid-cols-1 gap-10">
      <Segmented<View>
        label={t('wallet.view.label')}
        value={view}
        options={[
          { value: 'orders', label: t('wallet.view.orders') },
          { value: 'entries', label: t('wallet.statement.title') },
        ]}
        onChange={(next) =>
          setSearch(
            (params) => {
              params.set('view', next)
              return params
            },
            { replace: true },
          )
        }
      />
      {view === 'entries' ? <EntryFeed /> : <WalletOrders />}
    </div>
  )
}

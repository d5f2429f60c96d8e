import { Segmented, Skeleton } from '@palpite/ui'
import { Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { RoundRecords } from '../../features/games/index.ts'
import { BetRecords } from '../../features/sportsbook/index.ts'
import { WalletRecords } from '../../features/wallet/index.ts'
import { TopBar } from '../../shared/bars/TopBar.tsx'
import { useText } from '../../shared/text/text.ts'

type Tab = 'sports' | 'games' | 'wallet'
const tabs: readonly Tab[] = ['sports', 'games', 'wallet']
const texts = {
  sports: 'app.records.sports',
  games: 'app.records.games',
  wallet: 'app.records.wallet',
} as const

/** The records of bets, games and money. The tab is in the address, so it can be linked. */
export function RecordsPage() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const requested = search.get('tab')
  const tab = tabs.find((each) => each === requested) ?? 'sports'
  return (
    <>
      <TopBar title={t(tab === 'sports' ? 'app.records.bets' : 'app.records.title')} isLong root />
      <main className="grid grid-cols-1 gap-12 px-12 pt-8 pb-16">
        <Segmented<Tab>
          label={t('app.records.tabs')}
          value={tab}
          options={tabs.map((each) => ({ value: each, label: t(texts[each]) }))}
          onChange={(next) =>
            setSearch(
              (params) => {
                params.set('tab', next)
                return params
              },
              { replace: true },
            )
          }
        />
        <Suspense fallback={<ListSkeleton />}>
          {tab === 'sports' && <BetRecords />}
          {tab === 'games' && <RoundRecords />}
          {tab === 'wallet' && <WalletRecords />}
        </Suspense>
      </main>
    </>
  )
}

function ListSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-8">
      {[1, 2, 3, 4].map((place) => (
        <Skeleton key={place} className="h-72 rounded-18" />
      ))}
    </div>
  )
}

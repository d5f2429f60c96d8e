import { Chip, Empty } from '@palpite/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { DayGroups } from '../../../shared/DayGroups.tsx'
import { Loaded } from '../../../shared/Loaded.tsx'
import { LoadMore } from '../../../shared/LoadMore.tsx'
import { useText } from '../../../shared/text/text.ts'
import { useLiveEvent } from '../../../shared/use-live.ts'
import { EntryRow } from './EntryRow.tsx'
import { Statement } from './Statement.tsx'
import { type EntryType, natures } from './statement-parts.ts'

const call = 'GET /api/app/user/entries'

/** Entries of cash and bonus, optionally of one type, paged. */
const useEntryPages = (type: EntryType | undefined) =>
  useInfiniteQuery({
    queryKey: [call, 'pages', type ?? 'all'],
    queryFn: ({ pageParam }) =>
      api(call, {
        query: { ...(type && { type }), ...(pageParam !== null && { cursor: pageParam }) },
        loading: false,
        inline: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // Bets and rounds move money from every other page.
    staleTime: 0,
  })

/** The statement: by day, each entry with reason and balance after it; files below. */
export function EntryFeed() {
  const t = useText()
  const [type, setType] = useState<EntryType>()
  useLiveEvent('updateUserInfo', () => void refreshCalls(call))
  return (
    <div className="grid grid-cols-1 gap-10">
      <div role="group" aria-label={t('wallet.records.filter')} className="flex flex-wrap gap-6">
        <Chip chosen={type === undefined} onClick={() => setType(undefined)}>
          {t('wallet.records.all')}
        </Chip>
        {natures.map(({ type: one, text }) => (
          <Chip key={one} chosen={type === one} onClick={() => setType(one)}>
            {t(text)}
          </Chip>
        ))}
      </div>
      <EntryList key={type ?? 'all'} type={type} />
      <Statement />
    </div>
  )
}

function EntryList({ type }: { type: EntryType | undefined }) {
  const t = useText()
  const pages = useEntryPages(type)
  return (
    <Loaded query={pages} skeleton={Array<string>(6).fill('h-60')} gap="gap-8">
      {(data) => {
        const entries = data.pages.flatMap((page) => page.entries)
        if (entries.length === 0) {
          return type === undefined ? (
            <Empty
              icon="wallet-duotone"
              title={t('wallet.entries.none')}
              text={t('wallet.entries.noneText')}
            />
          ) : (
            <p className="rounded-18 bg-surface-1 p-16 text-13 text-text-2">
              {t('wallet.records.noneOfKind')}
            </p>
          )
        }
        return (
          <>
            <DayGroups items={entries} row={(entry) => <EntryRow key={entry.id} entry={entry} />} />
            <LoadMore pages={pages} label={t('wallet.records.more')} />
          </>
        )
      }}
    </Loaded>
  )
}

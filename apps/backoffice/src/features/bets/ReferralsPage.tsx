import { useMemo } from 'react'
import { usePages } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import {
  type ListColumn,
  moneyColumn,
  momentColumn,
  playerColumn,
  tagColumn,
  wordColumn,
} from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { Choice, useChoice } from '../../shared/Pick.tsx'
import { useText } from '../../shared/text.ts'
import { FlagTabs } from './FlagTabs.tsx'
import { type Referral, referralNames, referralTones, referralViews } from './referral.ts'
import { ReferralDrawer } from './ReferralDrawer.tsx'

/** A player waits for the answer: the list is polled faster than others. */
const REFRESH_MS = 3000

/** Bets above their limits that players asked a trader to accept. */
export function ReferralsPage() {
  const t = useText()
  const view = useChoice('ver', referralViews)
  return (
    <ListPage
      title={t('nav.marks.name')}
      note={t('referrals.page.note')}
      listTitle={t('referrals.tab.name')}
      tabs={<FlagTabs />}
      columns={useColumns()}
      list={usePages(
        'GET /api/backoffice/bets/referrals',
        { status: view === 'all' ? undefined : view },
        { everyMs: REFRESH_MS },
      )}
      keyOf={({ id }) => String(id)}
      drawer={({ row, close }) => row && <ReferralDrawer key={row.id} referral={row} onClose={close} />}
      empty={{ title: t('referrals.list.empty') }}
      filteredBy={['ver']}
      filters={<Choice name="ver" head="list.filter.state" words={referralViews} />}
    />
  )
}

function useColumns(): readonly ListColumn<Referral>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      wordColumn({
        id: 'match',
        head: 'results.column.fixture',
        of: ({ legs }) => legs.map(({ title }) => title).join(', '),
      }),
      playerColumn(),
      tagColumn({ id: 'state', of: ({ status }) => status, names: referralNames, tones: referralTones }, t),
      moneyColumn({ id: 'stake', head: 'bets.column.stake', of: ({ stakeCents }) => stakeCents }, format),
      moneyColumn(
        { id: 'return', head: 'bets.column.return', of: ({ potentialReturnCents }) => potentialReturnCents },
        format,
      ),
      moneyColumn(
        { id: 'most', head: 'referrals.column.most', of: ({ maxStakeCents }) => maxStakeCents },
        format,
      ),
      momentColumn(
        { id: 'askedAt', head: 'referrals.column.askedAt', of: ({ askedAt }) => askedAt },
        format.time,
      ),
      momentColumn({ id: 'until', head: 'referrals.column.until', of: ({ until }) => until }, format.time),
    ],
    [t, format],
  )
}

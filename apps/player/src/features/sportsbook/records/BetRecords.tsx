import { Button, Chip, Empty, ErrorCard, type Glyph, Skeleton } from '@palpite/ui'
import { LoadMore } from '../../../shared/LoadMore.tsx'
import { go } from '../../../shared/navigation.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { Row } from '../../../shared/row/Row.tsx'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { BetCard } from './BetCard.tsx'
import { useCashOuts } from './use-cash-outs.ts'
import { LinkedBet } from './LinkedBet.tsx'
import { type BetFilter, betFilters, isNarrowed, useBetSearch } from './bet-search.ts'
import { BetSearchLines } from './BetSearchLines.tsx'
import { useBets, useLinkedBet } from './use-bets.ts'

const filterTexts: Readonly<Record<BetFilter, TextKey>> = {
  all: 'sportsbook.records.all',
  open: 'sportsbook.records.open',
  won: 'sportsbook.records.won',
  lost: 'sportsbook.records.lost',
  cashed_out: 'sportsbook.records.cashedOut',
  refunded: 'sportsbook.records.refunded',
}

const emptyViews: Readonly<Record<BetFilter, { icon: Glyph; text: TextKey }>> = {
  all: { icon: 'receipt-duotone', text: 'sportsbook.records.noBets' },
  open: { icon: 'ticket-duotone', text: 'sportsbook.records.noOpen' },
  won: { icon: 'receipt-duotone', text: 'sportsbook.records.noWon' },
  lost: { icon: 'receipt-duotone', text: 'sportsbook.records.noLost' },
  cashed_out: { icon: 'receipt-duotone', text: 'sportsbook.records.noneSuch' },
  refunded: { icon: 'receipt-duotone', text: 'sportsbook.records.noneSuch' },
}

/** The player's bets; or the single bet a message links to. */
export function BetRecords() {
  const [linked, leave] = useLinkedBet()
  return linked === undefined ? <BetList /> : <LinkedBet betId={linked} onLeave={leave} />
}

/** All bets, newest first, filtered by state. Open ones update to their result while shown. */
function BetList() {
  const t = useText()
  const [search, change] = useBetSearch()
  const choose = (bets: BetFilter) => change({ bets })
  const pages = useBets(search)
  const cashOutOf = useCashOuts(pages.bets ?? [])
  const { bets, isError, isFetchNextPageError, refetch } = pages
  return (
    <section aria-label={t('sportsbook.records.title')} className="grid grid-cols-1 gap-10">
      <Row label={t('sportsbook.records.filter')}>
        <div className="no-bar flex gap-6 overflow-x-auto">
          {betFilters.map((each) => (
            <Chip key={each} chosen={each === search.bets} onClick={() => choose(each)}>
              {t(filterTexts[each])}
            </Chip>
          ))}
          <Chip onClick={() => openOverlay('profit')}>{t('sportsbook.profit.title')}</Chip>
        </div>
      </Row>
      <BetSearchLines search={search} onChange={change} />
      {isError && !isFetchNextPageError && (
        <ErrorCard
          title={t('app.section.failed')}
          retryLabel={t('app.section.retry')}
          onRetry={() => void refetch()}
        />
      )}
      {!bets && !isError && (
        <div aria-busy="true" className="grid gap-8">
          {[1, 2, 3, 4].map((place) => (
            <Skeleton key={place} className="h-130 rounded-18" />
          ))}
        </div>
      )}
      {bets?.length === 0 && !pages.hasNextPage && (
        <NoBets filter={search.bets} isWithin={isNarrowed(search)} choose={choose} />
      )}
      <ul className="grid gap-8 empty:hidden wide:grid-cols-2 wide:items-start">
        {bets?.map((bet) => (
          <li key={bet.betId}>
            <BetCard bet={bet} cashOut={cashOutOf(bet)} />
          </li>
        ))}
      </ul>
      <LoadMore pages={pages} label={t('sportsbook.records.more')} />
    </section>
  )
}

type NoneProps = { filter: BetFilter; isWithin: boolean; choose: (filter: BetFilter) => void }

function NoBets({ filter, isWithin, choose }: NoneProps) {
  const t = useText()
  const { icon, text } = emptyViews[filter]
  const leadsToList = filter !== 'all' && filter !== 'open'
  return (
    <Empty
      icon={icon}
      title={t(isWithin ? 'sportsbook.records.noneSuch' : text)}
      action={
        leadsToList ? (
          <Button kind="secondary" size="m" onClick={() => choose('all')}>
            {t('sportsbook.records.seeAll')}
          </Button>
        ) : (
          <Button size="m" onClick={() => go(hrefOf('footballPage'))}>
            {t('sportsbook.slip.toLive')}
          </Button>
        )
      }
    />
  )
}

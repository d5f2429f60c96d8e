import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import type { ApiError } from '../../shared/api.ts'
import { wholeList } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import type { ListColumn } from '../../shared/list-column.tsx'
import { useText } from '../../shared/text.ts'
import { handColumn } from './hand-column.tsx'
import { LimitsEditor } from './LimitsEditor.tsx'
import { limitsColumn } from './limits-column.tsx'
import { PriceEditor } from './PriceEditor.tsx'
import { OutcomePrices } from './OutcomePrices.tsx'
import { SuspendList } from './SuspendList.tsx'
import { MarketStatusTag } from './MarketStatusTag.tsx'
import { focusedRow, type Traded } from './traded.ts'

type Props = { asked: UseQueryResult<readonly Traded[], ApiError>; competition: string }

/** A sport's or competition's fixtures with main prices; each can be suspended. */
export function FixtureGrid({ asked, competition }: Props) {
  const t = useText()
  const address = useAddress()
  const columns = useColumns()
  const list = wholeList(asked)
  const rows = competition === '' ? list.rows : list.rows.filter((row) => row.competition === competition)
  return (
    <>
      <SuspendList
        title={t('trading.fixtures.title')}
        columns={columns}
        list={{ ...list, rows }}
        keyOf={({ fixtureId }) => fixtureId}
        onOpen={(fixtureId) => address.set({ partida: fixtureId })}
        bodyOf={(keys) => ({ fixtureIds: [...keys], marketIds: [] })}
        empty={t('trading.fixtures.empty')}
      />
      <LimitsEditor fixtures={rows} chosen={focusedRow} />
      <PriceEditor
        markets={rows.flatMap(({ title, markets: [market] }) => (market ? { market, of: title } : []))}
      />
    </>
  )
}

function useColumns(): readonly ListColumn<Traded>[] {
  const format = useFormat()
  const t = useText()
  return useMemo(
    () => [
      {
        id: 'fixture',
        head: 'results.column.fixture',
        cell: ({ title }) => title,
        csv: ({ title }) => title,
      },
      {
        id: 'state',
        head: 'list.column.state',
        cell: (row) => (
          <MarketStatusTag
            isSuspended={row.isSuspended}
            isOpen={row.markets.some(({ status }) => status === 'open')}
          />
        ),
        csv: ({ isSuspended }) => String(isSuspended),
      },
      {
        id: 'score',
        head: 'trading.column.score',
        cell: ({ homeScore, awayScore, minute, startsAt, matchStatus }) =>
          matchStatus === 0
            ? format.time(startsAt)
            : `${homeScore ?? '–'} : ${awayScore ?? '–'}${minute === null ? '' : ` · ${minute}′`}`,
        csv: ({ startsAt }) => startsAt,
      },
      {
        id: 'prices',
        head: 'trading.column.prices',
        cell: ({ markets: [first] }) => first && <OutcomePrices market={first} />,
      },
      handColumn<Traded>(({ markets: [first] }) => first, { t, format }),
      limitsColumn({ t, format }),
      {
        id: 'suspended',
        head: 'trading.column.suspendedMarkets',
        isFigure: true,
        cell: ({ suspendedMarkets }) => (suspendedMarkets === 0 ? '–' : format.number(suspendedMarkets)),
        csv: ({ suspendedMarkets }) => String(suspendedMarkets),
      },
      {
        id: 'competition',
        head: 'trading.column.competition',
        cell: ({ competition }) => <span className="block max-w-200 truncate">{competition}</span>,
        csv: ({ competition }) => competition,
      },
      { id: 'feed', head: 'results.column.feed', cell: ({ feed }) => feed, csv: ({ feed }) => feed },
    ],
    [format, t],
  )
}

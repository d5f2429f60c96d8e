import { StatusTag } from '@palpite/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApiError } from '../../shared/api.ts'
import { useAsked, wholeList } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import { figureColumn, type ListColumn, tagColumn } from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { useMay } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'
import { gameNames } from './rounds.tsx'
import {
  bandNames,
  bandTones,
  type Game,
  openNames,
  openTones,
  type Return,
  returnBps,
  returnOf,
} from './game.ts'
import { GameDrawer } from './GameDrawer.tsx'
import { GameTabs } from './GameTabs.tsx'
import { StudioGames } from './StudioGames.tsx'

/** The small games: open or closed, bounds, and actual return beside the pay table. */
export function GamesPage() {
  const t = useText()
  const format = useFormat()
  const maySeeStudios = useMay('studios.read')
  const asked = useAsked('GET /api/backoffice/games', { query: {} })
  const { data } = asked
  const list = wholeList({ ...asked, data: data?.games } as UseQueryResult<readonly Game[], ApiError>)
  const countedUntil = data?.countedUntil ?? null
  return (
    <ListPage
      title={t('nav.games.name')}
      note={
        countedUntil === null
          ? t('games.page.uncounted')
          : t('games.page.note', { until: format.time(countedUntil) })
      }
      tabs={<GameTabs />}
      columns={useColumns()}
      list={list}
      keyOf={({ game }) => game}
      drawer={({ row, close }) => row && <GameDrawer key={row.game} game={row} onClose={close} />}
      empty={{ title: t('games.list.empty') }}
    >
      {maySeeStudios && <StudioGames />}
    </ListPage>
  )
}

function useColumns(): readonly ListColumn<Game>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(() => {
    const shown = (bps: number | undefined) => (bps === undefined ? '–' : format.percent(bps))
    const paid = (period: Return['period']) => (game: Game) => {
      const one = returnOf(game, period)
      return one && returnBps(one.paidCents, one.stakedCents)
    }
    const ofPeriod = (
      id: string,
      head: ListColumn<Game>['head'],
      period: Return['period'],
    ): ListColumn<Game> => ({
      id,
      head,
      isFigure: true,
      cell: (game) => {
        const state = returnOf(game, period)?.state ?? 'usual'
        return (
          <span className="inline-flex items-center gap-6">
            {state !== 'usual' && <StatusTag tone={bandTones[state]}>{t(bandNames[state])}</StatusTag>}
            {shown(paid(period)(game))}
          </span>
        )
      },
      csv: (game) => String((paid(period)(game) ?? 0) / 100),
    })
    return [
      {
        id: 'game',
        head: 'plays.filter.game',
        cell: ({ game }) => t(gameNames[game]),
        csv: ({ game }) => game,
      },
      tagColumn(
        {
          id: 'state',
          of: ({ isOpen }) => (isOpen ? 'open' : 'closed'),
          names: openNames,
          tones: openTones,
        },
        t,
      ),
      {
        id: 'stakes',
        head: 'games.column.stakes',
        isFigure: true,
        cell: ({ minStakeCents, maxStakeCents }) =>
          `${format.money(minStakeCents)} – ${format.money(maxStakeCents)}`,
        csv: ({ minStakeCents, maxStakeCents }) =>
          `${(minStakeCents / 100).toFixed(2)} - ${(maxStakeCents / 100).toFixed(2)}`,
      },
      {
        id: 'published',
        head: 'games.column.published',
        isFigure: true,
        cell: ({ publishedBps }) => format.percent(publishedBps),
        csv: ({ publishedBps }) => String(publishedBps / 100),
      },
      ofPeriod('day', 'games.period.day', 'day'),
      ofPeriod('week', 'games.period.week', 'week'),
      ofPeriod('all', 'games.period.all', 'all'),
      figureColumn(
        { id: 'open', head: 'games.column.openRounds', of: ({ openRounds }) => openRounds },
        format,
      ),
    ]
  }, [t, format])
}

import { StatusTag } from '@palpite/ui'
import { useMemo } from 'react'
import { useFormat } from '../../shared/format.ts'
import type { ListColumn } from '../../shared/list-column.ts'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { useText } from '../../shared/text.ts'
import { gameNames, type Round, stateNames, stateTones } from './round.ts'

/** What a list tells of each round. */
export function useRoundColumns(): readonly ListColumn<Round>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      { id: 'round', head: 'plays.column.round', cell: ({ id }) => `#${id}`, csv: ({ id }) => String(id) },
      {
        id: 'roundId',
        head: 'plays.column.publicId',
        cell: ({ roundId }) => <code>{roundId}</code>,
        csv: ({ roundId }) => roundId,
      },
      {
        id: 'player',
        head: 'list.column.player',
        cell: ({ playerId }) => <PlayerLink playerId={playerId} />,
        csv: ({ playerId }) => String(playerId),
      },
      {
        id: 'game',
        head: 'plays.filter.game',
        cell: ({ game }) => t(gameNames[game]),
        csv: ({ game }) => game,
      },
      {
        id: 'stake',
        head: 'bets.column.stake',
        isFigure: true,
        cell: ({ stakeCents }) => format.money(stakeCents),
        csv: ({ stakeCents }) => (stakeCents / 100).toFixed(2),
      },
      {
        id: 'multiplier',
        head: 'plays.column.multiplier',
        isFigure: true,
        cell: ({ multiplierE4 }) => `${format.number(multiplierE4 / 10_000)}×`,
        csv: ({ multiplierE4 }) => String(multiplierE4 / 10_000),
      },
      {
        id: 'payout',
        head: 'plays.column.returned',
        isFigure: true,
        cell: ({ payoutCents, status }) => (status === 'open' ? '–' : format.money(payoutCents)),
        csv: ({ payoutCents }) => (payoutCents / 100).toFixed(2),
      },
      {
        id: 'state',
        head: 'list.column.state',
        cell: ({ status }) => <StatusTag tone={stateTones[status]}>{t(stateNames[status])}</StatusTag>,
        csv: ({ status }) => status,
      },
      { id: 'at', head: 'plays.column.begunAt', cell: ({ at }) => format.time(at), csv: ({ at }) => at },
    ],
    [t, format],
  )
}

import type { Tone } from '@palpite/ui'
import { useMemo } from 'react'
import type { DataOf } from '../../shared/api.ts'
import { useFormat } from '../../shared/format.ts'
import {
  type ListColumn,
  moneyColumn,
  momentColumn,
  playerColumn,
  tagColumn,
} from '../../shared/list-column.tsx'
import { type TextKey, useText } from '../../shared/text.ts'

/** A small-game round of any player. */
export type Round = DataOf<'GET /api/backoffice/rounds'>['items'][number]

export const gameNames = {
  mines: 'game.mines.name',
  dice: 'game.dice.name',
  limbo: 'game.limbo.name',
  luckyColor: 'game.luckyColor.name',
  rowDouble: 'game.rowDouble.name',
  double: 'game.double.name',
} as const satisfies Record<Round['game'], TextKey>

export const stateNames = {
  open: 'plays.state.open',
  won: 'plays.state.won',
  lost: 'plays.state.lost',
  refunded: 'plays.state.refunded',
} as const satisfies Record<Round['status'], TextKey>

export const stateTones = {
  open: 'info',
  won: 'win',
  lost: 'neutral',
  refunded: 'warn',
} as const satisfies Record<Round['status'], Tone>

/** A list's columns of a round. */
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
      playerColumn(),
      {
        id: 'game',
        head: 'plays.filter.game',
        cell: ({ game }) => t(gameNames[game]),
        csv: ({ game }) => game,
      },
      moneyColumn({ id: 'stake', head: 'bets.column.stake', of: ({ stakeCents }) => stakeCents }, format),
      {
        id: 'multiplier',
        head: 'plays.column.multiplier',
        isFigure: true,
        cell: ({ multiplierE4 }) => `${format.number(multiplierE4 / 10_000)}×`,
        csv: ({ multiplierE4 }) => String(multiplierE4 / 10_000),
      },
      moneyColumn(
        {
          id: 'payout',
          head: 'plays.column.returned',
          of: ({ payoutCents, status }) => (status === 'open' ? null : payoutCents),
        },
        format,
      ),
      tagColumn({ id: 'state', of: ({ status }) => status, names: stateNames, tones: stateTones }, t),
      momentColumn({ id: 'at', head: 'plays.column.begunAt', of: ({ at }) => at }, format.time),
    ],
    [t, format],
  )
}

import type { ReactNode } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { type PayRow, PayRows } from './PayRows.tsx'
import { type PacedGame } from './use-paced-round.ts'
import { useGameTerms } from '../shell/use-game.ts'

type Props = {
  game: PacedGame
  /** What one row of the table counts: diamonds, rows. */
  stepLabel: string
  rows: readonly Omit<PayRow, 'name'>[]
  /** What is chosen to see its table. */
  children: ReactNode
}

/** What every step of a game pays, how likely it is to get there and what it returns over time; and when a round ends by itself. */
export function PayTable({ game, stepLabel, rows, children }: Props) {
  const t = useText()
  const format = useFormat()
  const { terms } = useGameTerms(game)
  return (
    <>
      {terms && <p>{t('games.paced.rules.full', { payout: format.money(terms.maxPayoutCents) })}</p>}
      {terms?.idleHours !== undefined && <p>{t('games.paced.rules.idle', { hours: terms.idleHours })}</p>}
      {children}
      <PayRows label={stepLabel} rows={rows.map((row, place) => ({ name: String(place + 1), ...row }))} />
    </>
  )
}

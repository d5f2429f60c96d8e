import type { ReactNode } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { type PayRow, PayRows } from './PayRows.tsx'
import { type PacedGame } from './use-paced-round.ts'
import { useGameTerms } from '../shell/use-game.ts'

type Props = {
  game: PacedGame
  /** The unit of a row: diamonds, rows. */
  stepLabel: string
  rows: readonly Omit<PayRow, 'name'>[]
  /** The selector of the table. */
  children: ReactNode
}

/** Payout, chance and return of every step of a game; and when a round ends by itself. */
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

import type { ReactNode } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { type PacedGame } from './use-paced-round.ts'
import { useGameTerms } from '../shell/use-game.ts'

type Row = { multiplierE4: number; chance: number; returned: number }

type Props = {
  game: PacedGame
  /** What one row of the table counts: diamonds, rows. */
  stepLabel: string
  rows: readonly Row[]
  /** What is chosen to see its table. */
  children: ReactNode
}

/** What every step of a game pays, how likely it is to get there and what it returns over time; and when a round ends by itself. */
export function PayTable({ game, stepLabel, rows, children }: Props) {
  const t = useText()
  const format = useFormat()
  const { terms } = useGameTerms(game)
  const head = (label: string) => (
    <th scope="col" className="font-600">
      {label}
    </th>
  )
  return (
    <>
      {terms && <p>{t('games.paced.rules.full', { payout: format.money(terms.maxPayoutCents) })}</p>}
      <p>{t('games.paced.rules.idle')}</p>
      {children}
      <table className="w-full text-end text-13">
        <thead className="text-12 text-text-2">
          <tr>
            <th scope="col" className="py-6 text-start font-600">
              {stepLabel}
            </th>
            {head(t('games.paced.rules.pays'))}
            {head(t('games.paced.rules.chance'))}
            {head(t('games.paced.rules.return'))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ multiplierE4, chance, returned }, place) => (
            <tr key={multiplierE4} className="border-t border-line text-text">
              <th scope="row" className="py-8 text-start font-600">
                {place + 1}
              </th>
              <td className="font-700">{format.multiplier(multiplierE4)}</td>
              <td>{format.percent(chance, chance < 0.0001 ? 6 : 2)}</td>
              <td>{format.percent(returned, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

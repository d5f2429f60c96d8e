import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { worthCents } from '../paced/worth.ts'
import type { MinesRound } from './mines-board.ts'
import css from './MinesBoard.module.css'

/** A won round's result, over the board. */
export function MinesResult({ round }: { round: MinesRound }) {
  const format = useFormat()
  if (round.status !== 'won') return undefined
  return (
    <div className={css.won} aria-hidden="true">
      <div className="grid">
        <span className="text-32 font-800 tracking-tighter text-win">
          {format.signedMoney(round.payoutCents - round.stakeCents)}
        </span>
        <span className="text-14 font-600 text-text-2">{format.multiplier(round.multiplierE4)}</span>
      </div>
    </div>
  )
}

/** The last event in words: one sentence per step. */
export const useMinesWords = (round: MinesRound | undefined): string => {
  const t = useText()
  const format = useFormat()
  const last = round?.state.opened.at(-1)
  if (!round) return ''
  const tile = (last ?? 0) + 1
  switch (round.status) {
    case 'open':
      return last === undefined
        ? t('games.mines.said.begun', { mines: round.choice.mineCount })
        : t('games.mines.said.gem', { tile, amount: format.money(worthCents(round)) })
    case 'won':
      return t('games.mines.said.won', { amount: format.money(round.payoutCents) })
    case 'lost':
      return t('games.mines.said.lost', { tile, amount: format.money(round.stakeCents) })
    case 'refunded':
      return t('games.paced.refunded', { amount: format.money(round.stakeCents) })
  }
}

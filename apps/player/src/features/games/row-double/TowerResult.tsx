import { ROWS } from '@palpite/games'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { worthCents } from '../paced/worth.ts'
import { hasReachedTop, type RowRound } from './tower.ts'
import css from './Tower.module.css'

/** A climb's result, over the tower; the top has its own card. */
export function TowerResult({ round }: { round: RowRound }) {
  const t = useText()
  const format = useFormat()
  if (round.status === 'lost')
    return (
      // Over the unclimbed rows, so that the fall stays visible.
      <p className={css.lost} data-low={round.state.picks.length > ROWS / 2 || undefined} aria-hidden="true">
        {t('games.paced.lost', { amount: format.money(round.stakeCents) })}
      </p>
    )
  if (round.status !== 'won') return undefined
  const isTop = hasReachedTop(round)
  return (
    <div className={css.won} aria-hidden="true">
      <div className="grid" data-top={isTop || undefined}>
        {isTop && <span className="text-16 font-800 text-brand-text">{t('games.rowDouble.top')}</span>}
        <span className="text-32 font-800 tracking-tighter text-win">
          {format.signedMoney(round.payoutCents - round.stakeCents)}
        </span>
        <span className="text-14 font-600 text-text-2">{format.multiplier(round.multiplierE4)}</span>
      </div>
    </div>
  )
}

/** The last event in words: one sentence per step. */
export const useTowerWords = (round: RowRound | undefined): string => {
  const t = useText()
  const format = useFormat()
  if (!round) return ''
  const row = round.state.picks.length
  switch (round.status) {
    case 'open':
      return row === 0
        ? t('games.rowDouble.said.begun')
        : t('games.rowDouble.said.climbed', { row, amount: format.money(worthCents(round)) })
    case 'won':
      // A win is shown without the stake, like the figure beside it; a refund with it.
      return hasReachedTop(round)
        ? t('games.rowDouble.said.top', { amount: format.money(round.payoutCents - round.stakeCents) })
        : t('games.rowDouble.said.won', { amount: format.money(round.payoutCents) })
    case 'lost':
      return t('games.rowDouble.said.lost', { row, amount: format.money(round.stakeCents) })
    case 'refunded':
      return t('games.paced.refunded', { amount: format.money(round.stakeCents) })
  }
}

import { useFormat } from '../../../shared/format/use-format.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { type OwnBet, pickOf, sumsOf } from './bets.ts'
import { usePickName } from './use-pick-name.ts'

/** The player's bets of a round with results, each linked to its details. */
export function OwnBets({ bets }: { bets: readonly OwnBet[] }) {
  const t = useText()
  const format = useFormat()
  const nameOf = usePickName()
  if (bets.length === 0) return null
  return (
    <section aria-label={t('rooms.mine.title')} className="hairline grid gap-6 rounded-18 bg-surface-1 p-12">
      <h2 className="flex justify-between text-13 font-700">
        <span>{t('rooms.mine.title')}</span>
        <span>{format.money(sumsOf(bets).stakeCents)}</span>
      </h2>
      <ul className="grid gap-4 text-13 text-text-2">
        {bets.map((bet) => (
          <li key={bet.roundId} data-status={bet.status} className="data-[status=won]:text-win">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => openOverlay('gameRound', { round: bet })}
              className="flex finger-30 w-full cursor-pointer items-center justify-between gap-8 rounded-8 text-start hover:bg-surface-3"
            >
              <span>
                {nameOf(pickOf(bet))} · {format.money(bet.stakeCents)}
              </span>
              <span>
                {t(states[bet.status])}{' '}
                {bet.status === 'won' && format.money(bet.payoutCents - bet.stakeCents)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const states = {
  open: 'rooms.mine.open',
  won: 'rooms.mine.won',
  lost: 'rooms.mine.lost',
  refunded: 'rooms.mine.refunded',
} as const

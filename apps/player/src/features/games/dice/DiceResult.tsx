import { GameArt } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { useHundredths } from '../hundredths.ts'
import type { RoundOf } from '../shell/use-game.ts'

/** The last roll and its result, announced once. */
export function DiceResult({ round }: { round: RoundOf<'dice'> | undefined }) {
  const t = useText()
  const format = useFormat()
  const hundredths = useHundredths()
  const won = round !== undefined && round.payoutCents > 0
  return (
    <div role="status" className="grid min-h-80 content-end justify-items-center gap-4 text-center">
      {round ? (
        <>
          <span
            data-won={won || undefined}
            className="text-40 font-800 tracking-tighter text-loss data-won:text-win"
          >
            {hundredths(round.state.resultHundredths)}
          </span>
          <span className="text-14 font-600 text-text-2">
            {won
              ? t('games.dice.won', { amount: format.signedMoney(round.payoutCents - round.stakeCents) })
              : t('games.dice.lost', { amount: format.money(round.stakeCents) })}
          </span>
        </>
      ) : (
        <>
          <div className="mb-8 size-120 overflow-hidden rounded-24">
            <GameArt game="dice" className="size-full" />
          </div>
          <span className="text-14 text-text-2">{t('games.dice.invite')}</span>
        </>
      )}
    </div>
  )
}

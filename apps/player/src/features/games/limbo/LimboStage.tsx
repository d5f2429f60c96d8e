import { RocketArt } from '@palpite/ui'
import type { CSSProperties } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { useHundredths } from '../hundredths.ts'
import type { RoundOf } from '../shell/use-game.ts'
import { heightOf } from './limbo-bet.ts'
import css from './LimboStage.module.css'

type Props = {
  round: RoundOf<'limbo'> | undefined
  /** The shown number in hundredths, and whether it is final. */
  shown: number
  isThere: boolean
  /** The highest result of this visit. */
  bestHundredths: number | undefined
}

/** Limbo's sky: the number, the rocket at its logarithmic height, the best of this visit as a line. */
export function LimboStage({ round, shown, isThere, bestHundredths }: Props) {
  const t = useText()
  const hundredths = useHundredths()
  const won = round?.status === 'won'
  return (
    <div className={css.sky} data-result={round && isThere ? (won ? 'won' : 'lost') : undefined}>
      {bestHundredths !== undefined && (
        <span className={css.best} style={{ insetBlockEnd: `${heightOf(bestHundredths) * 80 + 8}%` }}>
          {t('games.limbo.best', { multiplier: hundredths(bestHundredths) })}
        </span>
      )}
      <span
        aria-hidden="true"
        data-rocket
        className={css.rocket}
        style={{ '--height': heightOf(shown) } as CSSProperties}
      >
        <RocketArt />
      </span>
      <span aria-hidden={round && !isThere ? 'true' : undefined} className={css.number}>
        {hundredths(shown)}×
      </span>
      <Verdict round={isThere ? round : undefined} isWaiting={round !== undefined} />
    </div>
  )
}

/** The round's result in words, announced once. */
function Verdict({ round, isWaiting }: { round: RoundOf<'limbo'> | undefined; isWaiting: boolean }) {
  const t = useText()
  const format = useFormat()
  const hundredths = useHundredths()
  const won = round?.status === 'won'
  return (
    <div
      role="status"
      className="relative grid min-h-44 content-start justify-items-center gap-2 text-center"
    >
      {round ? (
        <>
          <span data-won={won || undefined} className="text-16 font-700 text-loss data-won:text-win">
            {t(won ? 'games.limbo.reached' : 'games.limbo.below', {
              target: hundredths(round.choice.targetHundredths),
            })}
          </span>
          <span className="text-14 font-600 text-text-2">
            {won
              ? t('games.limbo.won', { amount: format.signedMoney(round.payoutCents - round.stakeCents) })
              : t('games.limbo.lost', { amount: format.money(round.stakeCents) })}
          </span>
        </>
      ) : (
        !isWaiting && <span className="text-14 text-text-2">{t('games.limbo.invite')}</span>
      )}
    </div>
  )
}

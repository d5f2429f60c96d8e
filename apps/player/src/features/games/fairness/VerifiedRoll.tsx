import { Icon } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { useHundredths } from '../hundredths.ts'
import type { verifyDice } from './verify-dice.ts'

type Props = {
  verdict: ReturnType<typeof verifyDice>
  /** What the round came out as, if it is known which one this is. */
  resultHundredths: number | undefined
}

/** What the seeds make, whether they are the ones committed to, and whether the round came out as that. */
export function VerifiedRoll({ verdict, resultHundredths }: Props) {
  const t = useText()
  const hundredths = useHundredths()
  const { isCommitted, rollHundredths } = verdict
  const isSame = rollHundredths === resultHundredths
  return (
    <div role="status" className="grid justify-items-center gap-6 rounded-18 bg-surface-2 p-16">
      <span className="text-40 font-800 tracking-tighter">{hundredths(rollHundredths)}</span>
      <Finding isGood={isCommitted}>
        {t(isCommitted ? 'games.fairness.committed' : 'games.fairness.notCommitted')}
      </Finding>
      {resultHundredths !== undefined && (
        <Finding isGood={isSame}>
          {t(isSame ? 'games.fairness.sameResult' : 'games.fairness.otherResult')}
        </Finding>
      )}
    </div>
  )
}

function Finding({ isGood, children }: { isGood: boolean; children: string }) {
  return (
    <span
      data-good={isGood || undefined}
      className="flex items-center gap-6 text-13 font-600 text-loss data-good:text-win"
    >
      <Icon name={isGood ? 'check-circle-fill' : 'x-circle-fill'} className="size-18" />
      {children}
    </span>
  )
}

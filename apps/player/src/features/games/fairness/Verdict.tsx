import { Icon } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { OutcomeShown } from './OutcomeShown.tsx'
import {
  isAsPlayed,
  playedOutcome,
  type RoundToVerify,
  type Typed,
  type Verdict as VerdictOfSeeds,
} from './verify-round.ts'

type Props = {
  typed: Typed
  verdict: VerdictOfSeeds
  /** The round these seeds belong to, if known. */
  round: RoundToVerify | undefined
}

/** The seeds' result beside the played one, and whether they match the commitment. */
export function Verdict({ typed, verdict, round }: Props) {
  const t = useText()
  const { isCommitted, outcome } = verdict
  const played = round ? playedOutcome(round) : null
  const isSame = round && isAsPlayed(verdict, round)
  return (
    <div role="status" className="grid justify-items-center gap-10 rounded-18 bg-surface-2 p-14">
      <div className="grid w-full auto-cols-fr grid-flow-col gap-14">
        {outcome.ok && (
          <Side label={t('games.fairness.workedOut')}>
            <OutcomeShown
              typed={typed}
              outcome={outcome.outcome}
              round={round}
              label={t('games.fairness.workedOut')}
            />
          </Side>
        )}
        {round && played !== null && (
          <Side label={t('games.fairness.played')}>
            <OutcomeShown typed={typed} outcome={played} round={round} label={t('games.fairness.played')} />
          </Side>
        )}
      </div>
      {isCommitted !== undefined && (
        <Finding isGood={isCommitted}>
          {t(isCommitted ? 'games.fairness.committed' : 'games.fairness.notCommitted')}
        </Finding>
      )}
      {!outcome.ok && <Finding isGood={false}>{t('games.fairness.unknownVersion')}</Finding>}
      {outcome.ok && isSame !== undefined && (
        <Finding isGood={isSame}>
          {t(isSame ? 'games.fairness.sameResult' : 'games.fairness.otherResult')}
        </Finding>
      )}
    </div>
  )
}

function Side({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid content-start justify-items-center gap-6">
      <span className="text-12 text-text-2">{label}</span>
      {children}
    </div>
  )
}

function Finding({ isGood, children }: { isGood: boolean; children: string }) {
  return (
    <span
      data-good={isGood || undefined}
      className="flex items-center gap-6 text-13 font-600 text-loss data-good:text-win"
    >
      <Icon name={isGood ? 'check-circle-fill' : 'x-circle-fill'} className="size-18 shrink-0" />
      {children}
    </span>
  )
}

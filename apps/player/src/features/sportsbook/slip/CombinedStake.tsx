import { entryOfCents, type MoneyEntry, MoneyInput } from '@palpite/ui'
import { isLive } from '../../../shared/fixture.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useDecimalMark } from '../../../shared/text/language.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { systemName } from '../bet-kind.ts'
import { useSlip } from '../slip-store.ts'
import type { CombinedBet, Conflict } from './combined-rules.ts'
import { usePlacing } from './place-slip.ts'
import { Refer, Refusal } from './StakeField.tsx'
import { brokenBound } from './slip-rules.ts'
import { Waiting } from './Waiting.tsx'

type Props = {
  bet: CombinedBet
  entry: MoneyEntry
  onEntry: (entry: MoneyEntry) => void
  keyboard: 'pad' | 'native'
  busy: boolean
  onEnter: (field: HTMLInputElement) => void
}

const conflictTexts: Readonly<Record<Conflict, TextKey>> = {
  match: 'sportsbook.slip.conflict',
  league: 'sportsbook.slip.conflictLeague',
}

/** The stake of a multiple: per combination, with the potential return. */
export function CombinedStake({ bet, entry, onEntry, keyboard, busy, onEnter }: Props) {
  const t = useText()
  const { money, price } = useFormat()
  const decimalMark = useDecimalMark()
  const isSystem = bet.mode === 'system'
  const [conflict] = bet.conflicts.values()
  const isKnown = bet.conflicts.size === 0 && !bet.isTooLong
  const requestId = useSlip(({ requests }) => requests[bet.mode]?.requestId)
  const isWaiting = usePlacing(({ states }) => states[bet.mode]?.kind === 'waiting')
  // In play it is shown at the selections.
  const waitsAlone = isWaiting && !bet.views.some(({ fixture }) => fixture && isLive(fixture))
  const rows = [
    ...(isSystem
      ? []
      : [{ name: t('sportsbook.combined.odds'), value: isKnown ? price(bet.oddsMilli) : '–' }]),
    ...(isSystem || bet.isEachWay
      ? [
          {
            name: isSystem
              ? systemName(t, bet.folds, bet.views.length - bet.bankers.size, bet.bankers.size)
              : t('sportsbook.eachWay.name'),
            value: t('sportsbook.combined.total', {
              count: bet.combinations,
              unit: money(bet.unitStakeCents),
              total: money(bet.stakeCents),
            }),
          },
        ]
      : []),
  ]
  return (
    <section className="grid gap-6">
      {(bet.conflicts.size > 0 || bet.isTooLong) && (
        <p role="status" className="text-12 font-600 text-warn">
          {t(bet.isTooLong ? 'sportsbook.slip.keptLimit' : conflictTexts[conflict ?? 'match'])}
        </p>
      )}
      <dl className="grid gap-6 text-13">
        {rows.map(({ name, value }) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-8">
            <dt className="text-text-2">{name}</dt>
            <dd className="font-700">{value}</dd>
          </div>
        ))}
      </dl>
      {waitsAlone && <Waiting requestId={requestId} />}
      <MoneyInput
        label={t(isSystem ? 'sportsbook.combined.unit' : 'sportsbook.stake.label')}
        entry={bet.isUnanswered ? entryOfCents(bet.unitStakeCents) : entry}
        onEntry={onEntry}
        onEnter={onEnter}
        symbol={t('sportsbook.stake.symbol')}
        decimalMark={decimalMark}
        keyboard={keyboard}
        disabled={bet.isUnanswered || busy}
        error={useProblem(bet, busy)}
        side={
          <p className="text-end text-12 text-text-2">
            {t('sportsbook.stake.return')}
            <span
              data-known={isKnown || undefined}
              className="block text-14 font-700 text-text-3 data-known:text-win"
            >
              {isKnown ? money(bet.returnCents) : '–'}
            </span>
          </p>
        }
      />
    </section>
  )
}

/** Why the stake is invalid, or the server's message; otherwise nothing. */
const useProblem = (bet: CombinedBet, busy: boolean) => {
  const t = useText()
  const { money } = useFormat()
  const state = usePlacing(({ states }) => states[bet.mode])
  const [first] = bet.views
  if (busy || !first) return undefined
  if (bet.isUnanswered && state?.kind === 'waiting') return undefined
  if (bet.isUnanswered) return <span>{t('sportsbook.stake.unanswered')}</span>
  const broken = brokenBound(bet.stakeCents, bet.bounds)
  if (broken) {
    const text = broken.kind === 'least' ? 'sportsbook.stake.tooSmall' : 'sportsbook.stake.tooGreat'
    return (
      <>
        <span>{t(text, { amount: money(broken.cents) })}</span>
        {broken.kind === 'most' && <Refer name={bet.mode} state={state} />}
      </>
    )
  }
  const { maxReturnCents } = bet.bounds
  if (maxReturnCents !== undefined && bet.returnCents > maxReturnCents)
    return <span>{t('sportsbook.stake.mostReturn', { amount: money(maxReturnCents) })}</span>
  return state?.kind === 'refused' ? <Refusal name={bet.mode} state={state} view={first} /> : undefined
}

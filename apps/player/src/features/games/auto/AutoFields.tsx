import { MoneyInput, Segmented } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { NumberField } from '../shell/NumberField.tsx'
import { autoRounds, maxRaiseBps } from './auto-plan.ts'
import { AutoSummary } from './AutoSummary.tsx'
import type { Auto } from './use-auto.ts'

/** The automatic-play settings: rounds, reaction to wins and losses, stops. */
export function AutoFields({ auto }: { auto: Auto }) {
  const t = useText()
  const { fields, change } = auto
  return (
    <div className="grid min-w-0 gap-12">
      <div className="grid gap-6">
        <p aria-hidden="true" className="text-12 font-600 text-text-2">
          {t('games.auto.rounds')}
        </p>
        <Segmented
          label={t('games.auto.rounds')}
          value={String(fields.rounds)}
          onChange={(chosen) => change({ rounds: autoRounds.find((each) => String(each) === chosen) ?? 10 })}
          options={autoRounds.map((rounds) => ({ value: String(rounds), label: rounds }))}
        />
      </div>
      <AfterRound
        label={t('games.auto.onWin')}
        then={fields.onWin}
        onThen={(onWin) => change({ onWin })}
        bps={fields.onWinBps}
        onBps={(onWinBps) => change({ onWinBps })}
      />
      <AfterRound
        label={t('games.auto.onLoss')}
        then={fields.onLoss}
        onThen={(onLoss) => change({ onLoss })}
        bps={fields.onLossBps}
        onBps={(onLossBps) => change({ onLossBps })}
      />
      <Limit
        label={t('games.auto.stopLoss')}
        entry={fields.stopLoss}
        onEntry={(stopLoss) => change({ stopLoss })}
        placeholder={t('games.auto.required')}
      />
      <Limit
        label={t('games.auto.stopProfit')}
        entry={fields.stopProfit}
        onEntry={(stopProfit) => change({ stopProfit })}
        placeholder={t('games.auto.optional')}
      />
      <AutoSummary auto={auto} />
    </div>
  )
}

type AfterProps = {
  label: string
  then: 'reset' | 'raise'
  onThen: (then: 'reset' | 'raise') => void
  bps: number
  onBps: (bps: number) => void
}

/** The stake after a round: reset, or raised by a percentage. */
function AfterRound({ label, then, onThen, bps, onBps }: AfterProps) {
  const t = useText()
  return (
    <div className="grid gap-6">
      <p aria-hidden="true" className="text-12 font-600 text-text-2">
        {label}
      </p>
      <Segmented
        label={label}
        value={then}
        onChange={onThen}
        options={[
          { value: 'reset', label: t('games.auto.reset') },
          { value: 'raise', label: t('games.auto.raise') },
        ]}
      />
      {then === 'raise' && (
        <NumberField
          label={t('games.auto.by', { when: label })}
          unit="%"
          hundredths={bps}
          onHundredths={(value) => onBps(Math.min(maxRaiseBps, Math.max(0, Math.round(value))))}
          disabled={false}
        />
      )}
    </div>
  )
}

type LimitProps = { label: string; entry: string; onEntry: (entry: string) => void; placeholder: string }

function Limit({ label, entry, onEntry, placeholder }: LimitProps) {
  const t = useText()
  return (
    <div className="grid gap-6">
      <p aria-hidden="true" className="text-12 font-600 text-text-2">
        {label}
      </p>
      <MoneyInput
        label={label}
        entry={entry}
        onEntry={onEntry}
        symbol={t('games.stake.symbol')}
        decimalMark={t('games.stake.mark') === ',' ? ',' : '.'}
        keyboard="native"
        placeholder={placeholder}
      />
    </div>
  )
}

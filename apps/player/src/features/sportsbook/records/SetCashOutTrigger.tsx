import { Button, entryCents, entryOfCents, MoneyInput } from '@palpite/ui'
import { useState } from 'react'
import { useDecimalMark } from '../../../shared/text/language.ts'
import { useText } from '../../../shared/text/text.ts'
import { CashOutTriggers } from './CashOutTriggers.tsx'
import type { CashOutTrigger } from './use-cash-outs.ts'
import { useSetTrigger } from './use-set-trigger.ts'

type Props = { betId: string; levels: readonly CashOutTrigger[] }

/** Sets a value at which the bet is sold automatically or its player notified, also with the app closed. */
export function SetCashOutTrigger({ betId, levels }: Props) {
  const t = useText()
  const decimalMark = useDecimalMark()
  const [entry, setEntry] = useState(() => entryOfCents(levels[0]?.levelCents ?? 0))
  const { setTrigger, problem } = useSetTrigger(betId)
  const levelCents = entryCents(entry)
  return (
    <div className="grid gap-8 border-t border-line pt-10">
      <p aria-hidden="true" className="text-13 text-text-2">
        {t('sportsbook.cashOut.level')}
      </p>
      <MoneyInput
        label={t('sportsbook.cashOut.level')}
        entry={entry}
        onEntry={setEntry}
        onEnter={() => {}}
        symbol={t('sportsbook.stake.symbol')}
        decimalMark={decimalMark}
        keyboard="native"
        error={problem ? <span>{problem}</span> : undefined}
      />
      <div className="grid grid-cols-2 gap-8 roomy:grid-cols-1">
        <Button
          kind="secondary"
          size="m"
          disabled={levelCents === 0}
          onClick={() => setTrigger('sell', levelCents)}
        >
          {t('sportsbook.cashOut.sellThere')}
        </Button>
        <Button
          kind="ghost"
          size="m"
          disabled={levelCents === 0}
          onClick={() => setTrigger('notify', levelCents)}
        >
          {t('sportsbook.cashOut.tellThere')}
        </Button>
      </div>
      <CashOutTriggers levels={levels} />
    </div>
  )
}

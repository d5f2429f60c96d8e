import { Button, entryCents, entryOfCents, MoneyInput } from '@palpite/ui'
import { useState } from 'react'
import { useDecimalMark } from '../../../shared/text/language.ts'
import { useText } from '../../../shared/text/text.ts'
import { CashOutLevels } from './CashOutLevels.tsx'
import type { CashOutLevel } from './use-cash-outs.ts'
import { useSetLevel } from './use-set-level.ts'

type Props = { betId: string; levels: readonly CashOutLevel[] }

/** Sets a value at which the bet is sold automatically or its player notified, also with the app closed. */
export function SetCashOutLevel({ betId, levels }: Props) {
  const t = useText()
  const decimalMark = useDecimalMark()
  const [entry, setEntry] = useState(() => entryOfCents(levels[0]?.levelCents ?? 0))
  const { setLevel, problem } = useSetLevel(betId)
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
          onClick={() => setLevel('sell', levelCents)}
        >
          {t('sportsbook.cashOut.sellThere')}
        </Button>
        <Button
          kind="ghost"
          size="m"
          disabled={levelCents === 0}
          onClick={() => setLevel('notify', levelCents)}
        >
          {t('sportsbook.cashOut.tellThere')}
        </Button>
      </div>
      <CashOutLevels levels={levels} />
    </div>
  )
}

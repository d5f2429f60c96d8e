import { Button, entryCents, entryOfCents, MoneyInput } from '@palpite/ui'
import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { serverMessageOf } from '../../../shared/api/api-error.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useDecimalMark } from '../../../shared/text/language.ts'
import { useText } from '../../../shared/text/text.ts'
import { type CashOutOffer, offersCall } from './use-cash-outs.ts'

/** A level at which the bet is sold by itself, or its player told, with the app closed too. */
export function CashOutLevel({ offer }: { offer: CashOutOffer }) {
  const t = useText()
  const { money } = useFormat()
  const decimalMark = useDecimalMark()
  const [entry, setEntry] = useState(() => entryOfCents(offer.sellAtCents ?? offer.notifyAtCents ?? 0))
  const [problem, setProblem] = useState<string>()
  const levelCents = entryCents(entry)
  const set = async (kind: 'sell' | 'notify', level: number | undefined) => {
    setProblem(undefined)
    try {
      const body = { betId: offer.betId, kind, ...(level === undefined ? {} : { levelCents: level }) }
      await api('POST /api/app/sportsbook/cashOutRule', { body, loading: false, inline: true })
    } catch (error) {
      setProblem(serverMessageOf(error))
    }
    void refreshCalls(offersCall)
  }
  const levels = [
    {
      kind: 'sell' as const,
      atCents: offer.sellAtCents,
      says: t('sportsbook.cashOut.sellsAt', { amount: money(offer.sellAtCents ?? 0) }),
    },
    {
      kind: 'notify' as const,
      atCents: offer.notifyAtCents,
      says: t('sportsbook.cashOut.tellsAt', { amount: money(offer.notifyAtCents ?? 0) }),
    },
  ]
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
          onClick={() => void set('sell', levelCents)}
        >
          {t('sportsbook.cashOut.sellThere')}
        </Button>
        <Button
          kind="ghost"
          size="m"
          disabled={levelCents === 0}
          onClick={() => void set('notify', levelCents)}
        >
          {t('sportsbook.cashOut.tellThere')}
        </Button>
      </div>
      {levels.map(({ kind, atCents, says }) =>
        atCents === null ? null : (
          <p key={kind} role="status" className="flex items-center justify-between gap-8 text-12 text-text-2">
            {says}
            <Button kind="ghost" size="m" onClick={() => void set(kind, undefined)}>
              {t('sportsbook.cashOut.levelOff')}
            </Button>
          </p>
        ),
      )}
    </div>
  )
}

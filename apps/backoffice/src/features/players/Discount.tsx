import { Field, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { useCommand } from '../../shared/ask-again.ts'
import { say } from '../../shared/notices.ts'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'
import { useRequestId } from '../../shared/request-id.ts'
import { useText } from '../../shared/text.ts'

const DAY_MS = 86_400_000
const MAX_PERCENT = 90
const MAX_DAYS = 90

const isWhole = (text: string, max: number): boolean => /^[1-9]\d?$/.test(text) && Number(text) <= max

/** Takes a part off the price of a player's next top-up, from now on for some days. */
export function Discount({ playerId }: { playerId: number }) {
  const t = useText()
  const { requestId, next, after } = useRequestId()
  const command = useCommand('POST /api/backoffice/players/:playerId/discount')
  const [percent, setPercent] = useState('10')
  const [days, setDays] = useState('7')
  // A repeated request keeps its first start time: with another one the server would refuse it.
  const [sent, setSent] = useState({ requestId: '', at: 0 })
  const [isPercent, isDays] = [isWhole(percent, MAX_PERCENT), isWhole(days, MAX_DAYS)]
  const bodyOf = (reason: string) => {
    const at = sent.requestId === requestId ? sent.at : Date.now()
    setSent({ requestId, at })
    return {
      requestId,
      discountBps: Number(percent) * 100,
      startsAt: new Date(at).toISOString(),
      endsAt: new Date(at + Number(days) * DAY_MS).toISOString(),
      reason,
    }
  }
  return (
    <ReasonedAct
      hint={t('reason.field.min')}
      button={t('players.discount.button')}
      isBusy={command.isPending}
      isReady={isPercent && isDays}
      send={(reason, { onSuccess, onError }) =>
        command.mutate(
          { params: { playerId: String(playerId) }, body: bodyOf(reason) },
          {
            onSuccess,
            onError: (error) => {
              onError(error)
              after(error)
            },
          },
        )
      }
      onDone={() => {
        say(t('players.discount.done', { percent, days }))
        next()
      }}
    >
      <Field
        label={t('players.discount.percent')}
        error={isPercent ? undefined : t('players.discount.wrong')}
      >
        <TextInput
          size="s"
          inputMode="numeric"
          value={percent}
          onChange={(event) => setPercent(event.target.value)}
        />
      </Field>
      <Field label={t('players.discount.days')} error={isDays ? undefined : t('players.discount.wrong')}>
        <TextInput
          size="s"
          inputMode="numeric"
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
      </Field>
    </ReasonedAct>
  )
}

import { Button, TextInput } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { bpsOf, centsOf, typedBps, typedCents } from '../../shared/amounts.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { say } from '../../shared/notices.ts'
import { newRequestId } from '../../shared/request-id.ts'
import { useText } from '../../shared/text.ts'
import { PhonePreview } from './PhonePreview.tsx'
import { type Kind, placeNames, promotionNames, type Rule } from './promotion.ts'

type Props = { kind: Kind; inForce: readonly Rule[]; onClose: () => void; onDone: (planId: string) => void }

/** Plans rules anew, from those of today on: what each place brings, from when and until when, and why. */
export function NewPlan({ kind, inForce, onClose, onDone }: Props) {
  const t = useText()
  const [requestId] = useState(newRequestId)
  const [typed, setTyped] = useState(() =>
    inForce.map(({ amount }) => (kind === 'commission' ? typedBps(amount, ',') : typedCents(amount, ','))),
  )
  const [startsOn, setStartsOn] = useState('')
  const [endsOn, setEndsOn] = useState('')
  const [reason, setReason] = useState('')
  const command = useCommand('POST /api/backoffice/promotions')
  const amounts = typed.map((words) => (kind === 'commission' ? bpsOf(words) : centsOf(words)))
  const rules = inForce.map((rule, at) => ({ ...rule, amount: amounts[at] ?? rule.amount }))
  const isWhole = amounts.every((amount) => amount !== undefined) && startsOn !== '' && reason.length >= 10
  const propose = (event: FormEvent) => {
    event.preventDefault()
    command.mutate(
      { body: { requestId, kind, rules, startsOn, endsOn: endsOn === '' ? null : endsOn, reason } },
      {
        onSuccess: ({ planId }) => {
          say(t('promotions.propose.done'))
          onDone(planId)
        },
        onError: (error) => say(wordsOf(error, t), 'failed'),
      },
    )
  }
  const field = 'grid gap-4 text-12 font-600 text-text-2'
  return (
    <Drawer title={t('promotions.propose.title', { kind: t(promotionNames[kind]) })} onClose={onClose}>
      <form onSubmit={propose} className="grid gap-14">
        <div className="grid grid-cols-2 gap-8">
          {typed.map((words, at) => (
            <label key={inForce[at]?.place} className={field}>
              {t(placeNames[kind])} {at + 1}
              <TextInput
                size="s"
                inputMode="decimal"
                value={words}
                onChange={({ target }) =>
                  setTyped(typed.map((one, other) => (other === at ? target.value : one)))
                }
              />
            </label>
          ))}
        </div>
        <label className={field}>
          {t('promotions.column.starts')}
          <TextInput
            size="s"
            type="date"
            value={startsOn}
            onChange={({ target }) => setStartsOn(target.value)}
          />
        </label>
        <label className={field}>
          {t('promotions.propose.ends')}
          <TextInput size="s" type="date" value={endsOn} onChange={({ target }) => setEndsOn(target.value)} />
        </label>
        <label className={field}>
          {t('promotions.propose.reason')}
          <TextInput size="s" value={reason} onChange={({ target }) => setReason(target.value)} />
        </label>
        <Button submit busy={command.isPending} disabled={!isWhole}>
          {t('promotions.propose.button')}
        </Button>
      </form>
      <PhonePreview kind={kind} rules={rules} />
    </Drawer>
  )
}

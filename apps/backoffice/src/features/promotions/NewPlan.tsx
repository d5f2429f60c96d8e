import { Button, TextInput } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { useCommand } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { say } from '../../shared/notices.ts'
import { newRequestId } from '../../shared/request-id.ts'
import { TextArea } from '../../shared/TextArea.tsx'
import { type TextKey, useText } from '../../shared/text.ts'
import { activityOf, emptyActivity, shownActivity } from './activity.ts'
import { ActivityFields } from './ActivityFields.tsx'
import { ActivityPreview } from './ActivityPreview.tsx'
import { AmountFields } from './AmountFields.tsx'
import { PackageFields } from './PackageFields.tsx'
import { PhonePreview } from './PhonePreview.tsx'
import { type Kind, promotionNames, type Rule } from './promotion.ts'

type Props = { kind: Kind; inForce: readonly Rule[]; onClose: () => void; onDone: (planId: string) => void }

/** The form of a new plan, starting with today's rules: amounts, days and reason. */
export function NewPlan({ kind, inForce, onClose, onDone }: Props) {
  const t = useText()
  const [requestId] = useState(newRequestId)
  /** Undefined while a typed amount is invalid. */
  const [rules, setRules] = useState<readonly Rule[] | undefined>(inForce)
  const [shown, setShown] = useState(inForce)
  const [typed, setTyped] = useState(emptyActivity)
  const isActivity = kind === 'activity'
  const planned = isActivity ? activityOf(typed) : rules && { activity: null, rules }
  const [startsOn, setStartsOn] = useState('')
  const [endsOn, setEndsOn] = useState('')
  const [reason, setReason] = useState('')
  const command = useCommand('POST /api/backoffice/promotions')
  const change = (next: readonly Rule[] | undefined) => {
    setRules(next)
    if (next) setShown(next)
  }
  const missing: TextKey | undefined =
    planned === undefined
      ? isActivity
        ? 'promotions.activity.missing'
        : 'promotions.propose.noAmount'
      : startsOn === ''
        ? 'promotions.propose.noStart'
        : isActivity && endsOn === ''
          ? 'promotions.activity.noEnd'
          : reason.trim().length < 10
            ? 'promotions.propose.noReason'
            : undefined
  const propose = (event: FormEvent) => {
    event.preventDefault()
    if (!planned) return
    const { activity, rules: sent } = planned
    command.mutate(
      {
        body: {
          requestId,
          kind,
          rules: [...sent],
          activity,
          startsOn,
          endsOn: endsOn === '' ? null : endsOn,
          reason,
        },
      },
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
        {isActivity ? (
          <ActivityFields typed={typed} onType={setTyped} />
        ) : kind === 'packages' ? (
          <PackageFields inForce={inForce} onRules={change} />
        ) : (
          <AmountFields kind={kind} inForce={inForce} onRules={change} />
        )}
        {kind === 'discounts' && <p className="-mt-6 text-12 text-text-2">{t('promotions.discount.note')}</p>}
        <div className="grid grid-cols-2 gap-x-8 gap-y-10">
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
            {t(isActivity ? 'promotions.column.ends' : 'promotions.propose.ends')}
            <TextInput
              size="s"
              type="date"
              min={startsOn}
              value={endsOn}
              onChange={({ target }) => setEndsOn(target.value)}
            />
          </label>
        </div>
        <TextArea
          label={t('promotions.column.reason')}
          hint={t('reason.field.min')}
          rows={2}
          value={reason}
          onChange={setReason}
        />
        <Button submit size="s" busy={command.isPending} disabled={missing !== undefined}>
          {t('promotions.propose.button')}
        </Button>
        {missing && <p className="-mt-6 text-12 text-text-2">{t(missing)}</p>}
      </form>
      {isActivity ? (
        <ActivityPreview {...shownActivity(typed)} />
      ) : (
        <PhonePreview kind={kind} rules={shown} />
      )}
    </Drawer>
  )
}

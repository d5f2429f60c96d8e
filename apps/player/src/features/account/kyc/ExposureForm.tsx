import { type Calls, exposureRelations } from '@palpite/contract'
import { Button, Field, TextInput } from '@palpite/ui'
import { type KeyboardEvent, useId } from 'react'
import { api } from '../../../shared/api/api.ts'
import { serverMessageOf } from '../../../shared/api/api-error.ts'
import { refreshCalls, useCall } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { Loaded } from '../../../shared/Loaded.tsx'
import { useText } from '../../../shared/text/text.ts'
import { useDraft } from '../../../shared/use-draft.ts'
import { toast } from '../../../shared/toasts.ts'

type Known = Calls['GET /api/app/user/exposure']['data']
const answers = ['no', ...exposureRelations] as const
type Typed = { answer: (typeof answers)[number] | ''; office: string }

const words = {
  no: 'account.exposure.no',
  self: 'account.exposure.self',
  family: 'account.exposure.family',
  associate: 'account.exposure.associate',
} as const

/** Asks whether the player is politically exposed. */
export function ExposureForm({ onSaved }: { onSaved?: () => void }) {
  const known = useCall('GET /api/app/user/exposure', {})
  return (
    <Loaded query={known} skeleton={['h-64', 'h-64']} gap="gap-14">
      {(exposure) => <Fields known={exposure} onSaved={onSaved} />}
    </Loaded>
  )
}

const knownAnswer = (known: Known): Typed =>
  known === null ? { answer: '', office: '' } : { answer: known.relation ?? 'no', office: known.office ?? '' }

function Fields({ known, onSaved }: { known: Known; onSaved: (() => void) | undefined }) {
  const t = useText()
  const answerId = useId()
  const [{ answer, office }, setTyped] = useDraft('exposure', () => knownAnswer(known))
  const relation = exposureRelations.find((one) => one === answer) ?? null
  const saving = useCommand({
    mutationFn: () =>
      api('POST /api/app/user/exposure', {
        body: { isExposed: relation !== null, relation, office: relation === null ? null : office },
        inline: true,
      }),
    onSuccess: async () => {
      toast(t('account.exposure.saved'), { icon: 'check-circle-fill' })
      await refreshCalls('GET /api/app/user/exposure', 'GET /api/app/documents/check')
      onSaved?.()
    },
  })
  const isComplete = answer === 'no' || (relation !== null && office.trim() !== '')
  /** The fields are inside the sheet's form: Enter submits them, not the sheet. */
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (isComplete && !saving.isPending) saving.mutate()
  }
  return (
    <section className="grid gap-12">
      <h3 className="text-16 font-700">{t('account.exposure.title')}</h3>
      <p className="text-14 text-text-2">{t('account.exposure.why')}</p>
      {known?.isDue === true && <p className="text-14 font-600">{t('account.exposure.due')}</p>}
      <div className="grid gap-6">
        <label htmlFor={answerId} className="text-14 font-600">
          {t('account.exposure.question')}
        </label>
        <select
          id={answerId}
          name="exposure"
          value={answer}
          onChange={({ target: { value } }) =>
            setTyped({ answer: answers.find((one) => one === value) ?? '', office })
          }
          className="ring-input min-h-48 rounded-14 bg-surface-1 px-12 text-16"
        >
          <option value="" disabled>
            {t('account.exposure.choose')}
          </option>
          {answers.map((one) => (
            <option key={one} value={one}>
              {t(words[one])}
            </option>
          ))}
        </select>
      </div>
      {relation !== null && (
        <Field label={t('account.exposure.office')}>
          <TextInput
            name="office"
            autoComplete="off"
            maxLength={120}
            value={office}
            onKeyDown={onKey}
            onChange={({ target: { value } }) => setTyped({ answer, office: value })}
          />
        </Field>
      )}
      <p role="status" className="text-13 text-text-2 empty:hidden">
        {saving.isError && (serverMessageOf(saving.error) || t('app.connection.slow'))}
      </p>
      <Button block busy={saving.isPending} disabled={!isComplete} onClick={() => saving.mutate()}>
        {t('account.exposure.save')}
      </Button>
    </section>
  )
}

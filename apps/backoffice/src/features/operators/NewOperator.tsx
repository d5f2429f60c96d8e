import { Button, CopyButton, Field, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { useCommand } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { useText } from '../../shared/text.ts'
import { type Grant, grantBody, Granting, noGrant } from './Granting.tsx'

/** Creates an operator with roles within one's own. The one-time password is shown here once. */
export function NewOperator({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [email, setEmail] = useState('')
  const [grant, setGrant] = useState<Grant>(noGrant)
  const create = useCommand('POST /api/backoffice/operators')
  if (create.data)
    return (
      <Drawer title={email} onClose={onClose}>
        <p className="text-13">
          {t(create.data.isApproved ? 'operators.created.text' : 'operators.created.waits')}
        </p>
        <div className="hairline flex items-center gap-8 rounded-14 px-14 py-10">
          <code className="flex-1 text-14 font-600 wrap-anywhere">{create.data.oneTimePassword}</code>
          <CopyButton
            text={create.data.oneTimePassword}
            label={t('operators.created.copy')}
            copiedLabel={t('operators.created.copied')}
          />
        </div>
        <p className="text-12 text-text-2">{t('operators.created.once')}</p>
      </Drawer>
    )
  return (
    <Drawer title={t('operators.create.title')} onClose={onClose}>
      <form
        className="grid gap-14"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate({ body: { email, ...grantBody(grant) } })
        }}
      >
        <Field
          label={t('operators.column.email')}
          error={create.error ? wordsOf(create.error, t) : undefined}
        >
          <TextInput
            size="s"
            type="email"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Granting grant={grant} onChange={setGrant} />
        <Button
          submit
          size="s"
          busy={create.isPending}
          disabled={grant.roles.size + grant.permissions.size === 0}
        >
          {t('operators.create.button')}
        </Button>
      </form>
    </Drawer>
  )
}

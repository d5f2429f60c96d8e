import type { Permission } from '@palpite/contract/backoffice'
import { Button, Checkbox, CopyButton, Field, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { useCommand } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { useMe } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'
import { permissionNames } from './permission-names.ts'

/** Makes an operator with some of one's own permissions. The one-time password is shown here, once. */
export function NewOperator({ onClose }: { onClose: () => void }) {
  const t = useText()
  const me = useMe()
  const [email, setEmail] = useState('')
  const [granted, setGranted] = useState<ReadonlySet<Permission>>(new Set())
  const create = useCommand('POST /api/backoffice/operators')
  const grant = (permission: Permission, isGranted: boolean) => {
    const next = new Set(granted)
    if (isGranted) next.add(permission)
    else next.delete(permission)
    setGranted(next)
  }
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
          create.mutate({ body: { email, permissions: [...granted] } })
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
        <fieldset>
          <legend className="mb-4 text-13 font-600 text-text-2">{t('operators.column.permissions')}</legend>
          {me.permissions.map((permission) => (
            <Checkbox
              key={permission}
              checked={granted.has(permission)}
              onChange={({ target }) => grant(permission, target.checked)}
            >
              {t(permissionNames[permission])}
            </Checkbox>
          ))}
        </fieldset>
        <Button submit size="s" busy={create.isPending} disabled={granted.size === 0}>
          {t('operators.create.button')}
        </Button>
      </form>
    </Drawer>
  )
}

import { Field, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { useCommand } from '../../shared/ask-again.ts'
import { say } from '../../shared/notices.ts'
import { Page } from '../../shared/Page.tsx'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'
import { useText } from '../../shared/text.ts'

const MIN_LETTERS = 10
const MAX_LETTERS = 80

/** Blocks a USDT address: no withdrawal is paid to it. The audit chain shows who blocked which, and why. */
export function DenyAddressPage() {
  const t = useText()
  const [typed, setTyped] = useState('')
  const deny = useCommand('POST /api/backoffice/addresses/deny')
  const address = typed.trim()
  return (
    <Page title={t('nav.denied.name')} note={t('denied.page.note')}>
      <div className="hairline max-w-560 rounded-14 bg-surface-1 p-16">
        <ReasonedAct
          hint={t('denied.reason.hint')}
          button={t('denied.add.button')}
          isBusy={deny.isPending}
          isReady={address.length >= MIN_LETTERS}
          send={(reason, answered) => deny.mutate({ body: { address, reason } }, answered)}
          onDone={() => {
            say(t('denied.add.done', { address }))
            setTyped('')
          }}
        >
          <Field label={t('denied.address.label')} hint={t('denied.address.hint')}>
            <TextInput
              size="s"
              maxLength={MAX_LETTERS}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </Field>
        </ReasonedAct>
      </div>
    </Page>
  )
}

import { Field, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { useCommand } from '../../../shared/ask-again.ts'
import { Drawer } from '../../../shared/Drawer.tsx'
import { ReasonedAct } from '../../../shared/ReasonedAct.tsx'
import { TextArea } from '../../../shared/TextArea.tsx'
import { useText } from '../../../shared/text.ts'
import { KeySecret } from './KeySecret.tsx'
import { addressesIn } from './studio.ts'

const ID = /^[a-z0-9]{2,20}$/
const ORIGIN = /^https?:\/\/[A-Za-z0-9.:[\]-]{1,200}$/

/** Registers a studio. The secret of its first key is shown here once; another operator approves the key. */
export function NewStudio({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [studioId, setStudioId] = useState('')
  const [name, setName] = useState('')
  const [baseUrl, setBaseUrl] = useState('')
  const [addresses, setAddresses] = useState('')
  const add = useCommand('POST /api/backoffice/studios')
  if (add.data)
    return (
      <Drawer title={name} onClose={onClose}>
        <KeySecret made={add.data} />
      </Drawer>
    )
  const isReady = ID.test(studioId) && name.trim() !== '' && ORIGIN.test(baseUrl)
  const body = { studioId, name: name.trim(), baseUrl, addresses: addressesIn(addresses) }
  return (
    <Drawer title={t('studios.add.title')} onClose={onClose}>
      <ReasonedAct
        hint={t('studios.add.hint')}
        button={t('studios.add.button')}
        isBusy={add.isPending}
        isReady={isReady}
        send={(reason, answered) => add.mutate({ body: { ...body, reason } }, answered)}
        onDone={() => undefined}
      >
        <Field label={t('studios.field.id')} hint={t('studios.field.idHint')}>
          <TextInput
            size="s"
            value={studioId}
            maxLength={20}
            autoCapitalize="none"
            onChange={({ target }) => setStudioId(target.value.toLowerCase())}
          />
        </Field>
        <Field label={t('studios.field.name')}>
          <TextInput size="s" value={name} maxLength={60} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field label={t('studios.field.origin')} hint={t('studios.field.originHint')}>
          <TextInput
            size="s"
            inputMode="url"
            value={baseUrl}
            onChange={({ target }) => setBaseUrl(target.value.trim())}
          />
        </Field>
        <TextArea
          label={t('studios.field.addresses')}
          hint={t('studios.field.addressesHint')}
          rows={3}
          maxLength={2500}
          value={addresses}
          onChange={setAddresses}
        />
      </ReasonedAct>
    </Drawer>
  )
}

import { Button, TextInput } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import type { ApiError } from '../../shared/api.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { Conflict } from '../../shared/Conflict.tsx'
import { Drawer } from '../../shared/Drawer.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { useMay } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { useRequestId } from '../../shared/request-id.ts'
import { type TextKey, useText } from '../../shared/text.ts'
import { type CannedAnswer, carriedOver, type Missing, missingIn, type TypedAnswer } from './canned-answer.ts'
import { CannedChanges } from './CannedChanges.tsx'
import { CannedTexts, ShownTexts } from './CannedTexts.tsx'
import { RemoveCanned } from './RemoveCanned.tsx'

const missingNames = {
  name: 'support.canned.missingName',
  text: 'support.canned.missingText',
  placeholder: 'support.canned.missingPlaceholder',
} as const satisfies Record<Missing, TextKey>

const emptyAnswer: TypedAnswer = { name: '', texts: { 'pt-BR': '' } }
const contentOf = ({ name, texts }: TypedAnswer): TypedAnswer => ({ name, texts })

type Props = {
  /** As it is now; undefined: a new one. */
  current: CannedAnswer | undefined
  onClose: () => void
}

/** A canned answer: to read, or for who may keep them as a form. One that changed meanwhile is a conflict first. */
export function CannedDrawer({ current, onClose }: Props) {
  const t = useText()
  const mayManage = useMay('support.manage')
  const [base, setBase] = useState(current)
  const [typed, setTyped] = useState(current ? contentOf(current) : emptyAnswer)
  const [isSaving, setSaving] = useState(false)
  const title = current ? `/${current.name}` : t('support.canned.new')
  if (!mayManage)
    return (
      <Drawer title={title} onClose={onClose}>
        <ShownTexts texts={typed.texts} />
      </Drawer>
    )
  // While the form saves, a newer version is its own.
  if (base && current && current.version !== base.version && !isSaving)
    return (
      <Drawer title={title} onClose={onClose}>
        <Conflict
          title={t('support.canned.conflict')}
          theirs={<CannedChanges before={base} after={current} />}
          mine={<CannedChanges before={base} after={typed} />}
          onRebase={() => {
            setTyped(carriedOver(typed, base, contentOf(current)))
            setBase(current)
          }}
          onDrop={() => {
            setTyped(contentOf(current))
            setBase(current)
          }}
        />
      </Drawer>
    )
  return (
    <Drawer title={title} onClose={onClose} footer={base && <RemoveCanned answer={base} onClose={onClose} />}>
      <Form base={base} typed={typed} onType={setTyped} onSaving={setSaving} onClose={onClose} />
    </Drawer>
  )
}

type FormProps = {
  base: CannedAnswer | undefined
  typed: TypedAnswer
  onType: (typed: TypedAnswer) => void
  onSaving: (isSaving: boolean) => void
  onClose: () => void
}

function Form({ base, typed, onType, onSaving, onClose }: FormProps) {
  const t = useText()
  const { requestId, after } = useRequestId()
  const add = useCommand('POST /api/backoffice/support/cannedAnswers')
  const change = useCommand('POST /api/backoffice/support/cannedAnswers/:cannedAnswerId')
  const missing = missingIn(typed)
  const follows = {
    onSuccess: () => {
      say(t('support.canned.saved'))
      onClose()
    },
    onError: (error: ApiError) => {
      after(error)
      say(wordsOf(error, t), 'failed')
    },
    onSettled: () => onSaving(false),
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (missing !== undefined) return
    onSaving(true)
    if (!base) return add.mutate({ body: { requestId, ...typed } }, follows)
    const { cannedAnswerId, version: baseVersion } = base
    change.mutate({ params: { cannedAnswerId }, body: { requestId, baseVersion, ...typed } }, follows)
  }
  return (
    <form onSubmit={save} className="grid gap-14">
      <label className="grid gap-4 text-12 font-600 text-text-2">
        {t('support.canned.name')}
        <TextInput
          size="s"
          maxLength={40}
          value={typed.name}
          before="/"
          onChange={({ target }) => onType({ ...typed, name: target.value })}
        />
      </label>
      <CannedTexts texts={typed.texts} onTexts={(texts) => onType({ ...typed, texts })} />
      <Button submit size="s" busy={add.isPending || change.isPending} disabled={missing !== undefined}>
        {t('support.canned.save')}
      </Button>
      {missing !== undefined && <p className="-mt-6 text-12 text-text-2">{t(missingNames[missing])}</p>}
    </form>
  )
}

import { Button, Field, TextInput } from '@palpite/ui'
import { useState } from 'react'
import type { DataOf } from '../../shared/api.ts'
import { useAsked, useCommand } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { type Fact, Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { say } from '../../shared/notices.ts'
import { Pick } from '../../shared/Pick.tsx'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { TextArea } from '../../shared/TextArea.tsx'
import { type TextKey, useText } from '../../shared/text.ts'
import { type Check, reasonNames, refusals, type Side, sideNames, stateNames } from './check-words.ts'

type Detail = DataOf<'GET /api/backoffice/documents/checks/:checkId'>

/** The expected person, the pictures side by side, and the decision. */
export function CheckDrawer({ of, onClose }: { of: Check; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  // Each view is audited: loaded once, not polled.
  const { data } = useAsked(
    'GET /api/backoffice/documents/checks/:checkId',
    { params: { checkId: String(of.id) } },
    { everyMs: false },
  )
  const isOpen = data?.check.state === 'unsure'
  return (
    <Drawer
      title={`#${of.id}`}
      onClose={onClose}
      footer={isOpen ? <Decision of={of} detail={data} onDone={onClose} /> : undefined}
    >
      <Facts
        facts={[
          [t('list.column.player'), <PlayerLink key="player" playerId={of.playerId} />],
          [t('list.column.state'), t(stateNames[of.state])],
          ...(of.reason === null ? [] : [[t('documents.column.reason'), t(reasonNames[of.reason])] as Fact]),
          [t('documents.column.sentAt'), format.time(of.sentAt)],
          ...(of.decidedAt === null
            ? []
            : [[t('documents.drawer.decidedAt'), decidedWords(of, format.time(of.decidedAt))] as Fact]),
        ]}
      />
      {data && <Person of={data} />}
      {data && (
        <div className="grid grid-cols-2 gap-10">
          {data.sides.map((side) => (
            <Picture key={side} checkId={String(of.id)} side={side} />
          ))}
        </div>
      )}
    </Drawer>
  )
}

const decidedWords = ({ decidedBy }: Check, time: string): string =>
  decidedBy === null ? time : `${time} (#${decidedBy})`

function Person({ of: { person, moneyCents, twoHandsFromCents, yes } }: { of: Detail }) {
  const t = useText()
  const format = useFormat()
  const known: readonly Fact[] = person
    ? [
        [t('documents.drawer.person'), person.name],
        [t('documents.drawer.cpf'), person.cpf],
        [t('documents.drawer.birthDate'), person.birthDate ?? t('documents.drawer.unknown')],
      ]
    : [[t('documents.drawer.person'), t('documents.drawer.deleted')]]
  const needsTwo = moneyCents >= twoHandsFromCents || yes.length > 0
  return (
    <>
      <Facts
        title={t('documents.drawer.shows')}
        facts={[
          ...known,
          [t('documents.drawer.money'), format.money(moneyCents)],
          [t('documents.drawer.hands'), t(needsTwo ? 'documents.hands.two' : 'documents.hands.one')],
        ]}
      />
      {yes.length > 0 && (
        <Facts
          title={t('documents.drawer.yes')}
          facts={yes.map(({ operatorId, note, saidAt }): Fact => [
            `#${operatorId}`,
            `${note} (${format.time(saidAt)})`,
          ])}
        />
      )}
    </>
  )
}

/** A picture, loaded and hidden on request: each view is audited. */
function Picture({ checkId, side }: { checkId: string; side: Side }) {
  const t = useText()
  const [isWanted, setWanted] = useState(false)
  const asked = useAsked(
    'GET /api/backoffice/documents/checks/:checkId/pictures/:side',
    { params: { checkId, side } },
    { isWanted, everyMs: false },
  )
  const name = t(sideNames[side])
  const isShown = isWanted && asked.data !== undefined
  return (
    <figure className="grid content-start gap-4">
      <Button
        kind="secondary"
        size="s"
        busy={isWanted && asked.isPending}
        onClick={() => setWanted(!isWanted)}
      >
        {name}
      </Button>
      {isShown && (
        <img src={`data:image/webp;base64,${asked.data?.webp}`} alt={name} className="w-full rounded-11" />
      )}
    </figure>
  )
}

const answers = {
  approved: 'documents.done.approved',
  refused: 'documents.done.refused',
  waits: 'documents.done.waits',
  needs_another: 'documents.done.needsAnother',
} as const satisfies Record<DataOf<'POST /api/backoffice/documents/checks/:checkId/decide'>['state'], TextKey>

type Refusal = (typeof refusals)[number]

/** The operator's note with an approval, or with a refusal and its reason. */
function Decision({
  of,
  detail: { person, yes },
  onDone,
}: {
  of: Check
  detail: Pick<Detail, 'person' | 'yes'>
  onDone: () => void
}) {
  const t = useText()
  const [note, setNote] = useState('')
  const [expiresOn, setExpiresOn] = useState(yes.find((one) => one.expiresOn !== null)?.expiresOn ?? '')
  const [reason, setReason] = useState<Refusal>('unreadable')
  const command = useCommand('POST /api/backoffice/documents/checks/:checkId/decide')
  const send = (refusal: Refusal | null) =>
    command.mutate(
      {
        params: { checkId: String(of.id) },
        body: {
          refusal,
          note,
          person: person && { name: person.name, cpf: person.cpf },
          expiresOn: refusal === null && expiresOn !== '' ? expiresOn : null,
        },
      },
      {
        onSuccess: ({ state }) => {
          say(t(answers[state]))
          onDone()
        },
        onError: (error) => say(wordsOf(error, t), 'failed'),
      },
    )
  const isBlocked = note.trim() === ''
  return (
    <div className="grid gap-10">
      <TextArea
        label={t('documents.note.label')}
        hint={t('reason.field.hint')}
        rows={2}
        value={note}
        onChange={setNote}
      />
      <Field label={t('documents.expiresOn.label')} hint={t('documents.expiresOn.hint')}>
        <TextInput type="date" value={expiresOn} onChange={({ target }) => setExpiresOn(target.value)} />
      </Field>
      <Pick<Refusal>
        label={t('documents.refuse.reason')}
        value={reason}
        onChange={setReason}
        options={refusals.map((one) => ({ value: one, label: t(reasonNames[one]) }))}
      />
      <div className="flex flex-wrap gap-8">
        <Button size="s" busy={command.isPending} disabled={isBlocked} onClick={() => send(null)}>
          {t('documents.approve.action')}
        </Button>
        <Button
          kind="secondary"
          size="s"
          busy={command.isPending}
          disabled={isBlocked}
          onClick={() => send(reason)}
        >
          {t('documents.refuse.action')}
        </Button>
      </div>
    </div>
  )
}

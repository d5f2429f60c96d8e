import { Button } from '@palpite/ui'
import { useState } from 'react'
import { useAsked, useCommand } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { type Fact, Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { say } from '../../shared/notices.ts'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { TextArea } from '../../shared/TextArea.tsx'
import { useText } from '../../shared/text.ts'
import { type Case, noteNames, stepNames, useReasonWords } from './case-words.ts'

/** A case with reasons and figures, steps taken, and the operator's notes and decision. */
export function CaseDrawer({ of, onClose }: { of: Case; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const reasonWords = useReasonWords()
  // Each view is audited: loaded once, not polled.
  const { data } = useAsked(
    'GET /api/backoffice/harm/cases/:caseId',
    { params: { caseId: String(of.id) } },
    { everyMs: false },
  )
  const steps = (data?.steps ?? []).map((one): Fact => [t(stepNames[one.step]), format.time(one.takenAt)])
  const notes = (data?.notes ?? []).map(({ kind, operatorId, text, writtenAt }, place): Fact => [
    `${place + 1}. ${t(noteNames[kind])}`,
    `${text} (#${operatorId}, ${format.time(writtenAt)})`,
  ])
  return (
    <Drawer title={`#${of.id}`} onClose={onClose} footer={<NoteForm of={of} onDone={onClose} />}>
      <Facts
        facts={[
          [t('list.column.player'), <PlayerLink key="player" playerId={of.playerId} />],
          [t('harm.column.grade'), format.number(of.grade)],
          [t('harm.column.reasons'), of.reasons.map(reasonWords).join('; ')],
          [t('harm.column.openedAt'), format.time(of.openedAt)],
        ]}
      />
      <Facts title={t('harm.drawer.steps')} facts={steps} />
      {notes.length > 0 && <Facts title={t('harm.drawer.notes')} facts={notes} />}
    </Drawer>
  )
}

const kinds = ['note', 'contacted', 'closed'] as const

/** The operator's text and its kind: a note, a talk, or the closing. */
function NoteForm({ of, onDone }: { of: Case; onDone: () => void }) {
  const t = useText()
  const [text, setText] = useState('')
  const command = useCommand('POST /api/backoffice/harm/cases/:caseId/note')
  const send = (kind: (typeof kinds)[number]) =>
    command.mutate(
      { params: { caseId: String(of.id) }, body: { kind, text } },
      {
        onSuccess: () => {
          say(t('harm.note.done'))
          onDone()
        },
        onError: (error) => say(wordsOf(error, t), 'failed'),
      },
    )
  const offered = of.closedAt === null ? kinds : (['note'] as const)
  return (
    <div className="grid gap-10">
      <TextArea
        label={t('harm.note.label')}
        hint={t('reason.field.hint')}
        rows={2}
        value={text}
        onChange={setText}
      />
      <div className="flex flex-wrap gap-8">
        {offered.map((kind) => (
          <Button
            key={kind}
            kind={kind === 'closed' ? 'secondary' : 'primary'}
            size="s"
            busy={command.isPending}
            disabled={text.trim() === ''}
            onClick={() => send(kind)}
          >
            {t(noteNames[kind])}
          </Button>
        ))}
      </div>
    </div>
  )
}

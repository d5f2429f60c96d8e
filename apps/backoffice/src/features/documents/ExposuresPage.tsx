import { Button } from '@palpite/ui'
import { useMemo, useState } from 'react'
import type { DataOf } from '../../shared/api.ts'
import { useAsked, useCommand, usePages } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { type Fact, Facts } from '../../shared/Facts.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { useFormat } from '../../shared/format.ts'
import {
  type ListColumn,
  momentColumn,
  playerColumn,
  tagColumn,
  wordColumn,
} from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { say } from '../../shared/notices.ts'
import { Choice, useChoice } from '../../shared/Pick.tsx'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { TextArea } from '../../shared/TextArea.tsx'
import { type TextKey, useText } from '../../shared/text.ts'
import { viewNames } from './check-words.ts'

type Exposure = DataOf<'GET /api/backoffice/exposures'>['items'][number]
type Statement = DataOf<'GET /api/backoffice/exposures/:playerId'>['statements'][number]

const stateNames = {
  open: 'exposures.state.open',
  confirmed: 'exposures.state.confirmed',
  cleared: 'exposures.state.cleared',
} as const satisfies Record<Exposure['state'], TextKey>
const tones = { open: 'warn', confirmed: 'loss', cleared: 'win' } as const

/** Politically exposed persons for operators, oldest first, or decided ones. */
export function ExposuresPage() {
  const t = useText()
  const view = useChoice('ver', viewNames)
  return (
    <ListPage
      title={t('nav.exposures.name')}
      note={t('exposures.page.note')}
      columns={useColumns()}
      list={usePages('GET /api/backoffice/exposures', { status: view })}
      keyOf={({ playerId }) => String(playerId)}
      drawer={({ row, close }) => row && <ExposureDrawer key={row.playerId} of={row} onClose={close} />}
      empty={{ title: t('exposures.list.empty') }}
      filteredBy={['ver']}
      filters={<Choice name="ver" head="list.filter.state" words={viewNames} />}
    />
  )
}

function useColumns(): readonly ListColumn<Exposure>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      playerColumn({ isFirst: true }),
      tagColumn({ id: 'state', of: ({ state }) => state, names: stateNames, tones }, t),
      momentColumn({ id: 'since', head: 'exposures.column.since', of: ({ since }) => since }, format.time),
      wordColumn({
        id: 'decidedBy',
        head: 'exposures.column.decidedBy',
        of: ({ decidedBy }) => (decidedBy === null ? '–' : t('shell.operator.id', { id: decidedBy })),
      }),
      wordColumn({ id: 'note', head: 'exposures.note.label', of: ({ note }) => note ?? '–' }),
    ],
    [t, format],
  )
}

/** The person, each source's last statement, and the decision. */
function ExposureDrawer({ of, onClose }: { of: Exposure; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  // Each view is audited: loaded once, not polled.
  const { data } = useAsked(
    'GET /api/backoffice/exposures/:playerId',
    { params: { playerId: String(of.playerId) } },
    { everyMs: false },
  )
  const newest = data?.statements.at(-1)
  return (
    <Drawer
      title={t('nav.exposures.name')}
      onClose={onClose}
      footer={
        data?.exposure.state === 'open' && newest ? (
          <Decision of={of} statementId={newest.id} onDone={onClose} />
        ) : undefined
      }
    >
      <Facts
        facts={[
          [t('list.column.player'), <PlayerLink key="player" playerId={of.playerId} />],
          [t('list.column.state'), t(stateNames[of.state])],
          [t('exposures.column.since'), format.time(of.since)],
          ...(of.note === null ? [] : [[t('exposures.note.label'), of.note] as Fact]),
        ]}
      />
      {data && (
        <Facts
          title={t('exposures.drawer.person')}
          facts={
            data.person
              ? [
                  [t('documents.drawer.person'), data.person.name],
                  [t('documents.drawer.cpf'), data.person.cpf],
                ]
              : [[t('documents.drawer.person'), t('documents.drawer.deleted')]]
          }
        />
      )}
      {data && (
        <Facts
          title={t('exposures.drawer.said')}
          facts={data.statements.map((one): Fact => [
            t(statementWords(one)),
            one.office === null ? format.time(one.saidAt) : `${one.office} (${format.time(one.saidAt)})`,
          ])}
        />
      )}
    </Drawer>
  )
}

const relationNames = {
  self: 'exposures.said.self',
  family: 'exposures.said.family',
  associate: 'exposures.said.associate',
} as const

function statementWords({ source, isExposed, relation }: Statement): TextKey {
  if (source === 'register') return isExposed ? 'exposures.said.registerYes' : 'exposures.said.registerNo'
  return relation === null ? 'exposures.said.declaredNo' : relationNames[relation]
}

const doneWords = {
  confirmed: 'exposures.done.confirmed',
  cleared: 'exposures.done.cleared',
} as const

/** The operator's note with the decision. */
function Decision({ of, statementId, onDone }: { of: Exposure; statementId: number; onDone: () => void }) {
  const t = useText()
  const [note, setNote] = useState('')
  const command = useCommand('POST /api/backoffice/exposures/:playerId/decide')
  const send = (isExposed: boolean) =>
    command.mutate(
      { params: { playerId: String(of.playerId) }, body: { isExposed, statementId, note } },
      {
        onSuccess: ({ state }) => {
          say(t(doneWords[state]))
          onDone()
        },
        onError: (error) => say(wordsOf(error, t), 'failed'),
      },
    )
  const isBlocked = note.trim() === ''
  return (
    <div className="grid gap-10">
      <TextArea
        label={t('exposures.note.label')}
        hint={t('reason.field.hint')}
        rows={2}
        value={note}
        onChange={setNote}
      />
      <div className="flex flex-wrap gap-8">
        <Button size="s" busy={command.isPending} disabled={isBlocked} onClick={() => send(true)}>
          {t('exposures.decide.confirmed')}
        </Button>
        <Button
          kind="secondary"
          size="s"
          busy={command.isPending}
          disabled={isBlocked}
          onClick={() => send(false)}
        >
          {t('exposures.decide.cleared')}
        </Button>
      </div>
    </div>
  )
}

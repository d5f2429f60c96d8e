import { Button, Field, StatusTag, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { useCommand } from '../../../shared/ask-again.ts'
import { Facts } from '../../../shared/Facts.tsx'
import { useFormat } from '../../../shared/format.ts'
import { useMay, useMe } from '../../../shared/me.ts'
import { say } from '../../../shared/notices.ts'
import { ReasonedAct } from '../../../shared/ReasonedAct.tsx'
import { useText } from '../../../shared/text.ts'
import { KeySecret } from './KeySecret.tsx'
import { keyStateNames, keyStateOf, keyStateTones, type Studio, type StudioKey } from './studio.ts'

const DEFAULT_OVERLAP_MINUTES = '1440'
const MAX_OVERLAP_MINUTES = 43_200

/** A studio's keys, newest first: approved by a second operator, rotated and revoked. */
export function StudioKeys({ studio: { studioId, keys } }: { studio: Studio }) {
  const t = useText()
  const mayManage = useMay('studios.manage')
  const newestFirst = keys.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  return (
    <>
      {newestFirst.map((key) => (
        <KeyCard key={key.keyId} studioId={studioId} studioKey={key} mayManage={mayManage} />
      ))}
      {keys.length === 0 && <p className="text-13 text-text-2">{t('studios.key.none')}</p>}
      {mayManage && <RotateKey studioId={studioId} />}
    </>
  )
}

type CardProps = { studioId: string; studioKey: StudioKey; mayManage: boolean }

function KeyCard({ studioId, studioKey, mayManage }: CardProps) {
  const t = useText()
  const format = useFormat()
  const { keyId, createdAt, madeBy, approvedBy, endsAt } = studioKey
  const [now] = useState(() => new Date())
  const state = keyStateOf(studioKey, now)
  const operator = (id: number | null) => (id === null ? '–' : t('shell.operator.id', { id }))
  return (
    <section aria-label={keyId} className="hairline grid gap-10 rounded-14 p-14">
      <Facts
        facts={[
          [t('studios.key.id'), <code key="id">{keyId}</code>],
          [
            t('list.column.state'),
            <StatusTag key="state" tone={keyStateTones[state]}>
              {t(keyStateNames[state])}
            </StatusTag>,
          ],
          [t('studios.key.age'), format.age(createdAt)],
          [t('promotions.column.by'), madeBy === null ? t('studios.key.ofConfiguration') : operator(madeBy)],
          ...(madeBy === null ? [] : [[t('promotions.column.approvedBy'), operator(approvedBy)] as const]),
          ...(endsAt === null
            ? []
            : [
                [
                  t(state === 'waits' ? 'studios.key.approveUntil' : 'studios.key.endsAt'),
                  format.time(endsAt),
                ] as const,
              ]),
        ]}
      />
      {mayManage && state !== 'ended' && (
        <KeyActs studioId={studioId} studioKey={studioKey} waits={state === 'waits'} />
      )}
    </section>
  )
}

/** Approves a key that another operator made, or revokes one. */
function KeyActs({ studioId, studioKey, waits }: Omit<CardProps, 'mayManage'> & { waits: boolean }) {
  const t = useText()
  const me = useMe()
  const [act, setAct] = useState<'approve' | 'revoke'>()
  const approve = useCommand('POST /api/backoffice/studios/:studioId/approveKey')
  const revoke = useCommand('POST /api/backoffice/studios/:studioId/revokeKey')
  const { keyId, madeBy, overlapMinutes } = studioKey
  const isOwn = madeBy === me.operatorId
  const done = (words: string) => () => {
    setAct(undefined)
    say(words)
  }
  return (
    <>
      {act === undefined && (
        <div className="flex flex-wrap gap-8">
          {waits && (
            <Button size="s" className="flex-1" disabled={isOwn} onClick={() => setAct('approve')}>
              {t('studios.approve.open')}
            </Button>
          )}
          <Button kind="outline" size="s" onClick={() => setAct('revoke')}>
            {t('studios.revoke.open')}
          </Button>
        </div>
      )}
      {waits && isOwn && <p className="text-12 text-text-2">{t('studios.approve.own')}</p>}
      {act === 'approve' && (
        <ReasonedAct
          hint={t('studios.approve.hint', { minutes: overlapMinutes })}
          button={t('studios.approve.button')}
          isBusy={approve.isPending}
          send={(reason, answered) =>
            approve.mutate({ params: { studioId }, body: { keyId, reason } }, answered)
          }
          onDone={done(t('studios.approve.done'))}
        />
      )}
      {act === 'revoke' && (
        <ReasonedAct
          hint={t('studios.revoke.hint')}
          button={t('studios.revoke.button')}
          isBusy={revoke.isPending}
          send={(reason, answered) =>
            revoke.mutate({ params: { studioId }, body: { keyId, reason } }, answered)
          }
          onDone={done(t('studios.revoke.done'))}
        />
      )}
    </>
  )
}

/** Makes a new key beside the valid ones, which end some time after its approval. */
function RotateKey({ studioId }: { studioId: string }) {
  const t = useText()
  const [minutes, setMinutes] = useState(DEFAULT_OVERLAP_MINUTES)
  const rotate = useCommand('POST /api/backoffice/studios/:studioId/rotateKey')
  if (rotate.data) return <KeySecret made={rotate.data} />
  const isReady = /^\d{1,5}$/.test(minutes) && Number(minutes) <= MAX_OVERLAP_MINUTES
  return (
    <section aria-label={t('studios.rotate.title')}>
      <h3 className="mb-6 text-13 font-700">{t('studios.rotate.title')}</h3>
      <ReasonedAct
        hint={t('studios.rotate.hint')}
        button={t('studios.rotate.button')}
        isBusy={rotate.isPending}
        isReady={isReady}
        send={(reason, answered) =>
          rotate.mutate({ params: { studioId }, body: { overlapMinutes: Number(minutes), reason } }, answered)
        }
        onDone={() => undefined}
      >
        <Field
          label={t('studios.rotate.overlap')}
          error={isReady ? undefined : t('studios.rotate.wrong', { max: MAX_OVERLAP_MINUTES })}
        >
          <TextInput
            size="s"
            inputMode="numeric"
            value={minutes}
            onChange={({ target }) => setMinutes(target.value)}
          />
        </Field>
      </ReasonedAct>
    </section>
  )
}

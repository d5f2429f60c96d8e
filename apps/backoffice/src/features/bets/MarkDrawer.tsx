import { Button, StatusTag } from '@palpite/ui'
import { useState } from 'react'
import { useCommand } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { type Fact, Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { say } from '../../shared/notices.ts'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { TextArea } from '../../shared/TextArea.tsx'
import { useText } from '../../shared/text.ts'
import { kindNames, type Mark, statusNames, statusTones } from './mark.ts'

const MIN_REASON = 10

/** A flagged bet with its evidence, and the operator's decision. */
export function MarkDrawer({ mark, onClose }: { mark: Mark; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  return (
    <Drawer
      title={`#${mark.betId}`}
      onClose={onClose}
      footer={mark.status !== 'closed' && <Review mark={mark} onDone={onClose} />}
    >
      <Facts
        facts={[
          [t('bets.column.kind'), t(kindNames[mark.kind])],
          [
            t('list.column.state'),
            <StatusTag key="state" tone={statusTones[mark.status]}>
              {t(statusNames[mark.status])}
            </StatusTag>,
          ],
          [t('list.column.player'), <PlayerLink key="player" playerId={mark.playerId} />],
          [t('bets.column.stake'), format.money(mark.stakeCents)],
          [t('bets.column.return'), format.money(mark.potentialReturnCents)],
          [t('bets.column.placedAt'), format.time(mark.placedAt)],
          [t('bets.column.markedAt'), format.time(mark.markedAt)],
          [t('bets.column.marks'), format.number(mark.marksOfPlayer)],
          ...(mark.reason === null ? [] : [[t('reason.field.label'), mark.reason] as const]),
        ]}
      />
      <Evidence mark={mark} />
    </Drawer>
  )
}

function Evidence({ mark: { evidence, movedBps } }: { mark: Mark }) {
  const t = useText()
  const format = useFormat()
  const price = (milli: number) => format.number(milli / 1000)
  const facts: Fact[] = []
  if (movedBps !== null) facts.push([t('bets.evidence.moved'), `${format.number(movedBps / 100)}%`])
  if (evidence.priceMilli !== undefined) facts.push([t('bets.evidence.price'), price(evidence.priceMilli)])
  if (evidence.fairMilli !== undefined) facts.push([t('bets.evidence.fair'), price(evidence.fairMilli)])
  if (evidence.lossCents !== undefined)
    facts.push([t('bets.evidence.loss'), format.money(evidence.lossCents)])
  if (evidence.bets !== undefined) facts.push([t('bets.evidence.bets'), format.number(evidence.bets)])
  for (const playerId of evidence.playerIds ?? [])
    facts.push([t('bets.evidence.related'), <PlayerLink key={playerId} playerId={playerId} />])
  return facts.length > 0 && <Facts title={t('bets.evidence.title')} facts={facts} />
}

function Review({ mark, onDone }: { mark: Mark; onDone: () => void }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const command = useCommand('POST /api/backoffice/bets/marks/:id/review')
  const review = (status: 'seen' | 'closed') =>
    command.mutate(
      { params: { id: String(mark.id) }, body: { status, reason } },
      {
        onSuccess: () => {
          say(t('bets.review.done'))
          onDone()
        },
        onError: (error) => say(wordsOf(error, t), 'failed'),
      },
    )
  const isReady = reason.trim().length >= MIN_REASON
  return (
    <div className="grid gap-10">
      <TextArea
        label={t('reason.field.label')}
        hint={t('reason.field.min')}
        rows={2}
        value={reason}
        onChange={setReason}
      />
      <div className="flex gap-8">
        <Button
          size="s"
          className="flex-1"
          busy={command.isPending}
          disabled={!isReady}
          onClick={() => review('closed')}
        >
          {t('bets.review.close')}
        </Button>
        {mark.status === 'open' && (
          <Button kind="outline" size="s" disabled={!isReady} onClick={() => review('seen')}>
            {t('bets.review.seen')}
          </Button>
        )}
      </div>
    </div>
  )
}

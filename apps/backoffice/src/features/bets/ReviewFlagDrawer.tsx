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
import { MIN_REASON } from '../../shared/ReasonedAct.tsx'
import { useText } from '../../shared/text.ts'
import { kindNames, type ReviewFlag, statusNames, statusTones } from './review-flag.ts'

/** A flagged bet with its evidence, and the operator's decision. */
export function ReviewFlagDrawer({ flag, onClose }: { flag: ReviewFlag; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  return (
    <Drawer
      title={`#${flag.betId}`}
      onClose={onClose}
      footer={flag.status !== 'closed' && <Review flag={flag} onDone={onClose} />}
    >
      <Facts
        facts={[
          [t('bets.column.kind'), t(kindNames[flag.kind])],
          [
            t('list.column.state'),
            <StatusTag key="state" tone={statusTones[flag.status]}>
              {t(statusNames[flag.status])}
            </StatusTag>,
          ],
          [t('list.column.player'), <PlayerLink key="player" playerId={flag.playerId} />],
          [t('bets.column.stake'), format.money(flag.stakeCents)],
          [t('bets.column.return'), format.money(flag.potentialReturnCents)],
          [t('bets.column.placedAt'), format.time(flag.placedAt)],
          [t('bets.column.markedAt'), format.time(flag.markedAt)],
          [t('bets.column.marks'), format.number(flag.marksOfPlayer)],
          ...(flag.reason === null ? [] : [[t('reason.field.label'), flag.reason] as const]),
        ]}
      />
      <Evidence flag={flag} />
    </Drawer>
  )
}

function Evidence({ flag: { evidence, movedBps } }: { flag: ReviewFlag }) {
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

function Review({ flag, onDone }: { flag: ReviewFlag; onDone: () => void }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const command = useCommand('POST /api/backoffice/bets/marks/:id/review')
  const review = (status: 'seen' | 'closed') =>
    command.mutate(
      { params: { id: String(flag.id) }, body: { status, reason } },
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
        {flag.status === 'open' && (
          <Button kind="outline" size="s" disabled={!isReady} onClick={() => review('seen')}>
            {t('bets.review.seen')}
          </Button>
        )}
      </div>
    </div>
  )
}

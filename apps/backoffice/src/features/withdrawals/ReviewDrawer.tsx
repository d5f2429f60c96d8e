import { StatusTag } from '@palpite/ui'
import { Drawer } from '../../shared/Drawer.tsx'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useMe } from '../../shared/me.ts'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { useText } from '../../shared/text.ts'
import { DecideForm } from './DecideForm.tsx'
import { PromisedBy } from './PromisedBy.tsx'
import { useDecide } from './use-decide.ts'
import { reasonWords, type Review } from './words.ts'

type Props = { review: Review; onClose: () => void }

/** A waiting withdrawal's data, and the decision. */
export function ReviewDrawer({ review, onClose }: Props) {
  const t = useText()
  const format = useFormat()
  const { operatorId } = useMe()
  const { decide, isBusy } = useDecide([review], onClose)
  const isOwn = review.approvedBy.includes(operatorId)
  return (
    <Drawer
      key={review.orderId}
      title={format.money(review.amountCents)}
      onClose={onClose}
      footer={
        <DecideForm
          isBusy={isBusy}
          blocked={isOwn ? t('withdrawals.approvals.needsAnother') : undefined}
          onDecide={decide}
        />
      }
    >
      <div className="grid gap-6">
        <h3 className="text-13 font-700">{t('withdrawals.drawer.why')}</h3>
        <p className="flex flex-wrap gap-6">
          {review.reasons.map((reason) => (
            <StatusTag key={reason} tone="warn" icon="warning-fill">
              {reasonWords(reason, t)}
            </StatusTag>
          ))}
        </p>
      </div>
      <Facts
        title={t('withdrawals.drawer.facts')}
        facts={[
          [t('withdrawals.column.order'), <code key="order">{review.orderId}</code>],
          [t('list.column.player'), <PlayerLink key="player" playerId={review.playerId} />],
          [t('withdrawals.drawer.method'), review.method],
          [t('withdrawals.drawer.payTo'), review.payTo],
          [t('withdrawals.drawer.holder'), review.holder],
          [t('withdrawals.column.requested'), format.time(review.requestedAt)],
          [t('withdrawals.column.promised'), <PromisedBy key="promised" {...review} />],
          ...(review.waitsUntil === null
            ? []
            : [[t('withdrawals.drawer.waitsUntil'), format.time(review.waitsUntil)] as const]),
        ]}
      />
      <Facts
        title={t('withdrawals.column.approvals')}
        facts={[
          [t('withdrawals.drawer.needed'), String(review.approvalsNeeded)],
          [
            t('withdrawals.drawer.given'),
            review.approvedBy.length === 0
              ? t('withdrawals.drawer.nobody')
              : review.approvedBy.map((id) => t('shell.operator.id', { id })).join(', '),
          ],
        ]}
      />
    </Drawer>
  )
}

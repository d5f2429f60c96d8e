import { Button, ErrorCard, Icon, Sheet, Skeleton } from '@palpite/ui'
import { useEffect, useEffectEvent } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { go } from '../../../shared/navigation.ts'
import { closeOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { kindViews } from './message-kinds.ts'
import { useMarkRead, useRemoveMessage } from './use-messages.ts'

/** A whole message with its link. Opening marks it as read. */
export function MessageSheet({ messageId }: { messageId: string }) {
  const t = useText()
  const format = useFormat()
  const { data, isError, refetch } = useCall('GET /api/app/messages/message/:messageId', {
    params: { messageId },
    loading: false,
  })
  const removing = useRemoveMessage(closeOverlay)
  useReadOnceShown(messageId, data?.isRead === false)
  const footer = data && (
    <div className="grid grid-cols-2 gap-8 roomy:grid-cols-1">
      <Button kind="secondary" busy={removing.isPending} onClick={() => removing.mutate(messageId)}>
        {t('messages.page.remove')}
      </Button>
      <Button onClick={() => (data.link === null ? closeOverlay() : go(data.link))}>
        {t(data.link === null ? 'app.alert.ok' : 'messages.page.open')}
      </Button>
    </div>
  )
  return (
    <Sheet
      desk="panel"
      title={data?.title ?? t('messages.page.title')}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
      footer={footer}
    >
      <div className="grid gap-12 px-16 pb-8">
        {data ? (
          <>
            <p className="flex items-center gap-8 text-12 text-text-2">
              <Icon name={kindViews[data.kind].icon} className="size-18 text-brand-text" />
              {t(kindViews[data.kind].text)} · {format.dayTime(data.at)}
            </p>
            <p className="text-14">{data.text}</p>
          </>
        ) : isError ? (
          <ErrorCard
            title={t('messages.page.gone')}
            retryLabel={t('app.section.retry')}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton className="h-72 rounded-18" />
        )}
      </div>
    </Sheet>
  )
}

/** Reports a message as seen once it is rendered. */
function useReadOnceShown(messageId: string, isNew: boolean): void {
  const marking = useMarkRead()
  const mark = useEffectEvent(() => marking.mutate(messageId))
  useEffect(() => {
    if (isNew) mark()
  }, [isNew])
}

import { ErrorCard, Sheet, Skeleton } from '@palpite/ui'
import { useCall } from '../../../shared/api/use-call.ts'
import { closeOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { LimitForm } from './LimitForm.tsx'
import { NetLossToday } from './NetLossToday.tsx'
import { HelpArticle } from '../../../shared/HelpArticle.tsx'

/** The player's own limit: what may be lost in a day, what was lost today, and what waits for tomorrow. */
export function LimitsSheet() {
  const t = useText()
  const { data, isError, refetch } = useCall('GET /api/app/protection/limits', {})
  return (
    <Sheet
      desk="panel"
      title={t('account.limits.title')}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
    >
      <div className="grid gap-14 px-16 pb-12">
        <p className="text-14 text-text-2">{t('account.limits.about')}</p>
        <HelpArticle slug="limits" />
        {data ? (
          <>
            <NetLossToday limits={data} />
            <LimitForm limits={data} />
          </>
        ) : isError ? (
          <ErrorCard
            title={t('app.section.failed')}
            retryLabel={t('app.section.retry')}
            onRetry={() => void refetch()}
          />
        ) : (
          <>
            <Skeleton className="h-110" />
            <Skeleton className="h-54" />
            <Skeleton className="h-52" />
          </>
        )}
      </div>
    </Sheet>
  )
}

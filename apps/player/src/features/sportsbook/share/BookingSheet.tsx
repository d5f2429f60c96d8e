import { Button, Empty, ErrorCard, Sheet } from '@palpite/ui'
import { refusalCode, serverMessageOf } from '../../../shared/api/api-error.ts'
import { useCall } from '../../../shared/api/use-call.ts'
import { closeOverlay, openOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { replaceSlip } from '../slip-changes.ts'
import { BookedLegs, BookedLegsSkeleton } from './BookedLegs.tsx'
import { type Booking, legsToPut } from './booking.ts'

/** A shared slip at current prices: its open selections can be added to one's own. */
export function BookingSheet({ code }: { code: string }) {
  const t = useText()
  const { data, error, isError, refetch } = useCall('GET /api/app/sportsbook/booking/:code', {
    params: { code },
    loading: false,
  })
  const legs = data ? legsToPut(data) : []
  return (
    <Sheet
      title={t('sportsbook.booking.title', { code })}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
      footer={
        legs.length > 0 &&
        data && (
          <Button block onClick={() => put(data)}>
            {t('sportsbook.booking.put')}
          </Button>
        )
      }
    >
      <div className="px-16">
        {isError && <Failed code={refusalCode(error)} error={error} onRetry={() => void refetch()} />}
        {!data && !isError && <BookedLegsSkeleton />}
        {data && legs.length === 0 && (
          <p role="status" className="rounded-14 bg-warn-tint px-12 py-10 text-13 text-warn">
            {t('sportsbook.booking.none')}
          </p>
        )}
        {data && data.isEachWay && <p className="py-8 text-13 font-600">{t('sportsbook.eachWay.name')}</p>}
        {data && <BookedLegs legs={data.legs} />}
        {data && data.unknownLegs > 0 && (
          <p className="py-8 text-12 text-text-2">
            {t('sportsbook.booking.missing', { count: data.unknownLegs })}
          </p>
        )}
      </div>
    </Sheet>
  )
}

function put(booking: Booking): void {
  const { folds, legs, isEachWay } = booking
  replaceSlip({
    legs: legsToPut(booking),
    isEachWay,
    ...(folds ? { folds } : {}),
    ...(legs.length > 1 ? { mode: folds ? 'system' : 'parlay' } : {}),
  })
  openOverlay('slip')
}

/** An expired or unknown code is no failure to retry. */
function Failed({ code, error, onRetry }: { code: string | undefined; error: unknown; onRetry: () => void }) {
  const t = useText()
  if (code === 'booking_over') return <Empty icon="ticket-duotone" title={serverMessageOf(error)} />
  if (code === 'not_found' || code === 'bad_request') {
    return <Empty icon="ticket-duotone" title={t('sportsbook.booking.unknown')} />
  }
  return <ErrorCard title={t('app.section.failed')} retryLabel={t('app.section.retry')} onRetry={onRetry} />
}

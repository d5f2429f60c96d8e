import { Button, ErrorCard, Icon, Sheet } from '@palpite/ui'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../shared/api/api.ts'
import { useCall } from '../../../shared/api/use-call.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { closeOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { BookedLegs, BookedLegsSkeleton } from './BookedLegs.tsx'
import { type Booking, bookingUrl } from './booking.ts'
import { CopyText } from '../../../shared/CopyText.tsx'

type Props = {
  outcomeIds: readonly string[]
  folds?: readonly number[]
  bankers?: readonly string[]
  isEachWay: boolean
}

const bookCall = 'POST /api/app/sportsbook/booking'

/** Shares a slip by code, link, or picture without amounts. */
export function ShareSlipSheet({ outcomeIds, folds, bankers = [], isEachWay }: Props) {
  const t = useText()
  const booked = useQuery({
    queryKey: [bookCall, outcomeIds, folds, bankers, isEachWay],
    queryFn: () =>
      api(bookCall, {
        body: {
          legs: outcomeIds.map((outcomeId) => ({
            outcomeId,
            ...(bankers.includes(outcomeId) && { isBanker: true }),
          })),
          ...(folds && { folds: [...folds] }),
          isEachWay,
        },
        loading: false,
        inline: true,
      }),
  })
  const code = booked.data?.code ?? ''
  const shown = useCall(
    'GET /api/app/sportsbook/booking/:code',
    { params: { code }, loading: false },
    { enabled: code !== '' },
  )
  const isFailed = booked.isError || shown.isError
  return (
    <Sheet
      title={t('sportsbook.share.title')}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
      footer={shown.data && <ShareActions booking={shown.data} />}
    >
      <div className="px-16">
        {isFailed && (
          <ErrorCard
            title={t('app.section.failed')}
            retryLabel={t('app.section.retry')}
            onRetry={() => void (booked.isError ? booked : shown).refetch()}
          />
        )}
        {!shown.data && !isFailed && <BookedLegsSkeleton />}
        {shown.data && <Code booking={shown.data} />}
        {shown.data && <BookedLegs legs={shown.data.legs} />}
      </div>
    </Sheet>
  )
}

function Code({ booking: { code, expiresAt } }: { booking: Booking }) {
  const t = useText()
  const { dayTime } = useFormat()
  return (
    <div className="hairline grid justify-items-center gap-4 rounded-18 bg-surface-2 p-12 text-center">
      <span className="text-13 text-text-2">{t('sportsbook.share.code')}</span>
      <span className="flex items-center gap-4 text-24 font-800 tracking-[0.08em] roomy:text-20 roomy:tracking-tight">
        {code}
        <CopyText bare text={code} label={t('rewards.share.copyCode')} />
      </span>
      <span className="text-12 text-text-2">{t('sportsbook.share.until', { time: dayTime(expiresAt) })}</span>
    </div>
  )
}

function ShareActions({ booking }: { booking: Booking }) {
  const t = useText()
  const { price, start } = useFormat()
  const url = bookingUrl(booking.code)
  const hand = {
    title: t('sportsbook.share.title'),
    text: t('sportsbook.share.message', { code: booking.code }),
    url,
  }
  const save = async () => {
    const { saveSlipPicture } = await import('./slip-picture.ts')
    await saveSlipPicture(booking, { t, price, start })
  }
  return (
    <div className="grid gap-8">
      {typeof navigator.share === 'function' && (
        <Button block onClick={() => void navigator.share(hand).catch(() => undefined)}>
          <Icon name="share-network-duotone" className="size-20" />
          {t('rewards.share.action')}
        </Button>
      )}
      <div className="grid grid-cols-2 gap-8 *:w-full roomy:grid-cols-1">
        <CopyText text={url} label={t('rewards.share.copyLink')} />
        <Button
          kind="secondary"
          size="s"
          onClick={() => void save().catch(() => toast(t('rewards.share.unsaved')))}
        >
          {t('sportsbook.share.save')}
        </Button>
      </div>
    </div>
  )
}

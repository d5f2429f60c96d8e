import { Button } from '@palpite/ui'
import { useCommand } from '../../../shared/ask-again.ts'
import { Decide } from '../../../shared/Decide.tsx'
import { Drawer } from '../../../shared/Drawer.tsx'
import { Facts } from '../../../shared/Facts.tsx'
import { useFormat } from '../../../shared/format.ts'
import { useMay } from '../../../shared/me.ts'
import { useText } from '../../../shared/text.ts'
import { audienceNames, type Banner, type Banners, newestOf, placeNames, statusNames } from './banner.ts'
import { BannerPreview } from './BannerPreview.tsx'
import { BannerChanges } from './BannerChanges.tsx'

type Props = { banner: Banner; data: Banners; onClose: () => void; onEdit: () => void }

/** A banner with its days, what it changes and its preview; operators approve, end and edit it here. */
export function BannerDrawer({ banner, data, onClose, onEdit }: Props) {
  const t = useText()
  const format = useFormat()
  const mayApprove = useMay('settings.approve')
  const mayPropose = useMay('settings.propose')
  const { status, startsOn, endsOn, minVipLevel } = banner
  const mayEnd = mayApprove && ['open', 'expired', 'scheduled', 'live'].includes(status)
  const mayEdit = mayPropose && ['scheduled', 'live'].includes(status)
  const base = data.banners.find(({ bannerId }) => bannerId === banner.replaces)
  const isOutdated =
    status === 'open' &&
    base !== undefined &&
    newestOf(data.banners, base.bannerId)?.bannerId !== base.bannerId
  return (
    <Drawer
      title={t(placeNames[banner.place])}
      onClose={onClose}
      footer={
        (mayEnd || mayEdit) && (
          <div className="flex flex-wrap gap-8">
            {mayEnd && <DecideBanner banner={banner} isOutdated={isOutdated} />}
            {mayEdit && (
              <Button kind="outline" size="s" onClick={onEdit}>
                {t('banners.edit.button')}
              </Button>
            )}
          </div>
        )
      }
    >
      {isOutdated && (
        <p className="rounded-11 bg-warn-tint px-12 py-8 text-13">{t('banners.conflict.title')}</p>
      )}
      <Facts
        facts={[
          [t('list.column.state'), t(statusNames[status])],
          [t('promotions.column.starts'), format.date(startsOn)],
          [t('banners.field.ends'), format.date(endsOn)],
          [t('banners.field.link'), banner.href],
          [
            t('banners.field.audience'),
            minVipLevel > 0
              ? t('banners.audience.level', { level: minVipLevel })
              : t(audienceNames[banner.audience]),
          ],
          [t('banners.field.order'), format.number(banner.order)],
          [t('promotions.column.by'), t('shell.operator.id', { id: banner.proposedBy })],
          ...(banner.approvedBy === null
            ? []
            : ([
                [t('promotions.column.approvedBy'), t('shell.operator.id', { id: banner.approvedBy })],
              ] as const)),
          [t('promotions.column.reason'), banner.reason],
        ]}
      />
      {base && (
        <section className="grid gap-8 text-13">
          <h3 className="font-700">{t('banners.change.title')}</h3>
          <BannerChanges before={base} after={banner} />
        </section>
      )}
      <BannerPreview banner={banner} />
    </Drawer>
  )
}

function DecideBanner({
  banner: { bannerId, proposedBy, status },
  isOutdated,
}: {
  banner: Banner
  isOutdated: boolean
}) {
  const t = useText()
  const approve = useCommand('POST /api/backoffice/banners/:bannerId/approve')
  const end = useCommand('POST /api/backoffice/banners/:bannerId/end')
  const params = { bannerId }
  const isUndecided = status === 'open' || status === 'expired'
  return (
    <Decide
      proposedBy={proposedBy}
      isOutdated={isOutdated}
      approve={
        status === 'open' && {
          label: t('promotions.approve.button'),
          done: t('banners.approve.done'),
          isPending: approve.isPending,
          run: (follows) => approve.mutate({ params }, follows),
        }
      }
      end={{
        label: t(isUndecided ? 'promotions.reject.button' : 'promotions.stop.button'),
        done: t('banners.end.done'),
        isPending: end.isPending,
        run: (follows) => end.mutate({ params }, follows),
      }}
    />
  )
}

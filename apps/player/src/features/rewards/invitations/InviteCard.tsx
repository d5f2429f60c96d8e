import { Button, cx, Icon, Pattern, QrCode } from '@palpite/ui'
import { useMemo, useRef } from 'react'
import { useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { useUser } from '../../../shared/use-user.ts'
import { qrPathOf } from '@palpite/ui/qr-path'
import { saveDrawing } from './save-drawing.ts'
import { CopyText } from '../../../shared/CopyText.tsx'

type Props = { code: string; url: string; className?: string }

/** The player's code, link and QR code on a tile design, with share buttons. */
export function InviteCard({ code, url, className }: Props) {
  const t = useText()
  const user = useUser()
  const drawing = useRef<SVGSVGElement>(null)
  const { path, size } = useMemo(() => qrPathOf(url), [url])
  const hand = { title: t('rewards.share.title'), text: t('rewards.share.message', { code }), url }
  const canShare = typeof navigator.share === 'function'
  const save = () => {
    if (drawing.current) {
      void saveDrawing(drawing.current, `palpite-${code}.png`).catch(() => toast(t('rewards.share.unsaved')))
    }
  }
  return (
    <section
      aria-label={t('rewards.share.card')}
      className={cx(
        'hairline relative isolate grid justify-items-center gap-14 overflow-hidden rounded-18 bg-play-tint p-16',
        className,
      )}
    >
      <Pattern
        seed={(user?.header ?? 0) + 1}
        columns={10}
        rows={11}
        className="absolute inset-0 -z-1 size-full text-surface-3 opacity-60"
      />
      <div className="grid justify-items-center gap-2">
        <span className="text-13 text-text-2">{t('rewards.share.code')}</span>
        <span className="flex items-center gap-4 text-32 font-800 tracking-[0.08em] roomy:text-20">
          {code}
          <CopyText bare text={code} label={t('rewards.share.copyCode')} />
        </span>
      </div>
      <div className="overflow-hidden rounded-14">
        <QrCode ref={drawing} path={path} size={size} label={t('rewards.share.qr')} className="size-188" />
      </div>
      <p className="max-w-full break-all text-13 text-text-2">{url}</p>
      <div className="grid w-full grid-cols-1 gap-8">
        {canShare && (
          <Button size="m" block onClick={() => void navigator.share(hand).catch(() => undefined)}>
            <Icon name="share-network-duotone" className="size-20" />
            {t('rewards.share.action')}
          </Button>
        )}
        <div className="grid grid-cols-2 gap-8 *:w-full roomy:grid-cols-1">
          <CopyText text={url} label={t('rewards.share.copyLink')} />
          <Button kind="secondary" size="s" onClick={save}>
            {t('rewards.share.save')}
          </Button>
        </div>
      </div>
    </section>
  )
}

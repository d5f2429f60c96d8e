import { Icon, PartnerMark } from '@palpite/ui'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { helpHref } from '../../shared/paths.ts'
import { useText } from '../../shared/text/text.ts'

/** The footer's marks, in our own drawings: payment methods, partners, licence. */
export function FooterMarks() {
  const t = useText()
  return (
    <div className="grid gap-8 wide:col-span-full wide:grid-cols-3">
      <Marks label={t('home.footer.payments')}>
        <Mark icon={<Icon name="pix-logo-fill" className="size-18 text-win" />}>{t('home.footer.pix')}</Mark>
        <Mark icon={<PartnerMark kind="bank" className="size-18 text-info" />}>{t('home.footer.bank')}</Mark>
      </Marks>
      <Marks label={t('home.footer.partners')}>
        <Mark icon={<PartnerMark kind="leaf" className="size-18 text-win" />}>
          {t('home.footer.responsible')}
        </Mark>
        <Mark icon={<PartnerMark kind="pulse" className="size-18 text-live" />}>{t('home.footer.data')}</Mark>
      </Marks>
      <Marks label={t('home.footer.licences')}>
        <Mark icon={<PartnerMark kind="seal" className="size-18 text-brand-text" />}>
          <Link
            href={helpHref('licence')}
            className="tap flex items-center underline underline-offset-2 hover:no-underline"
          >
            {t('home.footer.licence')}
          </Link>
        </Mark>
        <Mark icon={<PartnerMark kind="shield" className="size-18 text-win" />}>{t('home.footer.fair')}</Mark>
      </Marks>
    </div>
  )
}

function Marks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label={label}
      className="flex min-h-44 flex-wrap items-center gap-8 hairline rounded-11 bg-surface-1 px-12 text-12 font-700 text-text"
    >
      <span aria-hidden="true" className="basis-full pt-6 text-11 font-600 text-text-2">
        {label}
      </span>
      <span className="flex min-h-32 flex-wrap items-center gap-x-16 gap-y-4 pb-4">{children}</span>
    </div>
  )
}

/** Keeps a mark and its words on one line. */
function Mark({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="flex items-center gap-6">
      {icon}
      {children}
    </span>
  )
}

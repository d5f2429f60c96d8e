import { Icon, PartnerMark } from '@palpite/ui'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { helpHref } from '../../shared/paths.ts'
import { useText } from '../../shared/text/text.ts'

/** The marks of the footer, of our own drawing: how to pay, who stands beside us, under which licence. */
export function FooterMarks() {
  const t = useText()
  return (
    <div className="grid gap-8">
      <Marks label={t('home.footer.payments')}>
        <Icon name="pix-logo-fill" className="size-18 text-win" />
        {t('home.footer.pix')}
        <PartnerMark kind="bank" className="size-18 text-info" />
        {t('home.footer.bank')}
      </Marks>
      <Marks label={t('home.footer.partners')}>
        <PartnerMark kind="leaf" className="size-18 text-win" />
        {t('home.footer.responsible')}
        <PartnerMark kind="pulse" className="size-18 text-live" />
        {t('home.footer.data')}
      </Marks>
      <Marks label={t('home.footer.licences')}>
        <PartnerMark kind="seal" className="size-18 text-brand-text" />
        <Link href={helpHref('licence')} className="tap underline underline-offset-2">
          {t('home.footer.licence')}
        </Link>
        <PartnerMark kind="shield" className="size-18 text-win" />
        {t('home.footer.fair')}
      </Marks>
    </div>
  )
}

function Marks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label={label}
      className="flex min-h-44 flex-wrap items-center gap-8 rounded-11 bg-surface-2 px-12 text-12 font-700 text-text"
    >
      <span aria-hidden="true" className="basis-full pt-6 text-11 font-600 text-text-2">
        {label}
      </span>
      <span className="flex flex-wrap items-center gap-x-8 gap-y-4 pb-8">{children}</span>
    </div>
  )
}

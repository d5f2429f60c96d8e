import { Logo } from '@palpite/ui'
import { maskCnpj } from '@palpite/money'
import { useText } from '../../shared/text/text.ts'
import { usePolicy } from '../../shared/use-policy.ts'
import { HelpLinks } from '../help/HelpLinks.tsx'
import { FooterMarks } from './FooterMarks.tsx'

/** The age limit, the licence or the operator's disclaimer, and the payment methods. */
export function Footer() {
  const t = useText()
  const licence = usePolicy().data?.licence
  return (
    <footer className="mt-24 grid gap-14 border-t border-line px-16 py-20 text-12 text-text-3 wide:grid-cols-3 wide:gap-x-24">
      <FooterMarks />
      <div className="grid content-start gap-14">
        <span className="grid min-h-36 min-w-36 place-items-center justify-self-start rounded-full border-2 border-loss text-13 font-800 text-text">
          18+
        </span>
        <p>
          <strong className="text-text-2">{t('home.footer.age')}</strong> {t('home.footer.risk')}
        </p>
      </div>
      <p>
        {licence
          ? t('home.footer.licensee', { ...licence, cnpj: maskCnpj(licence.cnpj) })
          : t('home.footer.law')}
      </p>
      {/* On a desktop they are in every page's footer. */}
      <div className="wide:hidden">
        <HelpLinks />
      </div>
      <p className="flex items-center gap-6 self-start font-600 text-text-2">
        <Logo className="size-18" />
        {t('home.footer.games')}
      </p>
    </footer>
  )
}

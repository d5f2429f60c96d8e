import { Link } from 'wouter'
import { helpHref, helpPages, type HelpPage } from '../../shared/paths.ts'
import { useText } from '../../shared/text/text.ts'
import { helpTexts } from './help-texts.ts'

/** Links to every information page. */
export function HelpLinks({ current }: { current?: HelpPage }) {
  const t = useText()
  return (
    <nav aria-label={t('app.help.links')}>
      <ul className="-mx-4 flex flex-wrap gap-x-8">
        {helpPages.map((page) => (
          <li key={page}>
            <Link
              href={helpHref(page)}
              aria-current={page === current ? 'page' : undefined}
              className="tap inline-flex items-center px-4 text-13 font-600 text-text-2 underline underline-offset-2 hover:text-text aria-[current=page]:text-text aria-[current=page]:no-underline"
            >
              {t(helpTexts[page])}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

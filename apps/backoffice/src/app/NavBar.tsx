import { Icon, Logo } from '@palpite/ui'
import { Link, useLocation } from 'wouter'
import { useMe } from '../shared/me.ts'
import { useText } from '../shared/text.ts'
import { isFor, sections } from './sections.ts'

/** The menu at the start of the page: what this operator may do something in. */
export function NavBar() {
  const t = useText()
  const { permissions } = useMe()
  const [path] = useLocation()
  return (
    <nav
      aria-label={t('nav.menu.label')}
      className="flex w-64 office:w-220 shrink-0 flex-col gap-2 overflow-y-auto border-e border-line bg-surface-1 px-12 py-16"
    >
      <div className="mb-16 flex min-h-32 items-center gap-8 px-10">
        <Logo className="h-24" />
        <span className="max-office:sr-only rounded-6 bg-surface-3 px-6 py-2 text-11 font-700 text-text-2">
          {t('app.name.office')}
        </span>
      </div>
      {sections
        .filter((section) => isFor(section, permissions))
        .map(({ name, icon, path: href }) => (
          <Link
            key={href}
            href={href}
            title={t(name)}
            aria-current={isWithin(path, href) ? 'page' : undefined}
            className="flex min-h-36 items-center gap-10 rounded-11 px-10 text-13 font-500 text-text-2 hover:bg-surface-2 hover:text-text aria-[current=page]:bg-surface-3 aria-[current=page]:font-700 aria-[current=page]:text-text"
          >
            <Icon name={icon} className="size-20" />
            <span className="max-office:sr-only">{t(name)}</span>
          </Link>
        ))}
    </nav>
  )
}

const isWithin = (path: string, href: string) => (href === '/' ? path === '/' : path.startsWith(href))

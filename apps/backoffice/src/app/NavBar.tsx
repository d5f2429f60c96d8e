import { Icon, Logo } from '@palpite/ui'
import { Link, useLocation } from 'wouter'
import { useMe } from '../shared/me.ts'
import { type TextKey, useText } from '../shared/text.ts'
import { type Group, groups, isFor, sections } from './sections.ts'

/** The title of each part of the menu. The first has one entry and needs none. */
const groupNames: Readonly<Record<Group, TextKey | undefined>> = {
  day: undefined,
  money: 'nav.group.money',
  players: 'nav.group.players',
  play: 'nav.group.play',
  house: 'nav.group.house',
}

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
      {groups.map((group) => {
        const found = sections.filter((section) => section.group === group && isFor(section, permissions))
        if (found.length === 0) return null
        const title = groupNames[group]
        return (
          <div key={group} role="group" aria-label={title && t(title)} className="mb-8 flex flex-col gap-2">
            {title && (
              <p aria-hidden className="px-10 pb-4 text-11 font-700 text-text-2 max-office:sr-only">
                {t(title)}
              </p>
            )}
            {found.map(({ name, icon, path: href, screens }) => (
              <Link
                key={href}
                href={href}
                title={t(name)}
                aria-current={screens.some((screen) => isWithin(path, screen.path)) ? 'page' : undefined}
                className="flex min-h-32 items-center gap-10 rounded-11 px-10 text-13 font-500 text-text-2 hover:bg-surface-2 hover:text-text aria-[current=page]:bg-surface-3 aria-[current=page]:font-700 aria-[current=page]:text-text"
              >
                <Icon name={icon} className="size-20" />
                <span className="max-office:sr-only">{t(name)}</span>
              </Link>
            ))}
          </div>
        )
      })}
    </nav>
  )
}

const isWithin = (path: string, href: string) => (href === '/' ? path === '/' : path.startsWith(href))

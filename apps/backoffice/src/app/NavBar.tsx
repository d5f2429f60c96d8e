import { cx, Icon, Logo, Sheet } from '@palpite/ui'
import { type RefObject, useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { useMe } from '../shared/me.ts'
import { type TextKey, useText } from '../shared/text.ts'
import { LanguageButton } from './TopBar.tsx'
import { type Group, groups, isFor, sections } from './sections.ts'

/** The title of each menu group. The first has one entry and no title. */
const groupNames: Readonly<Record<Group, TextKey | undefined>> = {
  day: undefined,
  money: 'nav.group.money',
  players: 'nav.group.players',
  play: 'nav.group.play',
  house: 'nav.group.house',
}

/** The menu of this operator's sections. On a phone it opens over the screen. */
export function NavBar({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useText()
  return (
    <>
      <Menu className="flex w-64 shrink-0 border-e border-line max-desk:hidden office:w-220" />
      {isOpen && (
        <Sheet
          title={t('nav.menu.label')}
          side="left"
          closeLabel={t('nav.menu.close')}
          onClose={onClose}
          footer={<LanguageButton />}
        >
          <Menu className="flex" isInWords onChosen={onClose} />
        </Sheet>
      )}
    </>
  )
}

type MenuProps = { className: string; isInWords?: boolean; onChosen?: () => void }

function Menu({ className, isInWords = false, onChosen }: MenuProps) {
  const t = useText()
  const { permissions } = useMe()
  const [path] = useLocation()
  const menu = useRef<HTMLElement>(null)
  useShownCurrent(menu, path)
  const words = isInWords ? undefined : 'max-office:sr-only'
  return (
    <nav
      ref={menu}
      aria-label={t('nav.menu.label')}
      className={cx('flex-col overflow-y-auto bg-surface-1 px-12 py-14', className)}
    >
      <div className={cx('mb-12 flex min-h-32 items-center gap-8 px-10', isInWords && 'hidden')}>
        <Logo className="h-24" />
        <span className={cx('rounded-6 bg-surface-3 px-6 py-2 text-11 font-700 text-text-2', words)}>
          {t('app.name.office')}
        </span>
      </div>
      {groups.map((group) => {
        const found = sections.filter((section) => section.group === group && isFor(section, permissions))
        if (found.length === 0) return null
        const title = groupNames[group]
        return (
          <div key={group} role="group" aria-label={title && t(title)} className="mb-8 flex flex-col">
            {title && (
              <p aria-hidden className={cx('px-10 pb-2 text-11 font-700 text-text-2', words)}>
                {t(title)}
              </p>
            )}
            {found.map(({ name, icon, path: href, screens }) => (
              <Link
                key={href}
                href={href}
                title={t(name)}
                onClick={() => onChosen?.()}
                aria-current={screens.some((screen) => isWithin(path, screen.path)) ? 'page' : undefined}
                className="flex min-h-28 items-center gap-10 rounded-11 px-10 text-13 font-500 text-text-2 hover:bg-surface-2 hover:text-text aria-[current=page]:bg-surface-3 aria-[current=page]:font-700 aria-[current=page]:text-text max-desk:min-h-44"
              >
                <Icon name={icon} className="size-20" />
                <span className={words}>{t(name)}</span>
              </Link>
            ))}
          </div>
        )
      })}
    </nav>
  )
}

/** Scrolls the menu to the open entry. */
function useShownCurrent(menu: RefObject<HTMLElement | null>, path: string): void {
  useEffect(() => {
    menu.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [menu, path])
}

const isWithin = (path: string, href: string) => (href === '/' ? path === '/' : path.startsWith(href))

import { Button, Icon, IconButton } from '@palpite/ui'
import { changeLook, useLook } from '../shared/look.ts'
import { useMe } from '../shared/me.ts'
import { changeLanguage, useText } from '../shared/text.ts'
import { Search } from './Search.tsx'
import { useSignOut } from './use-sign-out.ts'

/** Above every screen: search by any id, theme and language, and the operator. */
export function TopBar({ onHelp, onMenu }: { onHelp: () => void; onMenu: () => void }) {
  const t = useText()
  const me = useMe()
  const { theme } = useLook()
  const signOut = useSignOut()
  const other = theme === 'light' ? 'dark' : 'light'
  return (
    <header className="flex min-h-56 shrink-0 items-center gap-8 border-b border-line bg-surface-1 ps-24 pe-16 max-desk:gap-4 max-desk:ps-12 max-desk:pe-8">
      <span className="desk:hidden">
        <IconButton icon="list-bold" label={t('nav.menu.open')} onClick={onMenu} />
      </span>
      <Search />
      <div className="flex-1" />
      <span className="max-desk:hidden">
        <IconButton icon="keyboard" label={t('shell.keys.label')} onClick={onHelp} />
      </span>
      <IconButton
        icon={theme === 'light' ? 'moon' : 'sun'}
        label={t(theme === 'light' ? 'shell.look.dark' : 'shell.look.light')}
        onClick={() => changeLook({ theme: other })}
      />
      <span className="max-desk:hidden">
        <LanguageButton />
      </span>
      <p className="max-desk:sr-only ms-8 border-s border-line ps-16 text-end text-12 leading-tight">
        <span className="block font-600">{me.email}</span>
        <span className="text-text-2">{t('shell.operator.id', { id: me.operatorId })}</span>
      </p>
      <IconButton icon="sign-out" label={t('shell.signout.label')} onClick={signOut} />
    </header>
  )
}

/** Switches to the other language. */
export function LanguageButton() {
  const t = useText()
  const { language } = useLook()
  const other = language === 'en' ? 'pt-BR' : 'en'
  return (
    <Button kind="ghost" size="s" lang={other} onClick={() => void changeLanguage(other)}>
      <Icon name="globe" className="size-18" />
      {t('shell.language.other')}
    </Button>
  )
}

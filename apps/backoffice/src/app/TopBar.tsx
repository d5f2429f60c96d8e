import { Button, Icon, IconButton, TextInput } from '@palpite/ui'
import { type FormEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { changeLook, useLook } from '../shared/look.ts'
import { useMay, useMe } from '../shared/me.ts'
import { say } from '../shared/notices.ts'
import { placeOf } from '../shared/search.ts'
import { useShortcuts } from '../shared/shortcuts.ts'
import { changeLanguage, useText } from '../shared/text.ts'
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

/** Finds anything by an id from a screen, mail or chat: `/` focuses it. */
function Search() {
  const t = useText()
  const [, go] = useLocation()
  const mayReadBooks = useMay('books.read')
  const [words, setWords] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useShortcuts({ '/': () => field.current?.focus() })
  const find = (event: FormEvent) => {
    event.preventDefault()
    const place = placeOf(words, mayReadBooks)
    if (place === undefined) return say(t('search.unknown.text'), 'failed')
    setWords('')
    field.current?.blur()
    go(place)
  }
  return (
    <form role="search" onSubmit={find} className="w-440 min-w-0 max-desk:flex-1">
      <TextInput
        ref={field}
        size="s"
        type="search"
        aria-label={t('search.field.label')}
        placeholder={t('search.field.hint')}
        value={words}
        maxLength={254}
        onChange={(event) => setWords(event.target.value)}
        before={<Icon name="magnifying-glass" className="size-18 text-text-3" />}
        after={
          <kbd aria-hidden="true" className="max-desk:hidden hairline rounded-6 px-6 text-12 text-text-3">
            /
          </kbd>
        }
      />
    </form>
  )
}

import { Empty } from '@palpite/ui'
import { Suspense, useState } from 'react'
import { Route, Switch } from 'wouter'
import { useMe } from '../shared/me.ts'
import { Page } from '../shared/Page.tsx'
import { useShortcuts } from '../shared/shortcuts.ts'
import { useText } from '../shared/text.ts'
import { KeysHelp } from './KeysHelp.tsx'
import { MaintenanceLine } from './MaintenanceLine.tsx'
import { NavBar } from './NavBar.tsx'
import { isFor, sections } from './sections.ts'
import { TopBar } from './TopBar.tsx'

/** Menu, search, and the screen of the address. On a phone the menu opens on demand, and details cover the list. */
export function Shell() {
  const t = useText()
  const { permissions } = useMe()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isMenuOpen, setMenuOpen] = useState(false)
  useShortcuts({ '?': () => setHelpOpen(true) })
  const screens = sections.filter((section) => isFor(section, permissions)).flatMap(({ screens: own }) => own)
  return (
    <div className="flex h-full">
      <NavBar isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar onHelp={() => setHelpOpen(true)} onMenu={() => setMenuOpen(true)} />
        <MaintenanceLine />
        <Suspense fallback={<main className="flex-1" aria-busy="true" />}>
          <Switch>
            {screens.map(({ path, page: Screen }) => (
              <Route key={path} path={path}>
                <Screen />
              </Route>
            ))}
            <Route>
              <Page title={t('shell.nothing.title')}>
                <Empty icon="lock-key" title={t('shell.nothing.text')} />
              </Page>
            </Route>
          </Switch>
        </Suspense>
      </div>
      {isHelpOpen && <KeysHelp onClose={() => setHelpOpen(false)} />}
    </div>
  )
}

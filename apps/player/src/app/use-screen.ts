import { useEffect } from 'react'
import { followLink } from '../features/account/index.ts'
import { alert } from '../shared/alerts.ts'
import { go } from '../shared/navigation.ts'
import { openOverlay } from '../shared/overlays.ts'
import { hrefOf, type screenAt } from '../shared/paths.ts'
import { keepInvitationCode, useToken } from '../shared/session.ts'
import { text } from '../shared/text/text.ts'
import { destinationOf, type Destination } from './arrival.ts'
import { hasPage } from './registry.ts'

type Screen = NonNullable<ReturnType<typeof screenAt>>

/** The address a visitor wanted before the guard sent them home; opened after the login. */
let wanted: string | undefined

/** The screen for a pathname: home at once if the guard redirects there, so that no empty screen appears. */
export const useScreen = (pathname: string): Screen => {
  const token = useToken((state) => state.token)

  useEffect(() => follow(destinationOf(pathname, token !== '', hasPage)), [pathname, token])

  useEffect(() => {
    if (!token || !wanted) return
    const to = wanted
    wanted = undefined
    go(to, { replace: true })
  }, [token])

  const destination = destinationOf(pathname, token !== '', hasPage)
  return destination.kind === 'screen' ? destination.screen : { name: 'home', params: {} }
}

/** Navigates to the result, and says why if it differs from the address. */
export const follow = (destination: Destination): void => {
  const home = hrefOf('home')
  switch (destination.kind) {
    case 'screen':
      if (destination.screen.name === 'registered') openOverlay('login', { tab: 'register' })
      else if (destination.screen.name !== 'home') window.scrollTo(0, 0)
      return
    case 'invitation':
      keepInvitationCode(destination.code)
      return go(home, { replace: true })
    case 'signInLink':
      go(home, { replace: true })
      return void followLink(destination.token)
    case 'login':
      wanted = location.pathname + location.search
      go(home, { replace: true })
      return void alert({ text: text('app.guard.login'), kind: 'info' }).then(() =>
        openOverlay('login', { tab: 'login' }),
      )
    case 'closedGame':
      go(home, { replace: true })
      return void alert({
        text: text('app.game.closed', { game: text(destination.game.text) }),
        kind: 'info',
      })
    case 'home':
      return go(home, { replace: true })
  }
}

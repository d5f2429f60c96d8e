import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callKey } from '../api/use-call.ts'
import { queryClient } from '../query.ts'
import { type UserInfo, userInfoKey } from '../session.ts'
import { loadTexts } from '../text/text.ts'
import { AccountButton } from './AccountButton.tsx'

// The token is read when the app starts: a player is logged in.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'token' ? 'ana' : null) })
})

// The build compiles the texts; a text that is not there shows its key.
vi.mock('virtual:texts/pt-BR/first', () => ({ messages: {} }))

beforeAll(() => loadTexts('first', 'pt-BR'))

afterAll(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

const shownTo = (user: Pick<UserInfo, 'level' | 'nextlevel'>) => {
  queryClient.setQueryData(userInfoKey, { header: 3, ...user })
  return renderToStaticMarkup(
    createElement(QueryClientProvider, { client: queryClient }, createElement(AccountButton)),
  )
}

test('the button shows the VIP level where there are levels', () => {
  const shown = shownTo({ level: 4, nextlevel: null })
  expect(shown).toContain('>4<')
  expect(shown).toContain('app.account.open')
})

test('the button shows no level where there are none', () => {
  const shown = shownTo({ level: 0, nextlevel: null })
  expect(shown).not.toContain('>0<')
  expect(shown).toContain('app.account.title')
})

test('a dot marks unread messages, separately from the level, and disappears with them', () => {
  const unread = callKey('GET /api/app/messages/unread')
  queryClient.setQueryData(unread, { result: 2, bonus: 1, cashier: 0, system: 0 })
  const shown = shownTo({ level: 4, nextlevel: null })
  expect(shown).toMatch(/aria-describedby="([^"]+)".*<span id="\1"/)
  expect(shown).toContain('app.menu.unread')
  expect(shown).toContain('>4<')
  queryClient.setQueryData(unread, { result: 0, bonus: 0, cashier: 0, system: 0 })
  expect(shownTo({ level: 4, nextlevel: null })).not.toMatch(/aria-describedby|app\.menu\.unread/)
})

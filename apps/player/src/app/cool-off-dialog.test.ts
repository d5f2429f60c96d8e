import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../shared/query.ts'
import { beginSession } from '../shared/session.ts'
import { draw } from '../shared/testing/drawn.ts'
import { keepInBrowser, openAddress, openServer } from '../shared/testing/test-browser.ts'
import { loadTexts } from '../shared/text/text.ts'
import { beginRealityCheck, useRealityCheck } from '../shared/reality-check.ts'
import { CoolOffDialog } from './CoolOffDialog.tsx'

await vi.hoisted(async () =>
  (await import('../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))
beforeEach(() => {
  keepInBrowser({ token: 'ana' })
  openAddress('/')
  beginSession('ana')
  beginRealityCheck() // automatic play waits for the answer
})
afterEach(() => queryClient.clear())

const open = () => draw(createElement(CoolOffDialog, { netLossCents: 51_234 }))

test("the dialog shows the day's loss, and offers a pause or to continue", () => {
  const { words } = open()
  expect(words).toMatch(/Hoje você perdeu R\$\s512,34/)
  expect(words).toContain('Fazer uma pausa')
  expect(words).toContain('Agora não')
})

test.each([
  { answer: 'Agora não', wanted: 0 },
  { answer: 'Fazer uma pausa', wanted: 1 },
])(
  '$answer is noted once, and only a wish for a pause ends what plays by itself',
  async ({ answer, wanted }) => {
    const sent = openServer({ '/api/app/protection/coolOff': {} })
    const { breaksWanted } = useRealityCheck.getState()
    open().press(answer)
    expect(useRealityCheck.getState()).toMatchObject({ isDue: false, breaksWanted: breaksWanted + wanted })
    await expect.poll(() => sent.map(({ path }) => path)).toContain('/api/app/protection/coolOff')
  },
)

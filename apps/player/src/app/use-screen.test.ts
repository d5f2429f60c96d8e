import { beforeEach, expect, test, vi } from 'vitest'
import { until } from '../../../../tools/test/until.ts'
import { answerAlert, useAlerts } from '../shared/alerts.ts'
import { loadTexts } from '../shared/text/text.ts'
import { overlayInSight } from '../shared/overlays.ts'
import { openAddress, openServer } from '../shared/testing/test-browser.ts'
import { destinationOf } from './arrival.ts'
import { follow } from './use-screen.ts'

await vi.hoisted(async () => (await import('../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)
vi.mock('virtual:texts/en/first', async () =>
  (await import('../locales/testing/test-texts.ts')).compiledTexts('en'),
)

beforeEach(() => openAddress('/mines'))

test.each([
  { language: 'pt-BR', says: 'Mines ainda não está disponível para compra' },
  { language: 'en', says: 'Mines is not available for purchase yet' },
] as const)('a game that cannot be played says so in $language: $says', async ({ language, says }) => {
  await loadTexts('first', language)
  follow(destinationOf('/mines', false, (screen) => screen === 'home'))
  expect(useAlerts.getState().waiting).toMatchObject([{ text: says }])
  expect(location.pathname).toBe('/home')
  answerAlert(true)
})

test('a sign-in link of a player with a second factor opens the login sheet with its ticket', async () => {
  openServer({
    '/api/auth/user/zgo': {
      http: 500,
      status: 5116,
      message: 'Digite o código.',
      data: { code: 'second_factor_needed', ticket: 'the-ticket' },
    },
  })
  follow(destinationOf('/zgoAbc', false, (screen) => screen === 'home'))
  const opened = await until('the login sheet is open', async () => overlayInSight() ?? false)
  expect(opened).toMatchObject({ name: 'login', input: { ticket: 'the-ticket' } })
})

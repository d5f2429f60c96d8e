import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useDepartures } from '../../shared/session.ts'
import { useToasts } from '../../shared/toasts.ts'
import { keepInBrowser, openAddress } from '../../shared/testing/test-browser.ts'
import { loadTexts } from '../../shared/text/text.ts'
import { showWin } from './announce-won-bet.ts'

await vi.hoisted(async () => (await import('../../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))
/** What the page shows beside the toast: a test has no page. */
const shown: object[] = []
beforeEach(() => {
  openAddress('/mines')
  const part = () => ({
    style: { setProperty: () => undefined },
    append: () => undefined,
    remove: () => undefined,
  })
  vi.stubGlobal('document', { createElement: part, body: { append: (one: object) => shown.push(one) } })
})
afterEach(() => {
  useToasts.setState({ shown: undefined })
  shown.length = 0
  vi.unstubAllGlobals()
})

test.each([{ result: 10 }, { result: 21 }])(
  'a won bet is announced on any page, with its return and a link to it: result $result',
  async ({ result }) => {
    await showWin({ betId: '0123456789ABC', result, returnCents: 1850 })
    const reported = useToasts.getState().shown
    expect(reported?.text).toMatch(/^Você ganhou! R\$\s18,50 no seu saldo$/)
    reported?.action?.onPress()
    expect(location.pathname + location.search).toBe('/registros?tab=sports&bet=0123456789ABC')
    expect(shown).toHaveLength(1)
  },
)

test('a won bet that repaid a debt says how much of it did, instead of all being in the balance', async () => {
  await showWin({ betId: '0123456789ABC', result: 10, returnCents: 1850, repaidCents: 600 })
  expect(useToasts.getState().shown?.text).toMatch(
    /^Você ganhou R\$\s18,50: R\$\s6,00 abateram o valor em aberto$/,
  )
})

test.each([
  { result: 20 },
  { result: 11 },
  { result: 90 },
  { result: -10 },
  { result: 10, isCashedOut: true },
])('a bet without a win on the field is not announced: $result, cashed out: $isCashedOut', async (how) => {
  await showWin({ betId: '0123456789ABC', returnCents: 500, ...how })
  expect(useToasts.getState().shown).toBeUndefined()
  expect(shown).toEqual([])
})

test('after the first settled bet, lost or won, the installation is offered', async () => {
  keepInBrowser()
  useDepartures.setState({ count: useDepartures.getState().count + 1 })
  await showWin({ betId: '0123456789ABC', result: 20, returnCents: 0 })
  expect(localStorage.getItem('installCard')).toBe('due')
})

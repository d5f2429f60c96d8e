import { beforeAll, expect, test, vi } from 'vitest'
import { loadTexts, text } from '../../../shared/text/text.ts'
import { openAddress } from '../../../shared/testing/test-browser.ts'
import { testBetLeg } from '../testing/test-bet.ts'
import type { Booking } from './booking.ts'
import { saveSlipPicture } from './slip-picture.ts'

await vi.hoisted(async () =>
  (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => {
  openAddress('/footballPage')
  return loadTexts('first', 'pt-BR')
})

/** A canvas that records its texts, each letter ten pixels wide. */
function notingPage() {
  const written: string[] = []
  const link = { href: '', download: '', click: vi.fn() }
  const pen = {
    canvas: { height: 0 },
    fillRect: () => {},
    measureText: (words: string) => ({ width: words.length * 10 }),
    fillText: (words: string) => void written.push(words),
  }
  const canvas = { width: 0, height: 0, getContext: () => pen, toDataURL: () => 'data:image/png;base64,' }
  vi.stubGlobal('document', {
    createElement: (name: string) => (name === 'a' ? link : canvas),
    documentElement: {},
    body: {},
  })
  vi.stubGlobal('getComputedStyle', () => ({ fontFamily: 'Figtree', getPropertyValue: () => '#123' }))
  return { written, link }
}

test("a slip's picture has selections, odds and code; no stake, return or name", async () => {
  const { written, link } = notingPage()
  const { marketType: type, ...leg } = testBetLeg({ outcomeId: '1', code: 'home', priceMilli: 1850 })
  const booking = {
    code: 'ABCD2345',
    isEachWay: false,
    folds: null,
    legs: [{ ...leg, type, state: 'open' }],
  } as unknown as Booking
  await saveSlipPicture(booking, {
    t: text,
    price: (milli) => (milli / 1000).toFixed(2),
    start: () => '22/11 15:00',
  })
  const words = written.join(' | ')
  expect(words).toContain('ABCD2345')
  expect(words).toContain('Mandante')
  expect(words).toContain('1.85')
  expect(words).not.toMatch(/R\$|aposta de|retorno|ana/i)
  expect(link).toMatchObject({ download: 'palpite-ABCD2345.png' })
  expect(link.click).toHaveBeenCalledOnce()
})

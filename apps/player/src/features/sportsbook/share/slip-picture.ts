import type { useFormat } from '../../../shared/format/use-format.ts'
import type { text } from '../../../shared/text/text.ts'
import { legMarket, legPick } from '../builder/builder-words.ts'
import { matchName } from '../match-name.ts'
import { type Booking, bookingUrl, pickOf } from './booking.ts'

type Words = {
  t: typeof text
  price: (milli: number) => string
  start: ReturnType<typeof useFormat>['start']
}

/** Lengths in pixels of the picture, as wide as a social-network story. */
const width = 1080
const edge = 64
const head = 190
const row = 156
const foot = 130

/** Saves a slip's picture: selections, prices and code, without amounts or owner. */
export const saveSlipPicture = async (booking: Booking, words: Words): Promise<void> => {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = head + row * booking.legs.length + foot
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('the browser draws no pictures')
  draw(pen, booking, words)
  const link = document.createElement('a')
  link.href = canvas.toDataURL('image/png')
  link.download = `palpite-${booking.code}.png`
  link.click()
}

function draw(pen: CanvasRenderingContext2D, { code, legs }: Booking, { t, price, start }: Words): void {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const family = getComputedStyle(document.body).fontFamily
  const write = (
    words: string,
    at: { x: number; y: number },
    how: { size: number; weight: number; ink: string },
  ) => {
    pen.font = `${how.weight} ${how.size}px ${family}`
    pen.fillStyle = colour(how.ink)
    pen.fillText(words, at.x, at.y)
  }
  pen.fillStyle = colour('surface-1')
  pen.fillRect(0, 0, width, pen.canvas.height)
  write('Palpite', { x: edge, y: 96 }, { size: 56, weight: 800, ink: 'brand-text' })
  write(
    t('sportsbook.booking.title', { code }),
    { x: edge, y: 150 },
    { size: 36, weight: 500, ink: 'text-2' },
  )
  for (const [place, leg] of legs.entries()) {
    const top = head + place * row
    pen.fillStyle = colour('surface-3')
    pen.fillRect(edge, top, width - 2 * edge, 2)
    const shown = leg.state === 'open' && leg.priceMilli !== null ? price(leg.priceMilli) : '–'
    pen.font = `800 48px ${family}`
    const room = width - 2 * edge - pen.measureText(shown).width - 32
    const fitted = (words: string, size: number, weight: number) => {
      pen.font = `${weight} ${size}px ${family}`
      return shortened(pen, words, room)
    }
    write(
      fitted(legPick(t, pickOf(leg)), 42, 700),
      { x: edge, y: top + 56 },
      { size: 42, weight: 700, ink: 'text' },
    )
    const banker = leg.isBanker ? ` · ${t('sportsbook.leg.banker')}` : ''
    const market = fitted(`${legMarket(t, pickOf(leg))} · ${matchName(t, leg)}${banker}`, 30, 400)
    write(market, { x: edge, y: top + 98 }, { size: 30, weight: 400, ink: 'text-2' })
    const tag = leg.simulated ? ` · ${t('app.simulated.tag')}` : ''
    const time = fitted(`${start(leg, 'kickOff')}${tag}`, 28, 400)
    write(time, { x: edge, y: top + 136 }, { size: 28, weight: 400, ink: 'text-2' })
    pen.textAlign = 'end'
    write(shown, { x: width - edge, y: top + 84 }, { size: 48, weight: 800, ink: 'brand-text' })
    pen.textAlign = 'start'
  }
  const last = head + legs.length * row + 72
  write(bookingUrl(code), { x: edge, y: last }, { size: 30, weight: 500, ink: 'text-2' })
}

/** The words that fit, with an ellipsis where they are cut. */
function shortened(pen: CanvasRenderingContext2D, words: string, room: number): string {
  if (pen.measureText(words).width <= room) return words
  const letters = Array.from(new Intl.Segmenter().segment(words), ({ segment }) => segment)
  while (letters.length > 1 && pen.measureText(`${letters.join('')}…`).width > room) letters.pop()
  return `${letters.join('')}…`
}

import { readFileSync } from 'node:fs'
import type { Look, Theme } from '@palpite/contract/look'
import encodeQR from 'qr'
import { type Lang, loadTexts, moneyFormats } from '../../platform/texts.ts'

export type PageState =
  | 'preparing'
  | 'open'
  | 'paid'
  | 'expired'
  | 'cancelled'
  /** Paid by a third party, and returned. */
  | 'returned'
  | 'failed'
  | 'unknown'

export type Page = {
  lang: Lang
  /** The theme and text size that the player chose in the app. */
  look: Pick<Look, 'theme' | 'textPercent'>
  payNo: string
  state: PageState
  amountCents: number
  brCode: string
  secondsLeft: number
  /** Whether the page is framed in the app, which shows the time left and the way back itself. */
  isFramed: boolean
  /** Whether to show a button that pays; only in sandbox mode. */
  hasSandbox: boolean
  sandboxFailed: boolean
}

const template = readFileSync(new URL('page.html', import.meta.url), 'utf8')

/** States that can follow without a reload: their parts are on the page, hidden. */
const ends = ['paid', 'expired', 'cancelled', 'returned', 'failed', 'unknown', 'preparing'] as const

/** When the light tokens apply, as a media query, and the colour schemes for the browser's own controls. */
const lightOf: Record<Theme, { lightMedia: string; schemes: string }> = {
  dark: { lightMedia: 'not all', schemes: 'dark' },
  light: { lightMedia: 'all', schemes: 'light' },
  system: { lightMedia: '(prefers-color-scheme: light)', schemes: 'dark light' },
}

/** The payment page as HTML. Every inserted value is escaped. */
export function renderPage(page: Page): string {
  const body = [
    page.isFramed ? '' : brandPart,
    page.state === 'open' ? openPart(page) : '',
    ...ends.map((end) => endPart(page, end)),
    page.isFramed ? '' : backPart(page),
  ].join('')
  const values: Record<string, string> = {
    lang: page.lang,
    textPercent: String(page.look.textPercent),
    ...lightOf[page.look.theme],
    title: pageText(page.lang, 'title'),
    state: page.state,
    statusUrl: `/pay/${page.payNo}/status`,
    seconds: String(page.secondsLeft),
  }
  return template
    .replace('{{{body}}}', () => body)
    .replace(/\{\{(\w+)\}\}/g, (_all, name: string) => escape(values[name] ?? ''))
}

const brandPart = '<p class="brand"><a href="/home">palpite</a></p>'

/** In its own tab the page would be a dead end without it. */
const backPart = ({ lang }: Page): string =>
  `<p class="back"><a href="/home">${escape(pageText(lang, 'back'))}</a></p>`

function openPart({
  lang,
  payNo,
  amountCents,
  brCode,
  hasSandbox,
  sandboxFailed,
  secondsLeft,
  isFramed,
}: Page): string {
  const text = (key: string) => escape(pageText(lang, key))
  const query = `?lang=${lang}`
  const sandbox = hasSandbox
    ? `${sandboxFailed ? `<p class="wrong" role="alert">${text('sandboxFailed')}</p>` : ''}
      <form method="post" action="/pay/${escape(payNo)}/sandbox${query}">
        <button class="play" type="submit">${text('sandboxPay')}</button>
      </form>`
    : ''
  return `<div data-of="open">
    <h1>${text('amount')} <strong>${escape(shownReais(amountCents, lang))}</strong></h1>
    <div class="card">
      <p class="scan">${text('scan')}</p>
      <div class="qr" role="img" aria-label="${text('qr')}">${qrOf(brCode)}</div>
      <p class="or">${text('or')}</p>
      <label for="code">${text('code')}</label>
      <textarea id="code" readonly spellcheck="false">${escape(brCode)}</textarea>
      <button type="button" data-copy="${text('copied')}">${text('copy')}</button>
      <p class="note" role="status" data-copy-status></p>
      ${isFramed ? '' : `<p class="left"><span>${text('left')}</span> <time role="timer" data-left>${clock(secondsLeft)}</time></p>`}
    </div>
    ${isFramed ? '' : `<p class="note">${text('waiting')}</p>`}
    ${sandbox}
  </div>`
}

const endPart = ({ lang, amountCents }: Page, end: (typeof ends)[number]): string =>
  `<div class="end" data-of="${end}"><h1>${escape(pageText(lang, `${end}Title`))}</h1>
    <p>${escape(pageText(lang, end).replace('{amount}', () => shownReais(amountCents, lang)))}</p></div>`

/** The QR code as SVG, black on any background; hidden from screen readers, which get the code as text. */
function qrOf(brCode: string): string {
  const rows = encodeQR(brCode, 'raw', { ecc: 'medium', border: 2 })
  const path = rows.map((row, y) =>
    runsOf(row)
      .map(([x, wide]) => `M${x} ${y}h${wide}v1h-${wide}z`)
      .join(''),
  )
  return `<svg aria-hidden="true" viewBox="0 0 ${rows.length} ${rows.length}" shape-rendering="crispEdges"><path d="${path.join('')}"/></svg>`
}

/** The start and width of each dark run in a row. */
function runsOf(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = []
  row.forEach((isDark, x) => {
    const last = runs.at(-1)
    if (isDark && last && last[0] + last[1] === x) last[1] += 1
    else if (isDark) runs.push([x, 1])
  })
  return runs
}

const clock = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`

const shownReais = (amountCents: number, lang: Lang): string => moneyFormats[lang].format(amountCents / 100)

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escape = (text: string): string => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)

const texts = loadTexts((lang) => new URL(`texts/${lang}.json`, import.meta.url))

/** A text of the payment page; a missing one shows as its key. */
const pageText = (lang: Lang, key: string): string => texts[lang][key] ?? key

/** All text keys of a language, for the test that compares the languages. */
export const pageTextKeys = (lang: Lang): string[] => Object.keys(texts[lang]).sort()

import { listenToPage, say } from './frame.ts'
import { iconDrawing, type IconName } from './icons.ts'
import { type Bet, call } from './session.ts'
import { toggleSound } from './sound.ts'
import { errorText, money, text, times } from './texts.ts'

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** An element with attributes and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : String(value))
  }
  made.append(...inside)
  return made
}

/** A button with an action. */
export const button = (label: string, press: () => void, attributes: Attributes = {}): HTMLButtonElement => {
  const made = element('button', { type: 'button', ...attributes }, label)
  made.addEventListener('click', press)
  return made
}

/** A small icon button, named for screen readers. */
export const iconButton = (icon: IconName, label: string, press: () => void): HTMLButtonElement => {
  const made = button('', press, { class: 'icon', 'aria-label': label, title: label })
  made.append(iconDrawing(icon))
  return made
}

/** Shows why a game could not be opened, and reports it to the surrounding page, which then stops waiting. */
export async function showClosed(place: HTMLElement, code: string): Promise<void> {
  place.replaceChildren(element('p', { role: 'alert', class: 'said', 'data-kind': 'error' }, errorText(code)))
  const page = await call<{ pageOrigin: string }>('/api/page')
  if (!page.ok) return
  listenToPage(page.pageOrigin, () => {})
  say({ type: 'failed', why: code === 'session_closed' ? 'session' : 'fault' })
}

/** Shows a text over the game until it is closed. */
export function showDialog(title: string, ...inside: (Node | string)[]): void {
  const close = iconButton('close', text('close'), () => dialog.close())
  const dialog = element(
    'dialog',
    { 'aria-label': title },
    element('header', {}, element('h2', {}, title), close),
    ...inside,
  )
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

/** The sound switch. */
export const soundButton = (): HTMLButtonElement => {
  const made = iconButton('sound', text('sound'), () =>
    made.setAttribute('aria-pressed', String(toggleSound())),
  )
  made.setAttribute('aria-pressed', 'false')
  return made
}

/** The steps of a stake, in cents. */
const steps = [20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]

/** A stake field that steps up and down within its bounds. */
export function stakeField(
  bounds: { minStakeCents: number; maxStakeCents: number },
  show: (cents: number) => string,
) {
  const fitting = steps.filter((cents) => cents >= bounds.minStakeCents && cents <= bounds.maxStakeCents)
  let at = Math.max(0, fitting.indexOf(100))
  const shown = element('output', { 'aria-live': 'polite' })
  const draw = () => (shown.textContent = show(fitting[at] ?? bounds.minStakeCents))
  const move = (by: number) => {
    at = Math.min(fitting.length - 1, Math.max(0, at + by))
    draw()
  }
  draw()
  const view = element(
    'div',
    { class: 'row stake', role: 'group', 'aria-label': text('stake') },
    button('−', () => move(-1), { 'aria-label': text('less') }),
    shown,
    button('+', () => move(1), { 'aria-label': text('more') }),
  )
  return { view, cents: () => fitting[at] ?? bounds.minStakeCents, move }
}

/** A table with a header row. */
export const tableOf = (head: readonly string[], rows: readonly (readonly (Node | string)[])[]) =>
  element(
    'table',
    {},
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        ...head.map((one) => (one === '' ? element('td') : element('th', { scope: 'col' }, one))),
      ),
    ),
    element(
      'tbody',
      {},
      ...rows.map((row) => element('tr', {}, ...row.map((one) => element('td', {}, one)))),
    ),
  )

/** The player's last rounds, each with stake and return; for the crash also the cash-out. */
export function showHistory(bets: readonly Bet[]): void {
  const over = bets.filter(({ status }) => status === 'done' || status === 'paying')
  if (over.length === 0) return showDialog(text('history'), element('p', {}, text('noRounds')))
  const rows = over.map(({ stakeCents, winCents, cashedOutAt }) => [
    money(stakeCents) + (cashedOutAt === null ? '' : ` · ${times(cashedOutAt)}x`),
    money(winCents),
  ])
  return showDialog(text('history'), tableOf([text('stake'), text('returned')], rows))
}

import type { DataOf } from '../../shared/api.ts'

/** A fixture for traders, with its main markets or all. */
export type Traded = DataOf<'GET /api/backoffice/trading/fixtures'>[number]
export type TradedMarket = Traded['markets'][number]
export type TradedOutcome = TradedMarket['outcomes'][number]

/** The polling interval of visible prices. */
export const PRICES_EVERY_MS = 2000

/** The selected rows by key, to suspend or reopen. */
export type Change = { keys: readonly string[]; isSuspended: boolean }

/** The rows a key applies to: the marked ones, else the focused one. */
export function chosenRows(marked: ReadonlySet<string>, focused: string | undefined): string[] {
  if (marked.size > 0) return [...marked]
  return focused === undefined ? [] : [focused]
}

/** The focused row of a list. */
export const focusedRow = (): string | undefined =>
  document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-row]')?.dataset['row']

/** Parses a price: `1,85` and `1.85` are 1850; undefined if it is none. */
export function priceMilliOf(typed: string): number | undefined {
  const [, whole, rest = ''] = /^\s*(\d{1,4})(?:[.,](\d{0,2}))?\s*$/.exec(typed) ?? []
  return whole === undefined ? undefined : Number(whole) * 1000 + Number(rest.padEnd(3, '0'))
}

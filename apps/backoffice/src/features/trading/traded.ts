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

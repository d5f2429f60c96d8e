import type { DataOf } from '../../shared/api.ts'

/** A fixture as traders see it, with its main markets or all of them. */
export type Traded = DataOf<'GET /api/backoffice/trading/fixtures'>[number]
export type TradedMarket = Traded['markets'][number]

/** How often prices in sight are asked anew. */
export const PRICES_EVERY_MS = 2000

/** What is to be suspended or reopened: rows of the grid, by their keys. */
export type Change = { keys: readonly string[]; isSuspended: boolean }

/** The rows a key of the keyboard speaks of: those that are marked, or else the one that has the focus. */
export function chosenRows(marked: ReadonlySet<string>, focused: string | undefined): string[] {
  if (marked.size > 0) return [...marked]
  return focused === undefined ? [] : [focused]
}

/** The row of a list that has the focus. */
export const focusedRow = (): string | undefined =>
  document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-row]')?.dataset['row']

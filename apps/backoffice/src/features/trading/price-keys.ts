import { type Shortcuts, useShortcuts } from '../../shared/shortcuts.ts'

/**
 * The keys of prices: arrows move from the focused row to its prices, and between prices and rows; `e` edits the focused
 * price, or the first one of the focused row. Without a focused row they stay the page's.
 */
export function usePriceKeys(onEdit: (outcomeId: string | undefined) => void): void {
  const shortcuts: Shortcuts = {
    e: () => onEdit(focusedPrice()?.dataset['outcome']),
    ArrowRight: () => moveInRow(1),
    ArrowLeft: () => moveInRow(-1),
    ArrowDown: () => moveToRow(1),
    ArrowUp: () => moveToRow(-1),
  }
  useShortcuts(shortcuts)
}

const focusedTableRow = () => document.activeElement?.closest<HTMLElement>('[data-list] tbody tr') ?? null

/** The stops of a row, left to right: its name, then its prices. */
const stopsOf = (row: Element): HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>('[data-row], [data-outcome]'),
]

function focusedPrice(): HTMLElement | undefined {
  const row = focusedTableRow()
  const prices = row ? [...row.querySelectorAll<HTMLElement>('[data-outcome]')] : []
  return prices.find((one) => one === document.activeElement) ?? prices[0]
}

function moveInRow(by: 1 | -1): boolean {
  const row = focusedTableRow()
  if (!row) return false
  const stops = stopsOf(row)
  stops[stops.findIndex((one) => one === document.activeElement) + by]?.focus()
  return true
}

function moveToRow(by: 1 | -1): boolean {
  const row = focusedTableRow()
  if (!row) return false
  const at = stopsOf(row).findIndex((one) => one === document.activeElement)
  const next = by === 1 ? row.nextElementSibling : row.previousElementSibling
  const stops = next ? stopsOf(next) : []
  const stop = stops[Math.min(Math.max(at, 0), stops.length - 1)]
  stop?.focus()
  stop?.scrollIntoView({ block: 'nearest' })
  return true
}

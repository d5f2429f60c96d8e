import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** A round lasts thirty seconds: the one after next is drawn within this, on a slow machine too. */
export const ROUND_MS = 140_000

/** A player's controls and displays in a shared draw's room (double, lottery). */
export type SharedRoom = {
  /** Past draws are buttons too, named by their result: excluded here. */
  button(name: string | RegExp): Locator
  /** The current round. */
  round(): Locator
  /** The player's bets in it. */
  mine(): Locator
  /** Waits for a round that accepts bets for at least this many seconds. */
  whileOpen(seconds: number): Promise<void>
  /** Waits if the current round closes soon, so that later bets share one round. */
  untilNotClosing(): Promise<void>
}

/** More than it takes to place a few bets and cancel one. */
const ENOUGH_SECONDS = 9

/** This page's room. */
export function sharedRoom(page: Page): SharedRoom {
  const round = () => page.getByRole('region', { name: 'Rodada', exact: true })
  const secondsOpen = async () => {
    const text = await round().innerText()
    const left = await round().getByRole('timer').allInnerTexts()
    return text.includes('Apostas abertas') ? Number.parseInt(left[0] ?? '0', 10) : 0
  }
  return {
    button: (name) => page.locator(':not(li) > button').and(page.getByRole('button', { name })),
    round,
    mine: () => page.getByRole('region', { name: 'Minhas apostas nesta rodada' }),
    async whileOpen(seconds) {
      await expect.poll(secondsOpen, { timeout: ROUND_MS }).toBeGreaterThanOrEqual(seconds)
    },
    async untilNotClosing() {
      const isFarFromClosing = async () => {
        // After a round has closed the next one accepts bets.
        if (/Sorteando|Resultado|Próxima rodada/.test(await round().innerText())) return true
        return (await secondsOpen()) >= ENOUGH_SECONDS
      }
      await expect.poll(isFarFromClosing).toBe(true)
    },
  }
}

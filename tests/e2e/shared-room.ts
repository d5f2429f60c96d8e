import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** A round lasts thirty seconds: the next one but one is drawn within this, on a slow machine too. */
export const ROUND_MS = 140_000

/** What a player presses and reads in a room where all play the same draw (double, lottery). */
export type SharedRoom = {
  /** Draws of before are buttons as well, in a list, and named by what was drawn: never one of those. */
  button(name: string | RegExp): Locator
  /** The round that is going on. */
  round(): Locator
  /** The bets of the player in it. */
  mine(): Locator
  /** Waits for a round that takes bets for so many seconds at least. */
  whileOpen(seconds: number): Promise<void>
  /** Waits while the round that takes bets closes soon: what is bet after it goes into one round. */
  untilNotClosing(): Promise<void>
}

/** More than it takes to lay a few bets and to take one back. */
const ENOUGH_SECONDS = 9

/** The room that this page shows. */
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
        // After a round has closed the next one takes bets.
        if (/Sorteando|Resultado|Próxima rodada/.test(await round().innerText())) return true
        return (await secondsOpen()) >= ENOUGH_SECONDS
      }
      await expect.poll(isFarFromClosing).toBe(true)
    },
  }
}

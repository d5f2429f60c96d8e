import type { Browser, Locator, Page } from 'playwright-core'
import { comeBack, registered, toppedUp } from '../../tests/e2e/known-player.ts'
import type { World } from '../../tests/e2e/player.ts'
import { onSlowPage, SLOWED } from './frames.ts'
import type { Row } from './table.ts'

const GOAL_MS = 100
/** Browsers report no shorter interactions. */
const SHORTEST_MS = 16
/** Time to render the effect of a press before the next one. */
const PAUSE_MS = 300
const ROUNDS = 3

/** How long the slowest of a hundred presses keep the next frame waiting. */
export async function measureInteractions(browser: Browser, world: World): Promise<Row[]> {
  const player = await toppedUp(world, await registered(world))
  const { presses, reported } = await onSlowPage(browser, async (page, slow) => {
    await page.addInitScript(NOTE)
    await comeBack(page, world, player, '/home')
    await page.getByRole('main').first().waitFor()
    await slow()
    let count = 0
    const press = async (what: Locator) => {
      await what.filter({ visible: true }).first().click()
      count += 1
      await page.waitForTimeout(PAUSE_MS)
    }
    for (let round = 0; round < ROUNDS; round += 1) await playThrough(page, press)
    return { presses: count, reported: await page.evaluate<number[]>('[...window.interactions.values()]') }
  })
  const short = Array.from({ length: Math.max(0, presses - reported.length) }, () => SHORTEST_MS)
  const sorted = [...reported, ...short].toSorted((one, other) => one - other)
  return [
    {
      name: 'interaction_p95_ms',
      what: `p95 of ${presses} presses until the next frame, processor slowed ${SLOWED}×`,
      value: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN,
      unit: 'ms',
      goal: GOAL_MS,
    },
  ]
}

/** Each interaction by its id, with the longest of its events, from when it happened to the frame that shows it. */
const NOTE = `{
  window.interactions = new Map()
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0)
        window.interactions.set(interactionId, Math.max(duration, window.interactions.get(interactionId) ?? 0))
  }).observe({ type: 'event', durationThreshold: ${SHORTEST_MS}, buffered: true })
}`

/** Uses the main screens by presses only: sports and the slip, a game, the records, the menus. */
async function playThrough(page: Page, press: (what: Locator) => Promise<void>): Promise<void> {
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const tabs = page.getByRole('navigation', { name: 'Principal' })
  await press(tabs.getByRole('link', { name: 'Esportes' }))
  await press(button('Hoje'))
  await press(button('Semana'))
  const prices = page.getByRole('button', { name: /vence, odd/ })
  await prices.nth(3).waitFor()
  for (const at of [0, 2, 3]) await press(prices.nth(at))
  await press(button(/Ver cupom/))
  await press(page.getByRole('dialog').getByLabel('Valor da aposta', { exact: true })) // unfolds the keypad
  await press(page.getByRole('dialog').getByRole('button', { name: 'Fechar' }))
  for (const at of [0, 2, 3]) await press(prices.nth(at))
  await press(page.locator('main a[href^="/footballPage/"]'))
  await press(page.locator('main section button.odds'))
  await press(page.locator('main section button.odds'))
  await press(button('Voltar'))
  await press(tabs.getByRole('link', { name: 'Minhas apostas' }))
  await press(tabs.getByRole('link', { name: 'Início' }))
  await press(button('Menu'))
  await press(page.getByRole('dialog').getByRole('button', { name: 'Fechar' }))
  await press(tabs.getByRole('button', { name: 'Jogos' }))
  await press(page.getByRole('dialog').getByRole('link', { name: /^Mines/ }))
  await press(button('5 minas'))
  await press(button('3 minas'))
  await press(button('Voltar'))
}

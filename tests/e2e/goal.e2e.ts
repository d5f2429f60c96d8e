import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { comeBack, registered } from './known-player.ts'
import { scheduleMatch } from './player.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
/** A stop of 40 match seconds lasts two, and the first goal falls some seconds after the page is open. */
const MATCH_SPEED = 20
const FIRST_GOAL = { from: 240, to: 480 }

let phone: Phone
let page: Page
beforeAll(async () => {
  phone = await openPhone()
  page = phone.page
})
afterAll(() => phone.close())

/** A match at one moment: the score, how many prices are open and locked, and how high each card stands, by its name. */
type Sight = { score: string; open: number; locked: number; cards: Record<string, number> }

const look = (): Promise<Sight> =>
  page.evaluate(`(() => {
    const prices = [...document.querySelectorAll('main section button.odds')]
    const cards = [...document.querySelectorAll('main section')].filter((card) => card.querySelector('h2'))
    return {
      score: document.querySelector('main section p')?.textContent ?? '',
      open: prices.filter((price) => price.dataset.locked === undefined).length,
      locked: prices.filter((price) => price.dataset.locked !== undefined).length,
      cards: Object.fromEntries(cards.map((card) => [
        card.querySelector('h2').textContent + ', ' + card.querySelectorAll('button.odds').length,
        card.offsetHeight,
      ])),
    }
  })()`)

/** Looks on until this is seen; answers that sight and the one before it. */
async function lookUntil(isIt: (sight: Sight) => boolean): Promise<{ before: Sight; now: Sight }> {
  let before = await look()
  for (let looks = 0; looks < 1200; looks += 1) {
    const now = await look()
    if (isIt(now)) return { before, now }
    before = now
    await page.waitForTimeout(50)
  }
  throw new Error(`this was never seen; the last sight was ${JSON.stringify(before)}`)
}

const openMatch = async (home: string, away: string) => {
  const { fixtureId } = await scheduleMatch(world, {
    home,
    away,
    startsInSeconds: 1,
    speed: MATCH_SPEED,
    firstGoal: FIRST_GOAL,
  })
  await page.goto(`${world.url}/footballPage/${fixtureId}?topic=all`)
  return lookUntil(({ score, open }) => score === '0–0' && open > 12)
}

test('a goal locks every line of a match at once, and nothing on the page moves; then all open again', async () => {
  await comeBack(page, world, await registered(world))
  await openMatch('Praia da Pitanga', 'Duna do Siri')
  const { before, now } = await lookUntil(({ score }) => score !== '0–0')
  await phone.picture('goal-locked')
  expect(before.open).toBeGreaterThan(12)
  expect(now).toMatchObject({ open: 0 })
  expect(now.locked).toBeGreaterThan(12)
  expect(now.cards).toEqual(before.cards)
  const again = await lookUntil(({ open }) => open > 12)
  expect(again.before).toMatchObject({ score: now.score, open: 0 })
})

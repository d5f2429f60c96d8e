import { settled } from './accessible.ts'
import { expect, test } from './test.ts'
import { comeBack } from './known-player.ts'
import { advance, scheduleMatch } from './player.ts'
import { watchPage } from './page-samples.ts'

/** A match at one moment: score, open and locked prices, and each card's position. */
type Shown = { score: string; open: number; locked: number; cards: Record<string, number> }
const shown = `(() => {
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
})()`

/** More prices than a few lines have. */
const MANY = 12

test('a goal locks every line of a match at once, nothing moves; then all reopen', async ({
  page,
  phone,
  world,
  player,
}) => {
  const { fixtureId } = await scheduleMatch(world, {
    home: 'Praia da Pitanga',
    away: 'Duna do Siri',
    startsInSeconds: 3600,
    speed: 1,
    firstGoal: { from: 240, to: 480 },
  })
  await advance(world, fixtureId, 'kick-off')
  await comeBack(page, world, player, `/footballPage/${fixtureId}?topic=all`)
  await expect(page.locator('main section button.odds:not([data-locked])').nth(MANY)).toBeVisible()
  await expect(page.locator('main section p').first()).toHaveText('0–0')
  await settled(page) // form and table come last, and change the height of their card
  const sights = await watchPage<Shown>(page, shown)
  const isScored = ({ score }: Shown) => score !== '0–0'
  const isOpenAgain = (sight: Shown) => isScored(sight) && sight.open > 0
  const first = async (isIt: (sight: Shown) => boolean) =>
    (await sights()).findIndex(({ what }) => isIt(what))
  const { minute } = await advance(world, fixtureId, 'goal')
  await expect.poll(() => first(isScored)).toBeGreaterThan(0)
  await phone.picture('goal-locked')
  await advance(world, fixtureId, { minute: (minute ?? 0) + 2 })
  await expect.poll(() => first(isOpenAgain)).toBeGreaterThan(0)

  const seen = (await sights()).map(({ what }) => what)
  const [goal, again] = [seen.findIndex(isScored), seen.findIndex(isOpenAgain)]
  const before = seen.findLastIndex(({ open }, at) => at < goal && open > 0)
  expect(seen[before]?.open).toBeGreaterThan(MANY)
  for (const { locked, cards } of seen.slice(before + 1, goal + 1)) {
    expect(locked).toBeGreaterThan(MANY)
    expect(cards).toEqual(seen[before]?.cards)
  }
  for (const { open } of seen.slice(before + 1, again)) expect(open).toBe(0)
  expect(seen[again]?.open).toBeGreaterThan(MANY)
})

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { until } from '../../tools/test/until.ts'

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

/** Evaluated from outside: the content policy forbids eval on the page. */
const isSettled = `(() => {
  const busy = [...document.querySelectorAll('[aria-busy=true]')].some((each) => each.checkVisibility())
  const isMoving = ({ effect, playState }) =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
  return !busy && document.readyState === 'complete' && !document.getAnimations().some(isMoving)
})()`

/** Waits until nothing on the page is loading or transitioning. Endless animations may continue. */
export const settled = async (page: Page): Promise<void> => {
  await until(`${page.url()} stands still`, () => page.evaluate<boolean>(isSettled))
}

/**
 * Renders parts far below, because axe would see their unfinished colours. A covering sheet is marked, because axe
 * takes a selector.
 */
const prepare = `(() => {
  for (const each of document.querySelectorAll('section'))
    if (getComputedStyle(each).contentVisibility === 'auto') each.style.contentVisibility = 'visible'
  for (const each of document.querySelectorAll('[data-on-top]')) each.removeAttribute('data-on-top')
  const top = [...document.querySelectorAll('dialog[open]')].at(-1)
  top?.setAttribute('data-on-top', '')
  return top !== undefined
})()`

/** All rules, or only colour contrast. */
type Rules = 'all' | 'colours'

/** Minified to half the library's size: a page parses it before the check. */
const minified = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** For a page that has it already. */
const NOTHING = ';'

async function violationsOf(page: Page, rules: Rules): Promise<Violation[]> {
  const hasSheet = await page.evaluate<boolean>(prepare)
  const hasAxe = await page.evaluate<boolean>('window.axe !== undefined')
  // Runs without the library's result page, which merges frames of other origins; there are none. No active rule reads
  // style sheets, so they are not fetched again.
  const builder = new AxeBuilder({ page, axeSource: hasAxe ? NOTHING : minified })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: { assets: ['media'] } })
  if (hasSheet) builder.include('[data-on-top]')
  if (rules === 'colours') builder.withRules('color-contrast')
  return (await builder.analyze()).violations
}

const reported = (look: string, violations: readonly Violation[]): string[] =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${look}: ${id} at ${target.join(' ')}: ${failureSummary}`),
  )

/** Axe findings on the page as it is, settled or not. */
export async function complaintsNow(page: Page, rules: Rules): Promise<string[]> {
  const violations = await violationsOf(page, rules)
  return violations.map(
    ({ id, nodes }) => `axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

/** Axe findings on the visible sheet, or on the page without one: all rules in dark, colour contrast in light. */
export async function complaints(page: Page): Promise<string[]> {
  await settled(page)
  const dark = await violationsOf(page, 'all')
  await page.evaluate(`document.documentElement.dataset.theme = 'light'`)
  await settled(page)
  const light = await violationsOf(page, 'colours')
  await page.evaluate(`document.documentElement.dataset.theme = 'dark'`)
  return [...reported('dark', dark), ...reported('light', light)]
}

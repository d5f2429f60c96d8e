import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { until } from '../../tools/test/until.ts'

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

/** Asked from outside: the content policy forbids evaluating words inside. */
const isSettled = `(() => {
  const busy = [...document.querySelectorAll('[aria-busy=true]')].some((each) => each.checkVisibility())
  const isMoving = ({ effect, playState }) =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
  return !busy && document.readyState === 'complete' && !document.getAnimations().some(isMoving)
})()`

/** Waits until nothing on the page is loading or moving to its place. What moves for ever may go on. */
export const settled = async (page: Page): Promise<void> => {
  await until(`${page.url()} stands still`, () => page.evaluate<boolean>(isSettled))
}

/**
 * Parts far below are drawn when they come near: axe looks at them from afar, and would see their last colours. A sheet
 * that lies over the page is marked, because axe takes a selector.
 */
const prepare = `(() => {
  for (const each of document.querySelectorAll('section'))
    if (getComputedStyle(each).contentVisibility === 'auto') each.style.contentVisibility = 'visible'
  for (const each of document.querySelectorAll('[data-on-top]')) each.removeAttribute('data-on-top')
  const top = [...document.querySelectorAll('dialog[open]')].at(-1)
  top?.setAttribute('data-on-top', '')
  return top !== undefined
})()`

/** All rules, or the one that colours decide. */
type Rules = 'all' | 'colours'

/** Half of what the library sends by itself: a page reads it before it looks. */
const minified = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** For a page that has it already. */
const NOTHING = ';'

async function violationsOf(page: Page, rules: Rules): Promise<Violation[]> {
  const hasSheet = await page.evaluate<boolean>(prepare)
  const hasAxe = await page.evaluate<boolean>('window.axe !== undefined')
  // The other way puts the results together in a page of its own, for frames of other origins; here are none. No rule that
  // runs reads the style sheets, which would be fetched once more.
  const builder = new AxeBuilder({ page, axeSource: hasAxe ? NOTHING : minified })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: { assets: ['media'] } })
  if (hasSheet) builder.include('[data-on-top]')
  if (rules === 'colours') builder.withRules('color-contrast')
  return (await builder.analyze()).violations
}

const told = (look: string, violations: readonly Violation[]): string[] =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${look}: ${id} at ${target.join(' ')}: ${failureSummary}`),
  )

/** What axe finds wrong with the page as it is now, settled or not. */
export async function complaintsNow(page: Page, rules: Rules): Promise<string[]> {
  const violations = await violationsOf(page, rules)
  return violations.map(
    ({ id, nodes }) => `axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

/**
 * What axe finds wrong with the sheet in sight, or with the page when nothing lies over it: all rules in the
 * dark, and in the light the one that colours decide.
 */
export async function complaints(page: Page): Promise<string[]> {
  await settled(page)
  const dark = await violationsOf(page, 'all')
  await page.evaluate(`document.documentElement.dataset.theme = 'light'`)
  await settled(page)
  const light = await violationsOf(page, 'colours')
  await page.evaluate(`document.documentElement.dataset.theme = 'dark'`)
  return [...told('dark', dark), ...told('light', light)]
}

import axeCore from 'axe-core'
import type { Page } from 'playwright-core'
import { holds } from './sheets.ts'

/** Evaluated, not added as a script: the page's content policy stays as players have it. */
const axe = axeCore.source

type Violation = { id: string; nodes: { target: string[]; failureSummary: string }[] }

/** Waits until nothing on the page is loading or moving to its place. What moves for ever may go on. */
export async function settled(page: Page): Promise<void> {
  await holds(
    page,
    `(() => {
    const busy = [...document.querySelectorAll('[aria-busy=true]')].some((each) => each.checkVisibility())
    const isMoving = ({ effect, playState }) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    return !busy && document.readyState === 'complete' && !document.getAnimations().some(isMoving)
  })()`,
  )
}

const run = async (page: Page, options: object): Promise<Violation[]> => {
  const { violations } = (await page.evaluate(
    `axe.run([...document.querySelectorAll('dialog[open]')].at(-1) ?? document, ${JSON.stringify(options)})`,
  )) as { violations: Violation[] }
  return violations
}

const told = (look: string, violations: readonly Violation[]): string[] =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${look}: ${id} at ${target.join(' ')}: ${failureSummary}`),
  )

/** Parts far below are drawn when they come near. Axe looks at them from afar, and would see their last colours. */
const drawAll = `for (const each of document.querySelectorAll('section'))
  if (getComputedStyle(each).contentVisibility === 'auto') each.style.contentVisibility = 'visible'`

const bringAxe = async (page: Page): Promise<void> => {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(`${axe};undefined`)
  await page.evaluate(drawAll)
}

/** What axe finds wrong with the page as it is now, settled or not: by all rules, or by the one that colours decide. */
export async function complaintsNow(page: Page, rules: 'all' | 'colours'): Promise<string[]> {
  await bringAxe(page)
  const options = rules === 'all' ? {} : { runOnly: ['color-contrast'] }
  const violations = await run(page, { ...options, resultTypes: ['violations'] })
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
  await bringAxe(page)
  const dark = await run(page, { resultTypes: ['violations'] })
  await page.evaluate(`document.documentElement.dataset.theme = 'light'`)
  await settled(page)
  const light = await run(page, { runOnly: ['color-contrast'], resultTypes: ['violations'] })
  await page.evaluate(`document.documentElement.dataset.theme = 'dark'`)
  return [...told('dark', dark), ...told('light', light)]
}

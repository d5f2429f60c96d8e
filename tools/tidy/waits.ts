import { isCode, isTest, type Tree, withoutComments } from './files.ts'

/** The timeouts of vitest's and Playwright's `expect`, and vitest's for a test or hook (vitest.config.ts). */
const POLL_MS = 30_000
const TEST_MS = 120_000

/** Tests that wait for the clock, and why nothing else can be awaited. */
const CLOCK: Readonly<Record<string, string>> = {
  'apps/server/src/cashier/testing/storm.ts':
    'no word tells that a bank has nothing more to send: two quiet seconds do',
  'apps/server/src/sportsbook/betting/bets-at-once.test.ts':
    'a stop that lasts no time would be met by no bet',
  'apps/server/src/sportsbook/betting/offers-in-play.test.ts':
    'to be mended: an offer ends by the clock of the database, which no test can put forward',
  'apps/server/src/sportsbook/betting/place-bets.test.ts':
    'to be mended: nothing tells that a bet waits out its delay; the delay needs a clock of its own',
  'tools/adversary/sign-in-storm.test.ts':
    'the pace of an attacker, which a limit of each second would change',
  'tools/chaos/disk-full.test.ts': 'the load that a full disk meets lasts a while',
  'tools/chaos/kill-in-settlement.test.ts':
    'kills come at chance moments of a settlement, which nobody calls',
  'tools/chaos/leader-death.test.ts':
    'a lock that another server must not get is held over several of its beats',
  'tools/chaos/slow-bodies.test.ts':
    'slow bodies last as long as they are told to, and calls are made meanwhile',
}

/** The rules themselves: their tests contain violations. */
const RULES = 'tools/tidy/'

const SLEEPS =
  /\bsleep\(|\bwaitForTimeout\(|\bnew Promise(?:<[^>]*>)?\(\s*\(?\w+\)? =>\s*(?:void |\{\s*)?setTimeout\(|\bsetTimeout\b[^}\n]*\} from '(?:node:)?timers\/promises'|\bvi\s*\.waitFor(?:Until)?\(|\bvi\s*\.waitUntil\(/
/** A test's timeout in the options before its body, or as last argument. */
const TEST_TIMES = [/\btimeout: ([\d_]+),? \},\s*(?:async )?\(/g, /^\s*\},\s*(\d[\d_]{3,}),?\s*\)$/gm]
const TIMES = /\btimeout: ([\d_]+)\b(?! \*)/g

/**
 * Tests that wait for a time instead of their assertion, or time out earlier than others: both fail by chance on a
 * busy machine. `until` (tools/test/until.ts) and `expect.poll` wait; deciding clocks are faked or injected.
 */
export function waitingTests(tree: Tree, listed = CLOCK): string[] {
  const files = [...tree].filter(
    ([file]) => isCode(file) && (isTest(file) || file.startsWith('tests/e2e/')) && !file.startsWith(RULES),
  )
  const wrong = files.flatMap(([file, text]) => {
    const found = waitIn(withoutComments(text))
    return found === undefined ? [] : [{ file, found }]
  })
  return [
    ...wrong
      .filter(({ file }) => !(file in listed))
      .map(
        ({ file, found }) => `${file}: "${found}" found; wait for what is asserted, as long as all tests do`,
      ),
    ...Object.keys(listed)
      .filter((file) => tree.has(file) && !wrong.some((one) => one.file === file))
      .map((file) => `tools/tidy/waits.ts: ${file} waits for no clock`),
  ]
}

/** The first forbidden wait in this code, as written. */
function waitIn(code: string): string | undefined {
  const slept = SLEEPS.exec(code)?.[0]
  if (slept !== undefined) return slept.trim()
  const below = (patterns: RegExp[], ms: number) =>
    patterns
      .flatMap((pattern) => [...code.matchAll(pattern)])
      .find(([, given = '']) => Number(given.replaceAll('_', '')) < ms)?.[0]
  return (below([TIMES], POLL_MS) ?? below(TEST_TIMES, TEST_MS))?.trim().replaceAll(/\s+/g, ' ')
}

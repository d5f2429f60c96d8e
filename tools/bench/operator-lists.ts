import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { permissions } from '@palpite/contract/backoffice'
import { operatorsWith } from '../../tests/e2e/operators.ts'
import { type Look, looksOf } from './list-looks.ts'
import type { Known } from './list-rows.ts'
import { plainTable, type Row } from './table.ts'

export const LIST_P95_MS = 150
/** How often each page is requested; the first of them is left out, as it compiles and plans. */
const LOOKS = 20
/** A page this far on shows whether the list stays fast: each page costs what the first one does. */
const PAGES_ON = 30
const TOO_MANY = 429
/** Several operators share the looks, so that none waits for the own rate limit. */
const OPERATORS = ['um', 'dois', 'tres', 'quatro'].map((name) => `${name}@casa.example`)

type Page = { status: number; items: number | undefined; nextCursor: string | undefined; tookMs: number }
type Measured = { list: string; filter: string; rows: string; p50Ms: number; p95Ms: number }

/** Requests every list with every filter, its first page, the next and one far on. */
export async function measureLists(url: string, dataDir: string, known: Known): Promise<Measured[]> {
  const tokens = await operatorsWith({ url, sandboxUrl: '', dataDir }, permissions, OPERATORS)
  const page = pagesOf(url, tokens)
  const measured: Measured[] = []
  for (const look of looksOf(known, new Date())) {
    const first = await measure(look, '', page)
    measured.push(first.measured)
    if (first.nextCursor === undefined) continue
    measured.push((await measure(look, 'next page', page, first.nextCursor)).measured)
    const far = await farOn(look, page, first.nextCursor)
    if (far !== undefined) measured.push((await measure(look, `page ${PAGES_ON}`, page, far)).measured)
  }
  return measured
}

type ReadPage = (look: Look, cursor?: string) => Promise<Page>

/** Reads a page as the next operator in turn; waits when the rate limit requires it. */
function pagesOf(url: string, tokens: readonly string[]): ReadPage {
  let turn = 0
  return async ({ path, body }, cursor) => {
    for (;;) {
      turn += 1
      const from = performance.now()
      const after = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const answer = await fetch(`${url}${path}${after}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: tokens[turn % tokens.length] ?? '', 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const { status, data } = (await answer.json()) as {
        status: number
        data?: { items?: unknown[]; nextCursor?: string | null } | null
      }
      const tookMs = performance.now() - from
      if (answer.status !== TOO_MANY && status !== TOO_MANY)
        return { status, items: data?.items?.length, nextCursor: data?.nextCursor ?? undefined, tookMs }
      await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1000)
    }
  }
}

async function measure(
  look: Look,
  where: string,
  page: ReadPage,
  cursor?: string,
): Promise<{ measured: Measured; nextCursor: string | undefined }> {
  const first = await page(look, cursor)
  const tookMs: number[] = []
  while (tookMs.length < LOOKS) tookMs.push((await page(look, cursor)).tookMs)
  tookMs.sort((one, other) => one - other)
  const at = (share: number) => tookMs[Math.ceil(LOOKS * share) - 1] ?? Number.NaN
  const filter = [look.filter, where].filter(Boolean).join(', ')
  // A refused look would count as a fast one.
  if (first.status !== 200) throw new Error(`${look.list} ${filter} answered ${first.status}`)
  const rows = String(first.items ?? '')
  return {
    measured: { list: look.list, filter, rows, p50Ms: at(0.5), p95Ms: at(0.95) },
    nextCursor: first.nextCursor,
  }
}

/** The cursor of a page far on; undefined if the list ends before. */
async function farOn(look: Look, page: ReadPage, second: string): Promise<string | undefined> {
  let cursor: string | undefined = second
  for (let turn = 2; turn < PAGES_ON && cursor !== undefined; turn += 1)
    cursor = (await page(look, cursor)).nextCursor
  return cursor
}

/** The table of lists, as Markdown. */
export const listTable = (measured: readonly Measured[]): string =>
  plainTable(
    ['list and filter', 'rows', 'p50 ms', 'p95 ms', `≤ ${LIST_P95_MS}`],
    measured.map(({ list, filter, rows, p50Ms, p95Ms }) => [
      `${list} ${filter}`.trim(),
      rows,
      p50Ms.toFixed(1),
      p95Ms.toFixed(1),
      p95Ms <= LIST_P95_MS ? '' : 'missed',
    ]),
  )

/** The slowest list, for the table of all measurements. */
export const slowestRow = (measured: readonly Measured[]): Row => {
  const [slowest] = measured.toSorted((one, other) => other.p95Ms - one.p95Ms)
  return {
    name: 'lists_p95',
    what: `slowest of ${measured.length} lists, p95: ${slowest?.list} ${slowest?.filter}`.trim(),
    value: slowest?.p95Ms ?? Number.NaN,
    unit: 'ms',
    goal: LIST_P95_MS,
  }
}

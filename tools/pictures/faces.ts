import type { Page } from 'playwright-core'
import type { Face } from './screen.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** An empty answer: every list in it is empty. */
export function emptied(data: Json): Json {
  if (Array.isArray(data)) return []
  if (data === null || typeof data !== 'object') return data
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      Array.isArray(value) ? [] : key === 'next' ? null : value,
    ]),
  )
}

/** The server's answer when a system it depends on fails. */
const fault = { status: 503, message: 'Tente novamente mais tarde', data: { code: 'fault' } }

/** A broken connection, or a server error. */
type Failure = 'cut' | 'answered'

/**
 * Answers a screen's calls for this view: never, empty, or with a failure. Only the network edge is faked. The
 * returned function releases the calls.
 */
export async function showFace(
  page: Page,
  face: Face,
  feeds: RegExp,
  failure: Failure = 'cut',
): Promise<() => Promise<void>> {
  if (face === 'full') return async () => {}
  await page.route(feeds, async (route) => {
    if (route.request().method() !== 'GET' || !route.request().url().includes('/api/'))
      return route.continue()
    if (face === 'loading') return // held until the page closes
    if (face === 'failed' && failure === 'cut') return route.abort()
    if (face === 'failed') return route.fulfill({ status: 503, json: fault })
    const answer = await route.fetch()
    const envelope = (await answer.json()) as { data: Json }
    return route.fulfill({ response: answer, json: { ...envelope, data: emptied(envelope.data) } })
  })
  return () => page.unroute(feeds, undefined)
}

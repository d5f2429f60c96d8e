import type { Page } from 'playwright-core'
import type { Face } from './screen.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** An answer that says nothing: every list in it is empty. */
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

/** What the server answers when what it asks for itself fails. */
const fault = { status: 503, message: 'Tente novamente mais tarde', data: { code: 'fault' } }

/** A line that is cut, or a server that answers that it failed. */
type Failure = 'cut' | 'answered'

/**
 * Answers the calls that feed a screen as this view of it wants: not at all, with nothing, or with a failure. The edge
 * of the network is the only place where that is done. The result gives the calls up again.
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
    if (face === 'loading') return // held until the page is left
    if (face === 'failed' && failure === 'cut') return route.abort()
    if (face === 'failed') return route.fulfill({ status: 503, json: fault })
    const answer = await route.fetch()
    const envelope = (await answer.json()) as { data: Json }
    return route.fulfill({ response: answer, json: { ...envelope, data: emptied(envelope.data) } })
  })
  return () => page.unroute(feeds, undefined)
}

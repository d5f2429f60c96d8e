/** The answer to a call, and its milliseconds. */
export type Timed = {
  http: number
  retryAfter: string | null
  body: Record<string, unknown> & { data?: Record<string, unknown> }
  ms: number
}

type Call = { token?: string; body?: Record<string, unknown> }

/** Makes and times one call; gives up long after any answer should have come. */
export async function timed(address: string, { token, body }: Call = {}): Promise<Timed> {
  const from = performance.now()
  const response = await fetch(address, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token ? { authorization: token } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(30_000),
  })
  const answered = (await response.json()) as Timed['body']
  return {
    http: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: answered,
    ms: performance.now() - from,
  }
}

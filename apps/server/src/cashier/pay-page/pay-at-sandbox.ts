const TIMEOUT_MS = 10_000

/** Has the sandbox bank pay a code, as a payer would in an app; false when it did not. */
export async function payAtSandbox(sandboxUrl: string, code: string): Promise<boolean> {
  try {
    const response = await fetch(`${sandboxUrl.replace(/\/$/, '')}/sandbox/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false // the page says so, and the button is there for another try
  }
}

import type { Deps } from '../../platform/deps.ts'

const PATIENCE_MS = 2_000

/**
 * Sends the solution of a captcha to the sandbox, so that a test can solve it. Does nothing without a sandbox; a
 * production server never has one (`config.ts` refuses to start).
 */
export async function sendToSandbox({ config, log }: Deps, codeId: string, text: string): Promise<void> {
  if (!config.SANDBOX_URL) return
  const url = `${config.SANDBOX_URL.replace(/\/$/, '')}/captcha/${codeId}`
  try {
    const answer = await fetch(url, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${config.PIX_CLIENT_SECRET ?? ''}`,
      },
      body: JSON.stringify({ text }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (!answer.ok) log.warn({ status: answer.status }, 'the sandbox did not take the captcha')
  } catch (error) {
    log.warn({ err: error }, 'the sandbox cannot be told of the captcha') // a player still reads the picture
  }
}

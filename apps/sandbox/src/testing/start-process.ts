import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { record } from './record.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

export type SandboxProcess = Readonly<{ child: ChildProcess; url: string; smtpPort: number }>

/** The sandbox as it really runs: its own process, started by a parent that it must not outlive. */
export const startProcess = async (
  dataFolder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<SandboxProcess> => {
  const child = fork(MAIN, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'] ?? '',
      SANDBOX_PORT: '0',
      SANDBOX_SMTP_PORT: '0',
      SANDBOX_DATA_DIR: dataFolder,
      SANDBOX_PIX_CLIENT_ID: 'trial-client',
      SANDBOX_PIX_CLIENT_SECRET: 'trial-client-secret',
      SANDBOX_WEBHOOK_SECRET: 'a secret only for trials',
      SANDBOX_WEBHOOK_RETRY_MS: '60',
      SANDBOX_PAYOUT_DELAY_MS: '100',
      ...environment,
    },
  })
  const [message] = (await once(child, 'message', { signal: AbortSignal.timeout(60_000) })) as unknown[]
  const { url, smtpPort } = record(message)
  return { child, url: String(url), smtpPort: Number(smtpPort) }
}

/** How the process ended: its exit code, or the signal that ended it. */
export const ended = async (child: ChildProcess): Promise<unknown> => {
  if (child.exitCode === null && child.signalCode === null) {
    await once(child, 'exit', { signal: AbortSignal.timeout(30_000) })
  }
  return child.exitCode ?? child.signalCode
}

import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compiledFolder } from '../../../../tools/start/environments.ts'
import { until } from '../../../../tools/test/until.ts'
import { record } from './record.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

export type SandboxProcess = Readonly<{ child: ChildProcess; url: string; smtpPort: number }>

/** The sandbox as in production: in its own process, with a parent that it must not outlive. */
export const startProcess = async (
  dataFolder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<SandboxProcess> => {
  const child = fork(MAIN, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: compiledFolder,
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
  const message = await new Promise<unknown>((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`the sandbox ended before it began: ${code}`)))
  })
  const { url, smtpPort } = record(message)
  return { child, url: String(url), smtpPort: Number(smtpPort) }
}

/** How the process ended: its exit code, or the signal that ended it. */
export const ended = async (child: ChildProcess): Promise<unknown> => {
  await until('the sandbox has ended', () => child.exitCode !== null || child.signalCode !== null)
  return child.exitCode ?? child.signalCode
}

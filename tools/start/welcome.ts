import type { FirstOperator } from '../../apps/server/src/identity/index.ts'
import { identitySettings } from '../../apps/server/src/identity/settings.ts'
import { backofficePort, type Environment, wantsSandbox } from './environments.ts'

/** For operators with their own password, or who lost it. */
const LOST_PASSWORD = 'a new one-time password: npm run operator -- EMAIL'

type Welcomed = {
  env: Environment
  port: number
  logs: string | undefined
  /** New one-time passwords; shown only here. */
  operators: readonly FirstOperator[]
}

/** The lines that tell a newcomer the addresses. */
export function welcome({ env, port, logs, operators }: Welcomed): string {
  const address = (env['PUBLIC_URL'] || `http://localhost:${port}`).replace(/\/$/, '')
  const { email, password } = identitySettings.testAccount
  const office = backofficePort(env, port)
  const besideSandbox = [
    ['Sandbox', `http://localhost:${port + 1}  (the bank that pays, the mails that were sent)`],
    ['Studio', `http://localhost:${port + 3}  (two outside games, in the player app)`],
    ['Test account', `${email}  ${password}`],
  ]
  const lines = [
    ['Player app', address],
    ...(office > 0 ? backofficeLines(office, operators) : []),
    ['API', `${address}/api/docs`],
    ...(wantsSandbox(env) ? besideSandbox : []),
    ...(logs ? [['Logs', logs]] : []),
  ]
  const rows = lines.map(([what = '', where = '']) => `  ${what.padEnd(14)}${where}`)
  return ['', 'Palpite is running. Ctrl-C stops it.', '', ...rows, ''].join('\n')
}

/**
 * The back office's address, and the first two operators with one-time passwords: what needs two is approved by the
 * other.
 */
function backofficeLines(port: number, operators: readonly FirstOperator[]): [string, string][] {
  const address = `http://localhost:${port}`
  if (operators.length === 0) return [['Back office', `${address}  (${LOST_PASSWORD})`]]
  const rows = operators.map(({ email, oneTimePassword }): [string, string] => [
    '',
    `${email}  ${oneTimePassword}  (one-time password)`,
  ])
  return [['Back office', address], ...rows]
}

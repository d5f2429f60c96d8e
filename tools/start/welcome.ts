import { identitySettings } from '../../apps/server/src/identity/settings.ts'
import { backofficePort, type Environment, wantsSandbox } from './environments.ts'

/** Nobody has a password before: the command makes the first two operators. */
const FIRST_OPERATOR = 'a one-time password: npm run operator -- EMAIL'

type Welcomed = { env: Environment; port: number; logs: string | undefined }

/** The few lines that tell a newcomer where to click. */
export function welcome({ env, port, logs }: Welcomed): string {
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
    ...(office > 0 ? [['Back office', `http://localhost:${office}  (${FIRST_OPERATOR})`]] : []),
    ['API', `${address}/api/docs`],
    ...(wantsSandbox(env) ? besideSandbox : []),
    ...(logs ? [['Logs', logs]] : []),
  ]
  const rows = lines.map(([what = '', where = '']) => `  ${what.padEnd(14)}${where}`)
  return ['', 'Palpite is running. Ctrl-C stops it.', '', ...rows, ''].join('\n')
}

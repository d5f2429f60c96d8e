import { identitySettings } from '../../apps/server/src/identity/settings.ts'
import { type Environment, wantsSandbox } from './environments.ts'

type Welcomed = { env: Environment; port: number; logs: string | undefined }

/** The few lines that tell a newcomer where to click. */
export function welcome({ env, port, logs }: Welcomed): string {
  const address = (env['PUBLIC_URL'] || `http://localhost:${port}`).replace(/\/$/, '')
  const { email, password } = identitySettings.testAccount
  const besideSandbox = [
    ['Sandbox', `http://localhost:${port + 1}  (the bank that pays, the mails that were sent)`],
    ['Studio', `http://localhost:${port + 3}  (two outside games, in the player app)`],
    ['Test account', `${email}  ${password}`],
  ]
  const lines = [
    ['Player app', address],
    ['API', `${address}/api/docs`],
    ...(wantsSandbox(env) ? besideSandbox : []),
    ...(logs ? [['Logs', logs]] : []),
  ]
  const rows = lines.map(([what = '', where = '']) => `  ${what.padEnd(14)}${where}`)
  return ['', 'Palpite is running. Ctrl-C stops it.', '', ...rows, ''].join('\n')
}

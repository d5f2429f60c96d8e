import { type Environment, wantsSandbox } from './environments.ts'

/** The few lines that tell a newcomer where to click. */
export function welcome({
  env,
  port,
  logs,
}: {
  env: Environment
  port: number
  logs: string | undefined
}): string {
  const address = (env['PUBLIC_URL'] || `http://localhost:${port}`).replace(/\/$/, '')
  const lines = [
    ['Player app', address],
    ...(wantsSandbox(env)
      ? [['Sandbox', `http://localhost:${port + 1}  (the bank that pays, the mails that were sent)`]]
      : []),
    ['API', `${address}/api/docs`],
    ...(logs ? [['Logs', logs]] : []),
  ]
  return [
    '',
    'Palpite is running. Ctrl-C stops it.',
    '',
    ...lines.map(([what = '', where = '']) => `  ${what.padEnd(14)}${where}`),
    '',
  ].join('\n')
}

import { join } from 'node:path'
import type { DatabaseUrls } from './database.ts'
import type { Secrets } from './secrets.ts'

/**
 * Where Node keeps what it has compiled (`NODE_COMPILE_CACHE`), so that only the first start after a change strips types and
 * compiles: later ones are up in two thirds of the time and hold ten to twenty megabytes less. With the packages, because
 * it belongs to the code; where the folder cannot be written Node goes without.
 */
export const compiledFolder = join(import.meta.dirname, '../../node_modules/.cache/palpite')

export type Environment = Readonly<Record<string, string | undefined>>

/** Settings of the start. */
type StartSettings = {
  /** What the person at the terminal set; it goes before everything worked out here. */
  env: Environment
  port: number
  dataDir: string
  database: DatabaseUrls
  secrets: Secrets
}

/** Whether the outside world in a box runs beside the server: not in production, nor when a real bank is named. */
export const wantsSandbox = (env: Environment): boolean => env['NODE_ENV'] !== 'production' && !env['PIX_URL']

/** The server's environment. */
export function serverEnvironment({ env, port, dataDir, database, secrets }: StartSettings): Environment {
  const sandboxUrl = `http://127.0.0.1:${port + 1}`
  const besideSandbox = {
    SANDBOX_URL: sandboxUrl,
    PIX_URL: sandboxUrl,
    PIX_TOKEN_URL: `${sandboxUrl}/oauth/token`,
    PIX_CLIENT_ID: secrets.pixClientId,
    PIX_CLIENT_SECRET: secrets.pixClientSecret,
    PIX_KEY: secrets.pixKey,
    PIX_WEBHOOK_SECRET: secrets.pixWebhookSecret,
    SMTP_URL: `smtp://127.0.0.1:${port + 2}`,
  }
  return {
    NODE_COMPILE_CACHE: compiledFolder,
    ...(wantsSandbox(env) ? besideSandbox : { PIX_WEBHOOK_SECRET: secrets.pixWebhookSecret }),
    PUBLIC_ID_SECRET: secrets.publicIdSecret,
    LOG_SECRET: secrets.logSecret,
    ...given(env),
    TZ: 'UTC',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
  }
}

/** The sandbox's environment: the same secrets, seen from the bank's side. */
export function sandboxEnvironment(settings: StartSettings): Environment {
  const server = serverEnvironment(settings)
  return {
    NODE_COMPILE_CACHE: compiledFolder,
    SANDBOX_PRODUCT_URL: `http://127.0.0.1:${settings.port}`,
    SANDBOX_PUBLIC_URL: `http://localhost:${settings.port + 1}`,
    ...given(settings.env),
    TZ: 'UTC',
    SANDBOX_PORT: String(settings.port + 1),
    SANDBOX_SMTP_PORT: String(settings.port + 2),
    SANDBOX_DATA_DIR: join(settings.dataDir, 'sandbox'),
    SANDBOX_PIX_CLIENT_ID: server['PIX_CLIENT_ID'],
    SANDBOX_PIX_CLIENT_SECRET: server['PIX_CLIENT_SECRET'],
    SANDBOX_WEBHOOK_SECRET: server['PIX_WEBHOOK_SECRET'],
  }
}

/** An empty value counts as not set, as in the server's own configuration. */
const given = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))

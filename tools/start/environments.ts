import { join } from 'node:path'
import type { DatabaseUrls } from './database.ts'
import type { Secrets } from './secrets.ts'

/**
 * Where Node keeps what it has compiled (`NODE_COMPILE_CACHE`), so that only the first start after a change strips types and
 * compiles: later ones are up in two thirds of the time and hold ten to twenty megabytes less. With the packages, because
 * it belongs to the code; where the folder cannot be written Node goes without.
 */
export const compiledFolder = join(import.meta.dirname, '../../node_modules/.cache/palpite')

/**
 * How node runs the server. Its short-lived objects, those of a list of requests, get 32 MB, twice: with 8 the collector took
 * a seventh of the processor's time under load, and rounds of dice were two thirds as many. Left to itself node takes 134 MB
 * and keeps them.
 */
export const serverFlags: readonly string[] = ['--max-semi-space-size=32']

/** How node runs the programs beside the server, which have little to do: small, for what they hold when idle. */
export const besideFlags: readonly string[] = ['--max-semi-space-size=8']

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

/** Where operators reach the back office, unless the person at the terminal said so or wants none (0). */
export const backofficePort = (env: Environment, port: number): number =>
  env['BACKOFFICE_PORT'] ? Number(env['BACKOFFICE_PORT']) : port + 4

/** Whether the first two operators are made by the start itself: in production the command on the machine makes them. */
export const wantsFirstOperators = (env: Environment, port: number): boolean =>
  env['NODE_ENV'] !== 'production' && backofficePort(env, port) > 0

/** Whether the outside world in a box runs beside the server: not in production, nor when a real bank is named. */
export const wantsSandbox = (env: Environment): boolean => env['NODE_ENV'] !== 'production' && !env['PIX_URL']

/** Whether our own studio runs beside the server: where the sandbox does, and there is a database for it. */
export const wantsStudio = (env: Environment): boolean =>
  wantsSandbox(env) && (!env['DATABASE_URL'] || Boolean(env['STUDIO_DATABASE_URL']))

/** The key of our own studio: the server and the studio have its secret alike. */
const STUDIO_KEY_ID = 'palpite-studio'

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
    PIX_PAYOUT_BATCH: '100',
    IMPEDED_REGISTER_URL: sandboxUrl,
    IMPEDED_REGISTER_TOKEN: secrets.pixClientSecret,
    PERSON_REGISTER_URL: sandboxUrl,
    PERSON_REGISTER_TOKEN: secrets.pixClientSecret,
    DOCUMENT_CHECK_URL: sandboxUrl,
    DOCUMENT_CHECK_TOKEN: secrets.pixClientSecret,
    SMTP_URL: `smtp://127.0.0.1:${port + 2}`,
  }
  const besideStudio = {
    STUDIO_URL: `http://localhost:${port + 3}`,
    STUDIO_KEY_ID,
    STUDIO_SECRET: secrets.studioSecret,
  }
  return {
    NODE_COMPILE_CACHE: compiledFolder,
    ...(wantsSandbox(env) ? besideSandbox : { PIX_WEBHOOK_SECRET: secrets.pixWebhookSecret }),
    ...(wantsStudio(env) && besideStudio),
    PUBLIC_ID_SECRET: secrets.publicIdSecret,
    LOG_SECRET: secrets.logSecret,
    WEB_PUSH_KEY: secrets.webPushKey,
    BACKOFFICE_PORT: String(backofficePort(env, port)),
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

/** The studio's environment: a database of its own, and the key that it signs with. It knows nothing else of the server. */
export function studioEnvironment(settings: StartSettings): Environment {
  const { env, port, database } = settings
  const server = serverEnvironment(settings)
  const pageOrigin = new URL(env['PUBLIC_URL'] || `http://localhost:${port}`).origin
  return {
    NODE_COMPILE_CACHE: compiledFolder,
    PATH: env['PATH'],
    STUDIO_DATABASE_URL: databaseBeside(database.ownerUrl ?? database.url, 'palpite_studio'),
    ...given({ STUDIO_DATABASE_URL: env['STUDIO_DATABASE_URL'] }),
    TZ: 'UTC',
    STUDIO_PORT: String(port + 3),
    STUDIO_WALLET_URL: `http://127.0.0.1:${port}`,
    STUDIO_KEY_ID: server['STUDIO_KEY_ID'],
    STUDIO_SECRET: server['STUDIO_SECRET'],
    STUDIO_PAGE_ORIGIN: pageOrigin,
  }
}

/** The address of another database on the same PostgreSQL. */
export function databaseBeside(url: string, name: string): string {
  const place = new URL(url)
  place.pathname = `/${name}`
  return place.toString()
}

/** An empty value counts as not set, as in the server's own configuration. */
const given = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))

import { join } from 'node:path'
import type { DatabaseUrls } from './database.ts'
import type { Secrets } from './secrets.ts'

/**
 * Node's compile cache (`NODE_COMPILE_CACHE`): only the first start after a change strips types and compiles; later
 * ones take two thirds of the time and ten to twenty megabytes less. Stored with the packages, because it belongs to
 * the code; if unwritable, Node works without.
 */
export const compiledFolder = join(import.meta.dirname, '../../node_modules/.cache/palpite')

/**
 * Node's flags for the server. Its short-lived objects, those of a list of requests, get 32 MB, twice: with 8 the
 * collector took a seventh of the processor under load, and rounds of dice were two thirds as many. By default node
 * takes 134 MB and keeps them.
 */
export const serverFlags: readonly string[] = ['--max-semi-space-size=32']

/** Node's flags for the other programs: small, because they are mostly idle. */
export const besideFlags: readonly string[] = ['--max-semi-space-size=8']

export type Environment = Readonly<Record<string, string | undefined>>

/** The start's settings. */
type StartSettings = {
  /** The environment, which overrides everything computed here. */
  env: Environment
  port: number
  dataDir: string
  database: DatabaseUrls
  secrets: Secrets
}

/** The back office's port, unless set, or disabled (0). */
export const backofficePort = (env: Environment, port: number): number =>
  env['BACKOFFICE_PORT'] ? Number(env['BACKOFFICE_PORT']) : port + 4

/** Whether the start creates the first two operators: not in production, where the command does. */
export const wantsFirstOperators = (env: Environment, port: number): boolean =>
  env['NODE_ENV'] !== 'production' && backofficePort(env, port) > 0

/** Whether the sandbox runs: not in production, nor with a real bank. */
export const wantsSandbox = (env: Environment): boolean => env['NODE_ENV'] !== 'production' && !env['PIX_URL']

/** Whether our own studio runs: with the sandbox, and with a database for it. */
export const wantsStudio = (env: Environment): boolean =>
  wantsSandbox(env) && (!env['DATABASE_URL'] || Boolean(env['STUDIO_DATABASE_URL']))

/** Our own studio's key: server and studio share its secret. */
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

/** The sandbox's environment: the same secrets, from the bank's side. */
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

/** The studio's environment: its own database and its signing key, nothing else of the server. */
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

/** An empty value counts as unset, as in the server's configuration. */
const given = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))

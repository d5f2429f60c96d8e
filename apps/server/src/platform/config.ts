import { z } from 'zod'

const port = z.coerce.number().int().min(1).max(65_533)
const url = z.url()

/** Every variable the server reads from its environment. The README lists the same names. */
const shape = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** The port of the back office, which has its own origin. 0 disables it. */
  BACKOFFICE_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** The back office's address in operators' browsers, if it is behind a proxy: their passkeys are created for it. */
  BACKOFFICE_URL: url.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.string().min(1),
  DATABASE_OWNER_URL: z.string().min(1).optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(6).max(200).default(12),
  /** A replica of the same database, for reads that may be a moment old; as the application's role. Without it none is used. */
  READ_DATABASE_URL: z.string().min(1).optional(),
  /** The replica is not read if it is further behind than this; public lists may be this old. */
  READ_MAX_LAG_MS: z.coerce.number().int().min(200).max(5000).default(2000),
  REDIS_URL: url.optional(),
  /** Server processes behind the one port, on a machine with several processors. */
  SERVERS: z.coerce.number().int().min(1).max(64).default(1),
  /** With several servers, one silent for this long is killed and restarted. */
  SERVER_HANG_SECONDS: z.coerce.number().int().min(3).max(600).default(15),
  /** After so long a call that waits for the database or its turn is answered 503. */
  PATIENCE_MS: z.coerce.number().int().min(100).max(60_000).default(900),
  /** The most calls without an answer within that time; further ones are refused at once. */
  CALLS_AT_ONCE: z.coerce.number().int().min(1).max(100_000).default(1000),
  /** Reserve on the disk of our own database: below it nothing more is written. 0 disables the check. */
  DISK_RESERVE_MB: z.coerce.number().int().min(0).max(1_000_000).default(256),
  /**
   * After the stop signal a server keeps serving this long while reporting not ready, so that a load balancer moves
   * callers elsewhere.
   */
  DRAIN_MS: z.coerce.number().int().min(0).max(120_000).default(0),
  PUBLIC_URL: url.optional(),
  TRUST_PROXY: z.enum(['0', '1']).default('0'),
  /** The header in which the proxy sends the caller's country (ISO 3166-1 alpha-2), replacing any the caller sent. */
  COUNTRY_HEADER: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,60}$/)
    .optional(),
  COMPLIANCE_PROFILE: z.enum(['spec', 'br-spa']).default('spec'),
  /** The operating company and its authorisation, as a JSON file; docs/runbook describes its format. */
  LICENCE_FILE: z.string().min(1).optional(),
  /** The national register of persons who may not bet, and its token. */
  IMPEDED_REGISTER_URL: url.optional(),
  IMPEDED_REGISTER_TOKEN: z.string().min(1).max(2000).optional(),
  /** The register of persons, which confirms name, CPF and age, and its token. */
  PERSON_REGISTER_URL: url.optional(),
  PERSON_REGISTER_TOKEN: z.string().min(1).max(2000).optional(),
  /** The service that checks documents and faces, and its token; without it operators check them all. */
  DOCUMENT_CHECK_URL: url.optional(),
  DOCUMENT_CHECK_TOKEN: z.string().min(1).max(2000).optional(),
  /**
   * What requires a checked document and face beside the profile's demands: stake, top_up, withdrawal,
   * comma-separated.
   */
  DOCUMENTS_BEFORE: z
    .string()
    .regex(/^(stake|top_up|withdrawal)(,(stake|top_up|withdrawal))*$/)
    .optional(),
  /** The version of the terms of service in force; players are asked again when it changes. */
  TERMS_VERSION: z
    .string()
    .regex(/^[0-9A-Za-z][0-9A-Za-z._-]{0,19}$/)
    .default('1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SANDBOX_URL: url.optional(),
  PIX_URL: url.optional(),
  PIX_TOKEN_URL: url.optional(),
  PIX_CLIENT_ID: z.string().optional(),
  PIX_CLIENT_SECRET: z.string().optional(),
  PIX_KEY: z.string().max(77).optional(),
  PIX_WEBHOOK_SECRET: z.string().min(16).optional(),
  /** Whether the bank can restrict a charge to payment from the player's CPF. */
  PIX_RESTRICTS_PAYER: z.enum(['0', '1']).default('0'),
  /** Payouts the bank accepts per call; 0 if only one by one. */
  PIX_PAYOUT_BATCH: z.coerce.number().int().min(0).max(1000).default(0),
  /** Our client certificate for the bank with its key, and the bank's certificate authority if private; PEM files. */
  PIX_CERT_FILE: z.string().min(1).optional(),
  PIX_CERT_KEY_FILE: z.string().min(1).optional(),
  PIX_CA_FILE: z.string().min(1).optional(),
  /** Further banks for PIX, and their share of new orders: docs/runbook describes the file. */
  PIX_PROVIDERS_FILE: z.string().min(1).optional(),
  /** Nodes of the two networks that carry USDT, the file with the hot wallet's key, and the source of the USDT rate. */
  USDT_TRC20_URL: url.optional(),
  USDT_ERC20_URL: url.optional(),
  /** The extended public keys from which deposit addresses are derived; their private keys are never on a server. */
  USDT_TRC20_XPUB: z.string().min(100).max(120).optional(),
  USDT_ERC20_XPUB: z.string().min(100).max(120).optional(),
  USDT_SIGNER_FILE: z.string().min(1).optional(),
  USDT_QUOTE_URL: url.optional(),
  USDT_QUOTE_FILE: z.string().min(1).optional(),
  /** The key of public ids: the same on every server, and for as long as anybody keeps one of the ids. */
  PUBLIC_ID_SECRET: z.string().min(16).optional(),
  /**
   * The key of the public log and of round files is derived from it: the same on every server, for as long as the log
   * exists.
   */
  LOG_SECRET: z.string().min(32).optional(),
  /** The page of a live-chat provider that replaces our own chat, and its licence. */
  SUPPORT_URL: url.optional(),
  SUPPORT_LICENCE: z.string().max(200).optional(),
  /** The address of our own studio in browsers, and its signing key. */
  STUDIO_URL: url.optional(),
  STUDIO_KEY_ID: z
    .string()
    .regex(/^[A-Za-z0-9_-]{4,64}$/)
    .optional(),
  STUDIO_SECRET: z.string().min(32).optional(),
  /** Origins of other studios that /play may frame, space-separated. */
  STUDIO_ORIGINS: z
    .string()
    .regex(/^https?:\/\/[^\s/;,'"]+( https?:\/\/[^\s/;,'"]+)*$/)
    .optional(),
  /** Hosts that banners may link to by https, space-separated. */
  BANNER_HOSTS: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+( [a-z0-9-]+(\.[a-z0-9-]+)+)*$/)
    .optional(),
  /** Origins on private addresses, or without https, that the server may call when an operator gives them. */
  PRIVATE_ORIGINS: z
    .string()
    .regex(/^https?:\/\/[^\s/;,'"]+( https?:\/\/[^\s/;,'"]+)*$/)
    .optional(),
  /** A Unified Odds Feed: its address for fixtures and recovery, and its token. */
  UOF_URL: url.optional(),
  UOF_TOKEN: z.string().min(1).max(500).optional(),
  /** The Odds API v4: its address and the key of the account. */
  ODDS_API_URL: url.optional(),
  ODDS_API_KEY: z.string().min(1).max(200).optional(),
  /** Which of its sports are polled, comma-separated; `upcoming` is the next games of all. */
  ODDS_API_SPORTS: z
    .string()
    .regex(/^[a-z0-9_]{2,60}(,[a-z0-9_]{2,60}){0,39}$/)
    .default('upcoming'),
  /**
   * Signs web pushes (the VAPID private key): the same on every server, and permanent, since browsers subscribe with
   * it.
   */
  WEB_PUSH_KEY: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  /** Where traces and metrics are sent by OTLP over HTTP; without it OpenTelemetry is not loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  /** The share of calls without a trace of their own that is traced. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.05),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default('Palpite <nao-responda@palpite.example>'),
  /** Simulated match seconds per second; 0 switches the simulator off. */
  SIMULATOR_SPEED: z.coerce.number().min(0).max(100_000).optional(),
  /** Fills a demo world on the first start. */
  SEED_WORLD: z.enum(['0', '1']).default('1'),
})

type Read = z.output<typeof shape>

export type Config = Readonly<Omit<Read, 'SIMULATOR_SPEED' | 'PUBLIC_ID_SECRET' | 'LOG_SECRET'>> & {
  readonly LOG_SECRET: string
  readonly PUBLIC_ID_SECRET: string
  readonly SIMULATOR_SPEED: number
  /** The players' public address, without a trailing slash. */
  readonly publicUrl: string
  /** The operators' public address, without a trailing slash. */
  readonly backofficeUrl: string
}

/** Reads the environment once at start. Returns one readable sentence for each invalid variable. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
): { ok: true; config: Config } | { ok: false; sentences: string[] } {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = shape.safeParse(given)
  if (!read.success) {
    return {
      ok: false,
      sentences: read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    }
  }
  const config = read.data
  if (config.NODE_ENV === 'production' && config.SANDBOX_URL) {
    return { ok: false, sentences: ['SANDBOX_URL: a production server does not start beside a sandbox'] }
  }
  if (config.NODE_ENV === 'production' && config.PUBLIC_ID_SECRET === undefined) {
    return {
      ok: false,
      sentences: ['PUBLIC_ID_SECRET: a production server needs one, 16 characters or more'],
    }
  }
  if (config.NODE_ENV === 'production' && config.LOG_SECRET === undefined) {
    return { ok: false, sentences: ['LOG_SECRET: a production server needs one, 32 characters or more'] }
  }
  if (config.SERVERS > 1 && config.REDIS_URL === undefined) {
    return {
      ok: false,
      sentences: [
        'SERVERS: several need REDIS_URL, or each would count limits and tell its sockets for itself',
      ],
    }
  }
  if (config.COUNTRY_HEADER !== undefined && config.TRUST_PROXY === '0') {
    return {
      ok: false,
      sentences: ['COUNTRY_HEADER: needs TRUST_PROXY=1, or callers name their own country'],
    }
  }
  if (config.NODE_ENV === 'production' && config.COMPLIANCE_PROFILE === 'br-spa' && !config.COUNTRY_HEADER) {
    return {
      ok: false,
      sentences: [
        'COUNTRY_HEADER: the profile br-spa needs one in production, for it takes no bets from abroad',
      ],
    }
  }
  if (config.NODE_ENV === 'production' && config.COMPLIANCE_PROFILE === 'br-spa' && !config.LICENCE_FILE) {
    return { ok: false, sentences: ['LICENCE_FILE: the profile br-spa needs one in production'] }
  }
  for (const register of ['IMPEDED_REGISTER', 'PERSON_REGISTER', 'DOCUMENT_CHECK'] as const) {
    const name = `${register}_URL` as const
    const token = `${register}_TOKEN` as const
    if ((config[name] === undefined) !== (config[token] === undefined)) {
      return { ok: false, sentences: [`${name}: needs ${token}, and the other way round`] }
    }
    if (config.NODE_ENV === 'production' && config.COMPLIANCE_PROFILE === 'br-spa' && !config[name]) {
      return { ok: false, sentences: [`${name}: the profile br-spa needs one in production`] }
    }
  }
  const publicUrl = (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/$/, '')
  const { PUBLIC_ID_SECRET = 'public ids of no real business' } = config
  const { LOG_SECRET = 'the public log of no real business' } = config
  return {
    ok: true,
    config: {
      ...config,
      PUBLIC_ID_SECRET,
      LOG_SECRET,
      SIMULATOR_SPEED: simulatorSpeedOf(config),
      publicUrl,
      backofficeUrl: backofficeUrlOf(config, publicUrl),
    },
  }
}

/** By default: the players' host with the back office's port. */
const backofficeUrlOf = ({ BACKOFFICE_URL, BACKOFFICE_PORT }: Read, publicUrl: string): string =>
  (BACKOFFICE_URL ?? `http://${new URL(publicUrl).hostname}:${BACKOFFICE_PORT}`).replace(/\/+$/, '')

/** Simulated matches run outside production; in production only if configured. */
const simulatorSpeedOf = ({ SIMULATOR_SPEED, NODE_ENV }: Read): number =>
  SIMULATOR_SPEED ?? (NODE_ENV === 'production' ? 0 : 1)

/** Whether this server plays simulated matches. Beside a sandbox a test may schedule some with their own speed. */
export const simulatorPlays = ({
  SIMULATOR_SPEED,
  SANDBOX_URL,
}: Pick<Config, 'SIMULATOR_SPEED' | 'SANDBOX_URL'>): boolean =>
  SIMULATOR_SPEED > 0 || SANDBOX_URL !== undefined

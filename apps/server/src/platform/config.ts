import { z } from 'zod'

const port = z.coerce.number().int().min(1).max(65_533)
const url = z.url()

/** Every name the server reads from its environment. The README lists the same names. */
const shape = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** Where operators reach the back office: an origin of its own. 0 opens none. */
  BACKOFFICE_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** The same as operators' browsers reach it, where a proxy stands before it: their passkeys are made for this address. */
  BACKOFFICE_URL: url.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.string().min(1),
  DATABASE_OWNER_URL: z.string().min(1).optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(6).max(200).default(12),
  REDIS_URL: url.optional(),
  /** Processes that serve behind the one port, on a machine with several processors. */
  SERVERS: z.coerce.number().int().min(1).max(64).default(1),
  /** After so long a call that waits for the database or its turn is answered 503. */
  PATIENCE_MS: z.coerce.number().int().min(100).max(60_000).default(900),
  /** Calls that may be without an answer within that time; more are put off at once. */
  CALLS_AT_ONCE: z.coerce.number().int().min(1).max(100_000).default(1000),
  /** What stays free on the disk of our own database: below it nothing more is written. 0 leaves it to the database. */
  DISK_RESERVE_MB: z.coerce.number().int().min(0).max(1_000_000).default(256),
  /** Told to stop, a server goes on serving for so long while it says that it is not ready: a balancer leads callers elsewhere. */
  DRAIN_MS: z.coerce.number().int().min(0).max(120_000).default(0),
  PUBLIC_URL: url.optional(),
  TRUST_PROXY: z.enum(['0', '1']).default('0'),
  /** The header in which the proxy says the caller's country (ISO 3166-1 alpha-2), in place of whatever the caller wrote there. */
  COUNTRY_HEADER: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,60}$/)
    .optional(),
  COMPLIANCE_PROFILE: z.enum(['spec', 'br-spa']).default('spec'),
  /** Whose product this is and by which authorisation: a JSON file; docs/runbook says how it is written. */
  LICENCE_FILE: z.string().min(1).optional(),
  /** The national register of persons who may not bet, and the token it is asked with. */
  IMPEDED_REGISTER_URL: url.optional(),
  IMPEDED_REGISTER_TOKEN: z.string().min(1).max(2000).optional(),
  /** The register of persons, which confirms name, CPF and age, and the token it is asked with. */
  PERSON_REGISTER_URL: url.optional(),
  PERSON_REGISTER_TOKEN: z.string().min(1).max(2000).optional(),
  /** Who checks documents and faces, and the token it is asked with; without it operators check them all. */
  DOCUMENT_CHECK_URL: url.optional(),
  DOCUMENT_CHECK_TOKEN: z.string().min(1).max(2000).optional(),
  /** What waits for a checked document and face beside what the profile demands: stake, top_up, withdrawal, with commas. */
  DOCUMENTS_BEFORE: z
    .string()
    .regex(/^(stake|top_up|withdrawal)(,(stake|top_up|withdrawal))*$/)
    .optional(),
  /** The version of the terms of service in force; players are asked again where it is another one. */
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
  /** The bank lets a charge be paid by one CPF alone, where it is asked to: that of the player. */
  PIX_RESTRICTS_PAYER: z.enum(['0', '1']).default('0'),
  /** Payouts that the bank takes in one call; 0 where it takes them one by one. */
  PIX_PAYOUT_BATCH: z.coerce.number().int().min(0).max(1000).default(0),
  /** Our certificate for the bank with its key, and the authority of the bank's own, where it is no public one; PEM files. */
  PIX_CERT_FILE: z.string().min(1).optional(),
  PIX_CERT_KEY_FILE: z.string().min(1).optional(),
  PIX_CA_FILE: z.string().min(1).optional(),
  /** Further banks behind PIX, and how much of new orders each gets: docs/runbook says how the file is written. */
  PIX_PROVIDERS_FILE: z.string().min(1).optional(),
  /** Nodes of the two networks that carry USDT, the file with the hot wallet's key, and who says what a USDT costs. */
  USDT_TRC20_URL: url.optional(),
  USDT_ERC20_URL: url.optional(),
  /** The extended public keys below which players pay USDT to; their private keys are nowhere near a server. */
  USDT_TRC20_XPUB: z.string().min(100).max(120).optional(),
  USDT_ERC20_XPUB: z.string().min(100).max(120).optional(),
  USDT_SIGNER_FILE: z.string().min(1).optional(),
  USDT_QUOTE_URL: url.optional(),
  USDT_QUOTE_FILE: z.string().min(1).optional(),
  /** The key of the ids that go out: the same on every server, and for as long as anybody keeps one of them. */
  PUBLIC_ID_SECRET: z.string().min(16).optional(),
  /** The key of the public log and of files of rounds comes from it: the same on every server, for as long as the log lives. */
  LOG_SECRET: z.string().min(32).optional(),
  /** The page of a live-chat provider in place of our own chat, and the licence it is opened with. */
  SUPPORT_URL: url.optional(),
  SUPPORT_LICENCE: z.string().max(200).optional(),
  /** Where our own studio is, as browsers reach it, and the key that it signs with. */
  STUDIO_URL: url.optional(),
  STUDIO_KEY_ID: z
    .string()
    .regex(/^[A-Za-z0-9_-]{4,64}$/)
    .optional(),
  STUDIO_SECRET: z.string().min(32).optional(),
  /** Origins of other studios whose games may stand in the frame of /play, with spaces between them. */
  STUDIO_ORIGINS: z
    .string()
    .regex(/^https?:\/\/[^\s/;,'"]+( https?:\/\/[^\s/;,'"]+)*$/)
    .optional(),
  /** Origins on private addresses, or without https, that the server calls all the same where an operator names them. */
  PRIVATE_ORIGINS: z
    .string()
    .regex(/^https?:\/\/[^\s/;,'"]+( https?:\/\/[^\s/;,'"]+)*$/)
    .optional(),
  /** A Unified Odds Feed: its address for fixtures and recovery, and the token it is asked with. */
  UOF_URL: url.optional(),
  UOF_TOKEN: z.string().min(1).max(500).optional(),
  /** The Odds API v4: its address and the key of the account. */
  ODDS_API_URL: url.optional(),
  ODDS_API_KEY: z.string().min(1).max(200).optional(),
  /** Which of its sports are polled, with commas between; `upcoming` is the next games of all. */
  ODDS_API_SPORTS: z
    .string()
    .regex(/^[a-z0-9_]{2,60}(,[a-z0-9_]{2,60}){0,39}$/)
    .default('upcoming'),
  /** Signs web pushes (the private key of VAPID): the same on every server, and kept, since browsers subscribe with it. */
  WEB_PUSH_KEY: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  /** Where traces and metrics are sent by OTLP over HTTP; without it nothing of OpenTelemetry is loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  /** Which share of the calls that come without a trace of their own is traced. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.05),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default('Palpite <nao-responda@palpite.example>'),
  /** How many seconds of a simulated match pass in one second; 0 switches the simulator off. */
  SIMULATOR_SPEED: z.coerce.number().min(0).max(100_000).optional(),
  /** Fills a believable world on the first start. */
  SEED_WORLD: z.enum(['0', '1']).default('1'),
})

type Read = z.output<typeof shape>

export type Config = Readonly<Omit<Read, 'SIMULATOR_SPEED' | 'PUBLIC_ID_SECRET' | 'LOG_SECRET'>> & {
  readonly LOG_SECRET: string
  readonly PUBLIC_ID_SECRET: string
  readonly SIMULATOR_SPEED: number
  /** Where players reach the product, without a slash at the end. */
  readonly publicUrl: string
  /** Where operators reach the back office, without a slash at the end. */
  readonly backofficeUrl: string
}

/** Reads the environment once at start. Answers one readable sentence for each name that does not fit. */
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

/** Unless it is named: the same host as the players' on the back office's own port. */
const backofficeUrlOf = ({ BACKOFFICE_URL, BACKOFFICE_PORT }: Read, publicUrl: string): string =>
  (BACKOFFICE_URL ?? `http://${new URL(publicUrl).hostname}:${BACKOFFICE_PORT}`).replace(/\/+$/, '')

/** Invented matches are played where nobody bets in earnest; in production only where somebody has said so. */
const simulatorSpeedOf = ({ SIMULATOR_SPEED, NODE_ENV }: Read): number =>
  SIMULATOR_SPEED ?? (NODE_ENV === 'production' ? 0 : 1)

/** Whether this server plays simulated matches. Beside a sandbox a test may schedule some with a speed of their own. */
export const simulatorPlays = ({
  SIMULATOR_SPEED,
  SANDBOX_URL,
}: Pick<Config, 'SIMULATOR_SPEED' | 'SANDBOX_URL'>): boolean =>
  SIMULATOR_SPEED > 0 || SANDBOX_URL !== undefined

/** The settings from the environment. Times are in milliseconds unless the name says seconds. */
export type Settings = Readonly<{
  port: number
  smtpPort: number
  dataFolder: string
  clientId: string
  clientSecret: string
  webhookSecret: string
  /** The public address of the sandbox; by default the address it listens on. */
  publicUrl: string | undefined
  /** The address of the product, for the support page; without one the page says that it is missing. */
  productUrl: string | undefined
  payoutDelayMs: number
  refundDelayMs: number
  tokenLifeSeconds: number
  webhookRetryMs: number
  /** The time between two blocks of a chain. */
  blockMs: number
  /**
   * Whether answered data survives a power cut; off in a bench of the product, which should not measure the bank's
   * disk.
   */
  isDurable: boolean
  /** Serves the bank behind TLS too, to clients with a certificate of this authority; PEM files. */
  tls: Readonly<{ port: number; certFile: string; keyFile: string; caFile: string }> | undefined
}>

export class SettingsError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the environment, or throws a SettingsError that names every missing or invalid variable. */
export const readSettings = (environment: Environment): Settings => {
  const wrong: string[] = []
  const text = (name: string): string => {
    const value = environment[name]
    if (value === undefined || value === '') wrong.push(`${name} is missing`)
    return value ?? ''
  }
  const whole = (name: string, max: number, otherwise?: number): number => {
    const value = environment[name]
    if (otherwise !== undefined && (value === undefined || value === '')) return otherwise
    const number = /^\d{1,9}$/.test(value ?? '') ? Number(value) : -1
    if (number < 0 || number > max) wrong.push(`${name} must be a whole number from 0 to ${max}`)
    return number
  }
  const settings: Settings = {
    port: whole('SANDBOX_PORT', 65_535),
    smtpPort: whole('SANDBOX_SMTP_PORT', 65_535),
    dataFolder: text('SANDBOX_DATA_DIR'),
    clientId: text('SANDBOX_PIX_CLIENT_ID'),
    clientSecret: text('SANDBOX_PIX_CLIENT_SECRET'),
    webhookSecret: text('SANDBOX_WEBHOOK_SECRET'),
    publicUrl: publicUrl(environment['SANDBOX_PUBLIC_URL'], wrong),
    productUrl: environment['SANDBOX_PRODUCT_URL'] || undefined,
    payoutDelayMs: whole('SANDBOX_PAYOUT_DELAY_MS', 3_600_000, 600),
    refundDelayMs: whole('SANDBOX_REFUND_DELAY_MS', 3_600_000, 600),
    tokenLifeSeconds: whole('SANDBOX_TOKEN_LIFE_SECONDS', 86_400, 3600),
    webhookRetryMs: whole('SANDBOX_WEBHOOK_RETRY_MS', 600_000, 1000),
    blockMs: whole('SANDBOX_BLOCK_MS', 600_000, 500),
    isDurable: environment['SANDBOX_DURABLE'] !== '0',
    tls: environment['SANDBOX_TLS_PORT']
      ? {
          port: whole('SANDBOX_TLS_PORT', 65_535),
          certFile: text('SANDBOX_TLS_CERT_FILE'),
          keyFile: text('SANDBOX_TLS_KEY_FILE'),
          caFile: text('SANDBOX_TLS_CA_FILE'),
        }
      : undefined,
  }
  if (wrong.length > 0) throw new SettingsError(`The sandbox cannot start: ${wrong.join('; ')}.`)
  return settings
}

/** A longer address would leave no room for the charge's own part in a BR Code (77 characters). */
const LONGEST_PUBLIC_URL = 45

const publicUrl = (value: string | undefined, wrong: string[]): string | undefined => {
  if (value === undefined || value === '') return undefined
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol) || value.length > LONGEST_PUBLIC_URL) {
    wrong.push(`SANDBOX_PUBLIC_URL must be an http address of at most ${LONGEST_PUBLIC_URL} characters`)
  }
  return value.replace(/\/+$/, '')
}

import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import * as z from 'zod'
import type { Config } from '../../platform/config.ts'
import type { ClientCertificate } from './bank-client.ts'

/** The bank that the plain environment variables configure; the first, and usually the only one. */
export const DEFAULT_PROVIDER = 'pix'

/** A configured bank, and its share of new orders. */
export type GatewayConfig = {
  name: string
  url: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  pixKey: string
  webhookSecret: string
  certificate?: ClientCertificate | undefined
  /** Whether the bank can restrict the payer of a charge to one CPF. */
  restrictsPayer: boolean
  /** The largest payout batch that the bank accepts; 0 where it accepts only single payouts. */
  payoutBatch: number
  priority: number
  share: number
}

const path = z.string().min(1)

/** A further bank, as the providers file has it. Paths are relative to the file. */
const providerShape = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{2,20}$/),
  url: z.url(),
  tokenUrl: z.url(),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  pixKey: z.string().min(1).max(77),
  webhookSecret: z.string().min(16),
  restrictsPayer: z.boolean().default(false),
  payoutBatch: z.int().min(0).max(1000).default(0),
  certFile: path.optional(),
  keyFile: path.optional(),
  caFile: path.optional(),
  priority: z.int().min(1).max(100).default(1),
  share: z.int().min(1).max(100).default(1),
})

const fileShape = z.strictObject({
  /** For the bank that the environment names. */
  first: z
    .strictObject({
      priority: z.int().min(1).max(100).default(1),
      share: z.int().min(1).max(100).default(1),
    })
    .default({ priority: 1, share: 1 }),
  providers: z.array(providerShape).max(10),
})

/**
 * The banks that the environment configures: one by plain variables (in sandbox mode, the sandbox bank at its usual
 * addresses), further ones by the providers file. An invalid configuration stops the start.
 */
export function gatewaysFromConfig(config: Config): GatewayConfig[] {
  const { PIX_PROVIDERS_FILE: file } = config
  const more = file === undefined ? undefined : readFile(file)
  const further = (more?.providers ?? []).map((one) => ({
    ...one,
    certificate: certificateOf(one, dirname(file ?? '')),
  }))
  const first = firstOf(config)
  const all = first ? [{ ...first, ...(more?.first ?? { priority: 1, share: 1 }) }, ...further] : further
  const names = new Set(all.map(({ name }) => name))
  if (names.size < all.length) throw new Error('PIX_PROVIDERS_FILE: two providers have one name')
  return all
}

function readFile(file: string): z.output<typeof fileShape> {
  const read = fileShape.safeParse(parsed(readFileSync(file, 'utf8')))
  if (read.success) return read.data
  const fields = read.error.issues.map(({ path: at }) => at.join('.')).join(', ')
  throw new Error(`PIX_PROVIDERS_FILE: these fields are not right: ${fields}`)
}

/** Parses JSON. A parser's error message would quote the input, which here may be a secret. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Error('PIX_PROVIDERS_FILE: it is not JSON')
  }
}

function firstOf(config: Config): Omit<GatewayConfig, 'priority' | 'share'> | undefined {
  const sandbox = config.SANDBOX_URL?.replace(/\/$/, '')
  const url = config.PIX_URL ?? sandbox
  const tokenUrl = config.PIX_TOKEN_URL ?? (sandbox === undefined ? undefined : `${sandbox}/oauth/token`)
  const {
    PIX_CLIENT_ID: clientId,
    PIX_CLIENT_SECRET: clientSecret,
    PIX_KEY: pixKey,
    PIX_WEBHOOK_SECRET: webhookSecret,
  } = config
  if (!url || !tokenUrl || !clientId || !clientSecret || !pixKey || !webhookSecret) return undefined
  const certificate = certificateOf(
    { certFile: config.PIX_CERT_FILE, keyFile: config.PIX_CERT_KEY_FILE, caFile: config.PIX_CA_FILE },
    '',
  )
  return {
    name: DEFAULT_PROVIDER,
    url,
    tokenUrl,
    clientId,
    clientSecret,
    pixKey,
    webhookSecret,
    certificate,
    restrictsPayer: config.PIX_RESTRICTS_PAYER === '1',
    payoutBatch: config.PIX_PAYOUT_BATCH,
  }
}

type Files = {
  certFile?: string | undefined
  keyFile?: string | undefined
  caFile?: string | undefined
}

function certificateOf({ certFile, keyFile, caFile }: Files, folder: string): ClientCertificate | undefined {
  if (certFile === undefined && keyFile === undefined && caFile === undefined) return undefined
  // A certificate without its key is useless, and so is an authority without a certificate.
  if (certFile === undefined || keyFile === undefined)
    throw new Error('our certificate for a bank needs its file and that of its key')
  const text = (file: string) => readFileSync(resolve(folder, file), 'utf8')
  return { cert: text(certFile), key: text(keyFile), ca: caFile === undefined ? undefined : text(caFile) }
}

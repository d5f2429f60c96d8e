import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused, wordsOf } from './start-refused.ts'

/** The shared secrets of server and sandbox. The environment overrides them. */
export type Secrets = {
  pixClientId: string
  pixClientSecret: string
  pixKey: string
  pixWebhookSecret: string
  /** Encrypts public ids. */
  publicIdSecret: string
  /** Derives the public log's key. */
  logSecret: string
  /** Our own studio's signing secret. */
  studioSecret: string
  /** Signs web pushes. */
  webPushKey: string
}

const fresh = (): Secrets => ({
  pixClientId: `palpite-${randomBytes(6).toString('hex')}`,
  pixClientSecret: randomBytes(32).toString('base64url'),
  pixKey: randomUUID(), // a random key (EVP) in Banco Central's format
  pixWebhookSecret: randomBytes(32).toString('base64url'),
  publicIdSecret: randomBytes(32).toString('base64url'),
  logSecret: randomBytes(32).toString('base64url'),
  studioSecret: randomBytes(32).toString('base64url'),
  webPushKey: freshPushKey(),
})

/** A private key of the web-push curve. */
function freshPushKey(): string {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const key = curve.getPrivateKey() // without its leading zeros
  return Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url')
}

/** Reads this data folder's secrets; creates them at the first start, and adds those of newer versions. */
export function keepSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json')
  const kept = existsSync(file) ? readSecrets(file) : {}
  const secrets = { ...fresh(), ...kept }
  if (Object.keys(kept).length < Object.keys(secrets).length) writeClosed(file, secrets)
  chmodSync(file, 0o600)
  return secrets
}

function readSecrets(file: string): Partial<Secrets> {
  try {
    const said: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (!said || typeof said !== 'object') throw new Error('not an object')
    return Object.fromEntries(
      Object.entries(said).filter(([, value]) => typeof value === 'string' && value !== ''),
    )
  } catch (error) {
    throw new StartRefused(
      `The secrets in ${file} cannot be read (${wordsOf(error)}); mend or remove the file.`,
      {
        cause: error,
      },
    )
  }
}

/** Written beside and renamed: a killed start leaves the old or the new secrets, never half. */
function writeClosed(file: string, secrets: Secrets): void {
  const unfinished = `${file}.unfinished`
  writeFileSync(unfinished, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  renameSync(unfinished, file)
}

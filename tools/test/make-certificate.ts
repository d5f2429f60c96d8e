import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** A certificate with its key, both PEM. */
export type Certificate = { cert: string; key: string }

type Authority = Certificate & { name: string; signingKey: webcrypto.CryptoKey }

type Wanted = { name: string; by?: Authority; until?: Date }

const DAY_MS = 86_400_000
const EC = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** Makes a certificate for this machine, signed by an authority; without one it is an authority of its own. */
export async function makeCertificate({
  name,
  by,
  until = new Date(Date.now() + 365 * DAY_MS),
}: Wanted): Promise<Authority> {
  const keys = await webcrypto.subtle.generateKey(EC, true, ['sign', 'verify'])
  const signingKey = by?.signingKey ?? keys.privateKey
  const made = await X509CertificateGenerator.create(
    {
      subject: `CN=${name}`,
      issuer: `CN=${by?.name ?? name}`,
      notBefore: new Date(Date.now() - 30 * DAY_MS),
      notAfter: until,
      publicKey: keys.publicKey,
      signingKey,
      signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
      extensions: by
        ? [new SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])]
        : [new BasicConstraintsExtension(true, undefined, true)],
    },
    webcrypto,
  )
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  return {
    name,
    signingKey: keys.privateKey,
    cert: made.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${key.replaceAll(/(.{64})/g, '$1\n')}\n-----END PRIVATE KEY-----\n`,
  }
}

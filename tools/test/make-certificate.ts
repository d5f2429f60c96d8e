import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** One piece of DER: its tag, its length, what is in it. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const [SEQUENCE, SET, OID, INTEGER, BITS, OCTETS, TEXT, TIME, YES] = [
  0x30, 0x31, 0x06, 0x02, 0x03, 0x04, 0x0c, 0x18, 0x01,
] as const
const oid = (hex: string) => der(OID, Buffer.from(hex, 'hex'))
const ECDSA_SHA256 = der(SEQUENCE, oid('2a8648ce3d040302'))
const nameOf = (name: string) =>
  der(SEQUENCE, der(SET, der(SEQUENCE, oid('550403'), der(TEXT, Buffer.from(name)))))
const time = (at: Date) => der(TIME, Buffer.from(at.toISOString().replaceAll(/[-:T]|\.\d{3}/g, '')))
const isAuthority = der(
  SEQUENCE,
  oid('551d13'),
  der(YES, Buffer.from([255])),
  der(OCTETS, der(SEQUENCE, der(YES, Buffer.from([255])))),
)
/** 127.0.0.1 */
const isHere = der(
  SEQUENCE,
  oid('551d11'),
  der(OCTETS, der(SEQUENCE, der(0x87, Buffer.from([127, 0, 0, 1])))),
)

/** A certificate with its key, both PEM. */
export type Certificate = { cert: string; key: string }

type Authority = Certificate & { name: string }

type Wanted = { name: string; by?: Authority; until?: Date }

const DAY_MS = 86_400_000

/** Makes a certificate for this machine, signed by an authority; without one it is an authority of its own. */
export function makeCertificate({
  name,
  by,
  until = new Date(Date.now() + 365 * DAY_MS),
}: Wanted): Authority {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signer: string | KeyObject = by?.key ?? privateKey
  const body = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    nameOf(by?.name ?? name),
    der(SEQUENCE, time(new Date(Date.now() - 30 * DAY_MS)), time(until)),
    nameOf(name),
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, by ? isHere : isAuthority)),
  )
  const signed = der(SEQUENCE, body, ECDSA_SHA256, der(BITS, Buffer.from([0]), sign('sha256', body, signer)))
  const lines = signed.toString('base64').replaceAll(/(.{64})/g, '$1\n')
  return {
    name,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

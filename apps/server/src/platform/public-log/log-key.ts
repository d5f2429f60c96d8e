import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { type TreeHead, treeHeadBytes } from '@palpite/games/log'
import type { Config } from '../config.ts'

/** What every Ed25519 key begins with in PKCS #8, before its 32 bytes (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The key that the house signs with, and its public half as 32 bytes in hex. */
export type LogKey = { readonly privateKey: KeyObject; readonly publicKey: string }

/** The Ed25519 key of a secret: the same on every server, and for as long as the log lives. */
export function logKey({ LOG_SECRET }: Pick<Config, 'LOG_SECRET'>): LogKey {
  const seed = createHash('sha256').update(`palpite public log: ${LOG_SECRET}`).digest()
  const der = Buffer.concat([PKCS8_PREFIX, seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return { privateKey, publicKey: Buffer.from(x, 'base64url').toString('hex') }
}

/** Signs bytes; the signature in hex. */
export const signBytes = ({ privateKey }: LogKey, bytes: Uint8Array): string =>
  sign(null, bytes, privateKey).toString('hex')

/** Signs a tree head. */
export const signHead = (key: LogKey, head: TreeHead): string => signBytes(key, treeHeadBytes(head))

/** Was this head signed with the key? */
export const isSigned = ({ privateKey }: LogKey, head: TreeHead, signature: string): boolean =>
  verify(null, treeHeadBytes(head), createPublicKey(privateKey), Buffer.from(signature, 'hex'))

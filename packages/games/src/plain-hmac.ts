import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { HmacSha256 } from './fairness.ts'

/** HMAC-SHA256 in plain JavaScript: the same in a browser and in Node, so that a player can verify a round. */
export const plainHmac: HmacSha256 = (key, message) => hmac(sha256, utf8ToBytes(key), utf8ToBytes(message))

/** SHA-256 of a text's UTF-8 bytes in lower-case hex: the commitment to a server seed, and one step of a hash chain. */
export const seedHash = (seedText: string): string => bytesToHex(sha256(utf8ToBytes(seedText)))

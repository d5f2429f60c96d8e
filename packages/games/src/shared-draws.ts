import { bytesToHex } from '@noble/hashes/utils.js'
import { DOUBLE_SLOTS } from './double.ts'
import type { HmacSha256 } from './fairness.ts'
import { LUCKY_DIGITS } from './lucky-colour.ts'

// Separate from the games' rules, which pages use without verifying: those need no hashes.

/** HMAC(round seed, salt) as one 256-bit number: the draw of a shared round. */
const draw = (hmac: HmacSha256, roundSeed: string, salt: string): bigint =>
  BigInt(`0x${bytesToHex(hmac(roundSeed, salt))}`)

/** A number from 0 to size - 1 for a shared round: floor(draw × size / 2^256), with negligible bias. */
export const sharedDraw = (hmac: HmacSha256, round: { seed: string; salt: string }, size: number): number =>
  Number((draw(hmac, round.seed, round.salt) * BigInt(size)) >> 256n)

/** The slot of a shared round. Source: docs/maths/double.md. */
export const rollDouble = (hmac: HmacSha256, round: { seed: string; salt: string }): number =>
  sharedDraw(hmac, round, DOUBLE_SLOTS)

/** A shared round's digit. Each room has its own salt. Source: docs/maths/lucky-colour.md. */
export const drawLuckyDigit = (hmac: HmacSha256, round: { seed: string; salt: string }): number =>
  sharedDraw(hmac, round, LUCKY_DIGITS)

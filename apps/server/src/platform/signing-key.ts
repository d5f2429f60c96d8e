import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { Config } from './config.ts'

/**
 * A key of the house for signing one kind of thing. Made once and handed to every HMAC as what it is: given as bytes it is
 * looked at anew each time, and a signature takes 27 microseconds instead of 5.
 */
export const signingKey = (
  { PUBLIC_ID_SECRET }: Pick<Config, 'PUBLIC_ID_SECRET'>,
  purpose: string,
): KeyObject => createSecretKey(new Uint8Array(hkdfSync('sha256', PUBLIC_ID_SECRET, '', purpose, 32)))

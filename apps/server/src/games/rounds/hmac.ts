import { createHmac } from 'node:crypto'
import type { HmacSha256 } from '@palpite/games'

/** The HMAC that rounds are played with: Node's own, many times as fast as the one that a browser verifies with. */
export const nodeHmac: HmacSha256 = (key, message) => createHmac('sha256', key).update(message).digest()

import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Are these two secrets the same? Takes the same time wherever they differ. */
export const sameSecret = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

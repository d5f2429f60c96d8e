/** A random number from 0 to below 1. For display only: the server decides every result. */
export const anyShare = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

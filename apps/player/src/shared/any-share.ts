/** Any share of one, below one. It decides nothing that counts: what is won is the server's. */
export const anyShare = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

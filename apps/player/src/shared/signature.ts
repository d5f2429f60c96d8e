const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** Was this signed with the Ed25519 key, all in hex? Nothing where this browser cannot tell: the older ones know no Ed25519. */
export const isSignedBy = async (
  publicKey: string,
  bytes: Uint8Array,
  signature: string,
): Promise<boolean | undefined> => {
  try {
    const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, bytesOf(signature), new Uint8Array(bytes))
  } catch {
    return undefined
  }
}

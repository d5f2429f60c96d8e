const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** Keys and signatures of Ed25519 in hex. Anything else signs nothing. */
const isKey = (hex: string): boolean => /^[0-9a-f]{64}$/.test(hex)
const isSignature = (hex: string): boolean => /^[0-9a-f]{128}$/.test(hex)

/** Whether the Ed25519 key signed this, all in hex. Undefined if the browser does not support Ed25519. */
export const isSignedBy = async (
  publicKey: string,
  bytes: Uint8Array,
  signature: string,
): Promise<boolean | undefined> => {
  if (!isKey(publicKey) || !isSignature(signature)) return false
  try {
    const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, bytesOf(signature), new Uint8Array(bytes))
  } catch {
    return undefined
  }
}

import * as z from 'zod/mini'

/** Bytes as browsers encode them (base64url), at most this many letters. */
export const bytes = (max: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(max))
/** A credential's id, chosen by its device: 1023 bytes at most. */
const credentialId = bytes(1364)
/** The browser's client data: challenge and page. */
const clientDataJSON = bytes(4096)
/** The owner's name of a passkey. */
export const passkeyName = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))
const verification = z.enum(['required', 'preferred', 'discouraged'])
const publicKey = z.literal('public-key')

/** The input of `navigator.credentials.create` (WebAuthn's `PublicKeyCredentialCreationOptionsJSON`). */
export const creation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.exactOptional(z.string()), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.int() })),
  timeout: z.exactOptional(z.int()),
  excludeCredentials: z.exactOptional(z.array(z.object({ id: z.string(), type: z.string() }))),
  authenticatorSelection: z.exactOptional(
    z.object({
      residentKey: z.exactOptional(verification),
      requireResidentKey: z.exactOptional(z.boolean()),
      userVerification: z.exactOptional(verification),
    }),
  ),
  attestation: z.exactOptional(z.enum(['none', 'direct', 'indirect', 'enterprise'])),
})

/** The input of `navigator.credentials.get` (WebAuthn's `PublicKeyCredentialRequestOptionsJSON`). */
export const requested = z.object({
  challenge: z.string(),
  rpId: z.exactOptional(z.string()),
  timeout: z.exactOptional(z.int()),
  userVerification: z.exactOptional(verification),
  allowCredentials: z.exactOptional(z.array(z.object({ id: z.string(), type: z.string() }))),
})

/** A passkey's signature from a browser. */
export const signed = {
  id: credentialId,
  clientDataJSON,
  authenticatorData: bytes(4096),
  signature: bytes(2048),
  userHandle: bytes(100),
}

/** A new passkey from a browser. */
export const made = { id: credentialId, clientDataJSON, attestationObject: bytes(4096) }

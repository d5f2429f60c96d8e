import * as z from 'zod/mini'

/** Bytes as browsers hand them on (base64url), so many letters at most. */
export const bytes = (max: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(max))
/** The name of a credential, chosen by the device that made it: 1023 bytes at most. */
const credentialId = bytes(1364)
/** What the browser says it was asked, on which page. */
const clientDataJSON = bytes(4096)
/** What its owner calls a passkey. */
export const passkeyName = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))
const verification = z.enum(['required', 'preferred', 'discouraged'])
const publicKey = z.literal('public-key')

/** What `navigator.credentials.create` is given (WebAuthn's `PublicKeyCredentialCreationOptionsJSON`). */
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

/** What `navigator.credentials.get` is given (WebAuthn's `PublicKeyCredentialRequestOptionsJSON`). */
export const requested = z.object({
  challenge: z.string(),
  rpId: z.exactOptional(z.string()),
  timeout: z.exactOptional(z.int()),
  userVerification: z.exactOptional(verification),
  allowCredentials: z.exactOptional(z.array(z.object({ id: z.string(), type: z.string() }))),
})

/** What a browser signed by a passkey. */
export const signed = {
  id: credentialId,
  clientDataJSON,
  authenticatorData: bytes(4096),
  signature: bytes(2048),
  userHandle: bytes(100),
}

/** What a browser made: a new passkey. */
export const made = { id: credentialId, clientDataJSON, attestationObject: bytes(4096) }

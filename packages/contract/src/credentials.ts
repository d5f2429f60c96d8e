import * as z from 'zod/mini'
import { publicId } from './call.ts'

export const password = z.string().check(z.minLength(1), z.maxLength(128))

/** A proof of work, for a call that was refused with `proof_needed`: the challenge it was told, and a number. */
export const proof = z.optional(
  z.string().check(z.regex(/^\d{1,2}\.\d{1,12}\.[\w-]{8,40}\.[\w-]{43}:\d{1,10}$/)),
)

/** The token opens the session; the key names it among the player's, and opens nothing. */
export const token = z.object({ access_token: z.string(), api_key: publicId })

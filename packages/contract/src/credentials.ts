import * as z from 'zod/mini'
import { publicId } from './call.ts'

export const password = z.string().check(z.minLength(1), z.maxLength(128))

/** A proof of work for a call refused with `proof_needed`: the given challenge, and a number. */
export const proof = z.optional(
  z.string().check(z.regex(/^\d{1,2}\.\d{1,12}\.[\w-]{8,40}\.[\w-]{43}:\d{1,10}$/)),
)

/** The token opens the session; the key only names it among the player's. */
export const token = z.object({ access_token: z.string(), api_key: publicId })

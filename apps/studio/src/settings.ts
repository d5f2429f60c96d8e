import { z } from 'zod'

const shape = z.object({
  STUDIO_PORT: z.coerce.number().int().min(1).max(65_535),
  STUDIO_HOST: z.string().default('127.0.0.1'),
  /** The studio's own database, created if missing. */
  STUDIO_DATABASE_URL: z.string().min(1),
  /** The address of the wallet. */
  STUDIO_WALLET_URL: z.url(),
  STUDIO_KEY_ID: z.string().min(4),
  STUDIO_SECRET: z.string().min(32),
  /** The exact origin of the pages that may frame the games. */
  STUDIO_PAGE_ORIGIN: z.url(),
})

export type Settings = z.output<typeof shape>

/** Reads the environment once at start; throws one readable sentence for each invalid name. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const read = shape.safeParse(env)
  if (read.success) return read.data
  throw new Error(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
}

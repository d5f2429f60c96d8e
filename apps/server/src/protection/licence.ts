import { readFileSync } from 'node:fs'
import { isValidCnpj } from '@palpite/money'
import * as z from 'zod'

const shape = z.strictObject({
  company: z.string().min(1).max(120),
  cnpj: z.string().refine(isValidCnpj, 'is no CNPJ'),
  /** What authorises the company to take bets, as the ministry calls it. */
  authorisation: z.string().min(1).max(120),
  /** Where players are heard (SAC): by phone and by mail. */
  phone: z.string().min(3).max(40),
  email: z.email().max(120),
})

/** Whose product this is, and by which authorisation: told at the foot of the home page (C16; Lei 14.790/2023). */
export type Licence = z.output<typeof shape>

/** The licence as the file says it, in JSON. Throws, naming the fields that are not right: it is read once, at start. */
export function readLicence(file: string | undefined): Licence | null {
  if (file === undefined) return null
  const read = shape.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (read.success) return read.data
  const fields = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  throw new Error(`LICENCE_FILE: ${fields}`)
}

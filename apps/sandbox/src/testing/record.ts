export type ReadRecord = Readonly<Record<string, unknown>>

/** What was read, as a record. Asserts: it is one. */
export const record = (value: unknown): ReadRecord => {
  if (typeof value !== 'object' || value === null) throw new Error(`not a record: ${JSON.stringify(value)}`)
  return Object.fromEntries(Object.entries(value))
}

/** What was read, as a list of records. Asserts: it is one. */
export const records = (value: unknown): ReadRecord[] => {
  if (!Array.isArray(value)) throw new Error(`not a list: ${JSON.stringify(value)}`)
  return value.map(record)
}

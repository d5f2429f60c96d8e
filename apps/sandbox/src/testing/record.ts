export type ReadRecord = Readonly<Record<string, unknown>>

/** Narrows a value to a record. Asserts: it is one. */
export const record = (value: unknown): ReadRecord => {
  if (typeof value !== 'object' || value === null) throw new Error(`not a record: ${JSON.stringify(value)}`)
  return Object.fromEntries(Object.entries(value))
}

/** Narrows a value to a list of records. Asserts: it is one. */
export const records = (value: unknown): ReadRecord[] => {
  if (!Array.isArray(value)) throw new Error(`not a list: ${JSON.stringify(value)}`)
  return value.map(record)
}

/** One field of an EMV payload: two-digit id, and its value. */
export type TlvField = { readonly id: string; readonly value: string }

/** EMV length is two digits, so a value has at most 99 characters. */
const LONGEST_VALUE = 99

/** The fields of a tag-length-value text in order, or where it breaks: an id or length not of digits, or an overrun. */
export const readTlv = (
  text: string,
): { ok: true; fields: TlvField[] } | { ok: false; at: number; overrun: boolean } => {
  const fields: TlvField[] = []
  let at = 0
  while (at < text.length) {
    const head = /^(\d\d)(\d\d)$/.exec(text.slice(at, at + 4))
    const [, id, size] = head ?? []
    if (id === undefined || size === undefined) return { ok: false, at, overrun: text.length - at < 4 }
    const end = at + 4 + Number(size)
    if (end > text.length) return { ok: false, at, overrun: true }
    fields.push({ id, value: text.slice(at + 4, end) })
    at = end
  }
  return { ok: true, fields }
}

/** The fields written one after the other. Asserts: each value has 1 to 99 characters. */
export const writeTlv = (fields: readonly TlvField[]): string =>
  fields
    .map(({ id, value }) => {
      if (value.length === 0 || value.length > LONGEST_VALUE) {
        throw new Error(`field ${id} must have 1 to 99 characters, has ${value.length}`)
      }
      return `${id}${String(value.length).padStart(2, '0')}${value}`
    })
    .join('')

/** The value of the first field with this id. */
export const fieldValue = (fields: readonly TlvField[], id: string): string | undefined =>
  fields.find((field) => field.id === id)?.value

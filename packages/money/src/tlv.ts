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
    const head = text.slice(at, at + 4)
    if (!/\d{4}/.test(head)) return { ok: false, at, overrun: head.length < 4 }
    const end = at + 4 + Number(head.slice(2))
    if (end > text.length) return { ok: false, at, overrun: true }
    fields.push({ id: head.slice(0, 2), value: text.slice(at + 4, end) })
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

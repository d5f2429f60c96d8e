/**
 * The kind of a field's values for attacks: `text` any words up to a length, `form` a strict pattern, `base64`
 * encoded bytes, `digits` a whole number or its digits, `word` without spaces, `choice` one of a few,
 * `choiceOrNothing` with the empty one among them, `flag` yes or no, `cents` and `reais` money, `reaisFrom0` where
 * zero is refused by rule, `number` a whole number.
 */
export type Kind =
  | 'text'
  | 'form'
  | 'base64'
  | 'digits'
  | 'word'
  | 'choice'
  | 'choiceOrNothing'
  | 'flag'
  | 'cents'
  | 'reais'
  | 'reaisFrom0'
  | 'number'

/** A field of a valid request: its value, its kind, and whether it may be omitted or null. */
export type Field = { value: unknown; kind: Kind; optional?: true; nullable?: true }

export const text = (value: string): Field => ({ value, kind: 'text' })
export const form = (value: unknown): Field => ({ value, kind: 'form' })
export const base64 = (value: unknown): Field => ({ value, kind: 'base64' })
export const flag = (value: boolean): Field => ({ value, kind: 'flag' })
export const choice = (value: unknown): Field => ({ value, kind: 'choice' })
export const choiceOrNothing = (value: unknown): Field => ({ value, kind: 'choiceOrNothing' })
export const optional = (field: Field): Field => ({ ...field, optional: true })
export const digits = (value: string): Field => ({ value, kind: 'digits' })
export const word = (value: string): Field => ({ value, kind: 'word' })

/** Days of a statement. */
export const days = { from: form('2026-11-01'), until: form('2026-11-30') }

import type { Refusal, RefusalCode } from '@palpite/contract'

/** A command's answer: a value, or an expected refusal. */
export type Result<T, C extends RefusalCode = RefusalCode> =
  | { ok: true; value: T; message?: string }
  | { ok: false; refusal: Refusal<C> }

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })

/** A value with a text for the player, as the specification's calls have it. */
export const okWithMessage = <T>(value: T, message: string): { ok: true; value: T; message: string } => ({
  ok: true,
  value,
  message,
})

/** An expected refusal; `values` fill its text, `detail` goes to the caller. */
export const refuse = <C extends RefusalCode>(
  code: C,
  more: Omit<Refusal<C>, 'code'> = {},
): { ok: false; refusal: Refusal<C> } => ({ ok: false, refusal: { code, ...more } })

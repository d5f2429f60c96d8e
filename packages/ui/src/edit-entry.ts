import { entryOf, groupMarkOf, type MoneyEntry, readAmount, showEntry } from './money-entry.ts'

type Edit = {
  /** The field's previous content. */
  entry: MoneyEntry
  decimalMark: ',' | '.'
  /** The caret or selection start before the edit; undefined if unknown. */
  start: number | undefined
  /** The field's content after the edit, and its caret. */
  text: string
  caret: number
}

type Edited = { entry: MoneyEntry; shown: string; caret: number }

/**
 * The entry after an edit, its displayed text, and the caret, which stays where the player edits. Kept text has our
 * marks, so each is known; only inserted text is foreign. An inserted point or comma is the decimal mark in every
 * language, because keypads offer only one. An invalid edit changes nothing.
 */
export const editEntry = (edit: Edit): Edited => {
  const { entry, decimalMark } = edit
  const { head, put, removed, tail } = changeOf(edit)
  const stay = (caret: number) => ({ entry, shown: showEntry(entry, decimalMark), caret })
  const own = (text: string) => text.replaceAll(groupMarkOf(decimalMark), '').replace(decimalMark, '.')

  // Only a grouping mark was deleted. It returns; the caret moves over it in the same direction.
  if (put === '' && own(removed) === '')
    return stay(head.length + (edit.start === edit.caret ? removed.length : 0))

  const read = put === '' ? '' : readAmount(put)
  if (read === undefined) return stay(head.length)
  const before = own(head) + read
  // A decimal mark typed on the existing one moves over it.
  const after = read === '.' ? own(tail).replace(/^\./, '') : own(tail)
  const next = entryOf(before + after)
  if (next === undefined) return stay(head.length)

  const shown = showEntry(next, decimalMark)
  // Counted from the end: leading zeros may have changed.
  const caret = placeAfter(shown, next.length - after.length, groupMarkOf(decimalMark))
  return { entry: next, shown, caret }
}

/** The edit's unchanged parts before and after, its insertion and its deletion. */
const changeOf = ({ entry, decimalMark, start, text, caret }: Edit) => {
  const shown = showEntry(entry, decimalMark)
  const head = text.slice(0, Math.min(start ?? 0, caret))
  const tail = text.slice(caret)
  const isEdit =
    start !== undefined &&
    shown.startsWith(head) &&
    shown.endsWith(tail) &&
    head.length + tail.length <= shown.length
  if (!isEdit) return { head: '', put: text, removed: shown, tail: '' }
  const removed = shown.slice(head.length, shown.length - tail.length)
  return { head, put: text.slice(head.length, caret), removed, tail }
}

/** The position in a displayed text after this many digits and its decimal mark; the start if there are fewer. */
const placeAfter = (shown: string, count: number, groupMark: string) => {
  let place = 0
  for (let left = count; left > 0; place += 1) if (shown[place] !== groupMark) left -= 1
  return place
}

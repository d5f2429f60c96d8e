import { entryOf, groupMarkOf, type MoneyEntry, readAmount, showEntry } from './money-entry.ts'

type Edit = {
  /** What stood in the field before. */
  entry: MoneyEntry
  decimalMark: ',' | '.'
  /** Where the caret stood, or the selection began, before the edit. Unknown when the text came otherwise. */
  start: number | undefined
  /** What the field holds after the edit, and where its caret stands now. */
  text: string
  caret: number
}

type Edited = { entry: MoneyEntry; shown: string; caret: number }

/**
 * The entry after one edit of the field, the text to show for it, and the caret in that text, which stays where
 * the player edits. What stays of the text we showed has our marks, so each is known; only what was put in is
 * read as foreign. A point or a comma put in is the decimal mark in every language, as keypads offer but one.
 * An edit that makes no amount changes nothing.
 */
export const editEntry = (edit: Edit): Edited => {
  const { entry, decimalMark } = edit
  const { head, put, removed, tail } = changeOf(edit)
  const stay = (caret: number) => ({ entry, shown: showEntry(entry, decimalMark), caret })
  const own = (text: string) => text.replaceAll(groupMarkOf(decimalMark), '').replace(decimalMark, '.')

  // Only a grouping mark was deleted. It is ours and comes back; the caret steps over it, the way it went.
  if (put === '' && own(removed) === '')
    return stay(head.length + (edit.start === edit.caret ? removed.length : 0))

  const read = put === '' ? '' : readAmount(put)
  if (read === undefined) return stay(head.length)
  const before = own(head) + read
  // A decimal mark typed on the one that is there already steps over it.
  const after = read === '.' ? own(tail).replace(/^\./, '') : own(tail)
  const next = entryOf(before + after)
  if (next === undefined) return stay(head.length)

  const shown = showEntry(next, decimalMark)
  // Counted from the end: zeros in front may have gone, or one come.
  const caret = placeAfter(shown, next.length - after.length, groupMarkOf(decimalMark))
  return { entry: next, shown, caret }
}

/** What the edit left before and behind it, what it put in, and what it took out. */
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

/** The place in a shown text just behind so many of its digits and its decimal mark; none or fewer is its start. */
const placeAfter = (shown: string, count: number, groupMark: string) => {
  let place = 0
  for (let left = count; left > 0; place += 1) if (shown[place] !== groupMark) left -= 1
  return place
}

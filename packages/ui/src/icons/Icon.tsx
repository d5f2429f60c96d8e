import { cx } from '../cx.ts'
import type { Glyph } from './glyphs.ts'

declare const __SPRITE_URL__: string | undefined

// Set by the sprite plugin at build; absent where parts are rendered outside a build, as in unit tests.
const spriteUrl = typeof __SPRITE_URL__ === 'undefined' ? '' : __SPRITE_URL__

type Props = { name: Glyph; className?: string | undefined }

/** One glyph in the colour of the text around it. Always decoration: the control beside it carries the name. */
export function Icon({ name, className }: Props) {
  return (
    <svg
      aria-hidden="true"
      className={cx('shrink-0 fill-current', /left|right/.test(name) && 'mirrored', className ?? 'size-22')}
    >
      <use href={`${spriteUrl}#${name}`} />
    </svg>
  )
}

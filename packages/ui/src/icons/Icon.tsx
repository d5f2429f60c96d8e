import { cx } from '../cx.ts'
import type { Glyph } from './glyphs.ts'

declare const __SPRITE_URL__: string | undefined

// Set by the sprite plugin at build; absent outside a build, as in unit tests.
const spriteUrl = typeof __SPRITE_URL__ === 'undefined' ? '' : __SPRITE_URL__

type Props = { name: Glyph; className?: string | undefined }

/** An icon in the text's colour. Always decorative: its control has the name. */
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

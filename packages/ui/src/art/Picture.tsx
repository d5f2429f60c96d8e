import { cx } from '../cx.ts'

declare const __PICTURE_URLS__: Readonly<Record<string, string>> | undefined

// Set by the plugin of the pictures at build; absent where parts are rendered outside a build, as in unit tests.
const urls = typeof __PICTURE_URLS__ === 'undefined' ? undefined : __PICTURE_URLS__

/** The pictures with hundreds of shapes: files of their own, so that each is one element of the page and kept by the browser. */
export type PictureName = `hero-${'football' | 'steps' | 'pix' | 'medals'}` | GamePicture
export type GamePicture = 'mines' | 'dice' | 'limbo' | 'luckyColor' | 'rowDouble' | 'double'

type Props = { name: PictureName; isFirst?: boolean | undefined; className?: string | undefined }

/** One of our own pictures, decoration only; fills its place, cutting the sides or the top. `isFirst` is in sight at once. */
export function Picture({ name, isFirst, className }: Props) {
  return (
    <img
      src={urls?.[name]}
      alt=""
      draggable="false"
      fetchPriority={isFirst ? 'high' : 'auto'}
      className={cx('size-full', className)}
    />
  )
}

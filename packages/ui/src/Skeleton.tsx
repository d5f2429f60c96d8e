import { cx } from './cx.ts'

/** A grey placeholder in final size; it appears after 120 ms. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={cx('wait rounded-14 bg-surface-3', className)} />
}

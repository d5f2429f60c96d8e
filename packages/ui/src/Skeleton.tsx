import { cx } from './cx.ts'

/** A grey place where something will be. Give it the final size; it shows after 120 ms. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={cx('wait rounded-14 bg-surface-3', className)} />
}

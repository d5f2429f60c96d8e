import { Skeleton } from '@palpite/ui'

/** Stands in while the code of a screen is on its way. On a desk it fills the window, so that the foot of the page is not pushed out of it. */
export function PageSkeleton() {
  return (
    <div aria-busy="true" className="grid content-start gap-10 px-12 pt-66 wide:min-h-dvh">
      <Skeleton className="h-44 rounded-14" />
      <Skeleton className="h-160 rounded-18" />
      <Skeleton className="h-160 rounded-18" />
    </div>
  )
}

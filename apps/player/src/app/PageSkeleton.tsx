import { Skeleton } from '@palpite/ui'

/** Stands in while the code of a screen is on its way. */
export function PageSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-10 px-12 pt-66">
      <Skeleton className="h-44 rounded-14" />
      <Skeleton className="h-160 rounded-18" />
      <Skeleton className="h-160 rounded-18" />
    </div>
  )
}

import { Skeleton } from '@palpite/ui'
import { useEffect, useState } from 'react'
import { NotLoaded } from '../shared/Loaded.tsx'

/** On a slow line a page comes within seconds. After this long its player may ask for it anew. */
const LATE_MS = 10_000

const reload = async (): Promise<void> => location.reload()

/**
 * Stands in while the code of a screen is on its way, and offers to ask again where that takes long.
 * On a desk it fills the window, so that the foot of the page is not pushed out of it.
 */
export function PageSkeleton() {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setIsLate, LATE_MS, true)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div aria-busy="true" className="grid content-start gap-10 px-12 pt-66 wide:min-h-dvh">
      {isLate && <NotLoaded refetch={reload} />}
      <Skeleton className="h-44 rounded-14" />
      <Skeleton className="h-160 rounded-18" />
      <Skeleton className="h-160 rounded-18" />
    </div>
  )
}

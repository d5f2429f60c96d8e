import { Skeleton } from '@palpite/ui'
import { useEffect, useState } from 'react'
import { NotLoaded } from '../shared/Loaded.tsx'

/** On a slow line a page comes within seconds. After this long its player may ask for it anew. */
const LATE_MS = 10_000

/** The wait has been long. Begins anew with the component. */
const useIsLate = (): boolean => {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}

const reload = async (): Promise<void> => location.reload()

/**
 * Stands in while the code of a screen is on its way, and offers to ask again where that takes long.
 * On a desk it fills the window, so that the foot of the page is not pushed out of it.
 */
export function PageSkeleton() {
  const isLate = useIsLate()
  return (
    <div aria-busy="true" className="grid content-start gap-10 px-12 pt-66 wide:min-h-dvh">
      {isLate && <NotLoaded refetch={reload} />}
      <Skeleton className="h-44 rounded-14" />
      <Skeleton className="h-160 rounded-18" />
      <Skeleton className="h-160 rounded-18" />
    </div>
  )
}

import { Skeleton } from '@palpite/ui'
import { useEffect, useState } from 'react'
import { NotLoaded } from '../shared/Loaded.tsx'

/** On a slow connection a page takes seconds. After this long the player may reload it. */
const LATE_MS = 10_000

const reload = async (): Promise<void> => location.reload()

/**
 * The placeholder while a screen's code loads; offers a reload after a while. On a desktop it fills the window, so the
 * footer does not move.
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

import { Skeleton } from '@palpite/ui'
import { NotLoaded } from '../../../shared/Loaded.tsx'

type Props = { hasData: boolean; isError: boolean; refetch: () => Promise<unknown> }

/** The placeholder of a table: loading or failed. */
export function Awaited({ hasData, isError, refetch }: Props) {
  if (hasData) return null
  if (isError) {
    return <NotLoaded refetch={refetch} />
  }
  return (
    <div aria-busy="true">
      <Skeleton className="h-110 rounded-11" />
    </div>
  )
}

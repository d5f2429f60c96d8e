import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '@palpite/ui'
import { apiFile } from '../../../shared/api/api.ts'
import { useText } from '../../../shared/text/text.ts'

const path = 'GET /api/app/support/picture/:lineId'

/** A line's picture, requested with the session: its address is useless to others. */
export function ChatPicture({ lineId }: { lineId: string }) {
  const t = useText()
  // The object URL lives as long as the page: there are few, and it may be shown again.
  const { data: address, isError } = useQuery({
    queryKey: [path, lineId],
    queryFn: async () => URL.createObjectURL(await apiFile(path, { params: { lineId } })),
    staleTime: Infinity,
  })
  if (isError) return <p className="text-12 text-text-2">{t('support.picture.failed')}</p>
  if (!address) return <Skeleton className="h-180 w-240 rounded-11" />
  return (
    <a href={address} target="_blank" rel="noreferrer" className="frame-hover relative rounded-11">
      <img src={address} alt={t('support.picture.alt')} className="max-h-240 max-w-full rounded-11" />
    </a>
  )
}

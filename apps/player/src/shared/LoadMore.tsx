import { Button } from '@palpite/ui'
import { NotLoaded } from './Loaded.tsx'

type Pages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Loads the next page of a list on request, and shows a failed page load beside the button. */
export function LoadMore({ pages, label }: { pages: Pages; label: string }) {
  if (!pages.hasNextPage) return null
  if (pages.isFetchNextPageError && !pages.isFetchingNextPage) {
    return <NotLoaded refetch={pages.fetchNextPage} />
  }
  return (
    <Button
      kind="secondary"
      size="m"
      block
      busy={pages.isFetchingNextPage}
      onClick={() => void pages.fetchNextPage()}
    >
      {label}
    </Button>
  )
}

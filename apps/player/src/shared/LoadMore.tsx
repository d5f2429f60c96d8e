import { Button, ErrorCard } from '@palpite/ui'
import { useText } from './text/text.ts'

type Pages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Loads the next page of a list on request, and shows a failed page load beside the button. */
export function LoadMore({ pages, label }: { pages: Pages; label: string }) {
  const t = useText()
  if (!pages.hasNextPage) return null
  if (pages.isFetchNextPageError && !pages.isFetchingNextPage) {
    return (
      <ErrorCard
        title={t('app.section.failed')}
        retryLabel={t('app.section.retry')}
        onRetry={() => void pages.fetchNextPage()}
      />
    )
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

import type { OperatorCallKey } from '@palpite/contract/backoffice'
import {
  QueryCache,
  QueryClient,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ask, ApiError, type CallArgs, type CallInput, type DataOf } from './api.ts'

/** A refused call that the screen offered means that permissions changed: the operator is reloaded. */
const askAgainOfMe = (error: unknown): void => {
  if (error instanceof ApiError && error.code === 'forbidden')
    void queryClient.invalidateQueries({ queryKey: ['GET /api/backoffice/session/me'] })
}

/** A screen opened again this soon shows the previous answer. */
const STALE_MS = 10_000

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: askAgainOfMe }),
  defaultOptions: {
    queries: { retry: false, staleTime: STALE_MS, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})

/** As many rows as a spreadsheet opens at once, in some dozens of calls. */
const MAX_ROWS = 5000

/** The polling interval of a visible list. */
const REFRESH_MS = 20_000

/** A call's answer, cached and polled while shown. */
export const useAsked = <K extends OperatorCallKey>(
  key: K,
  input: CallInput<K>,
  {
    isWanted = true,
    everyMs = REFRESH_MS,
    staleMs = STALE_MS,
  }: { isWanted?: boolean; everyMs?: number | false; staleMs?: number } = {},
): UseQueryResult<DataOf<K>, ApiError> =>
  useQuery({
    queryKey: [key, input],
    queryFn: () => ask(key, ...([input] as unknown as CallArgs<K>)),
    enabled: isWanted,
    refetchInterval: everyMs,
    staleTime: staleMs,
  })

type PagedKey = {
  [K in OperatorCallKey]: DataOf<K> extends { items: readonly unknown[]; nextCursor: string | null }
    ? K
    : never
}[OperatorCallKey]

type ItemOf<K extends PagedKey> = DataOf<K> extends { items: readonly (infer Row)[] } ? Row : never
type Page<K extends PagedKey> = { items: readonly ItemOf<K>[]; nextCursor: string | null }

export type Paged<Row> = {
  rows: readonly Row[]
  isLoading: boolean
  error: ApiError | null
  updatedAt: number
  isReloading: boolean
  hasMore: boolean
  isLoadingMore: boolean
  loadMore: () => void
  /** The loaded rows and those of all further pages, up to `MAX_ROWS` for a file. */
  readAll: () => Promise<readonly Row[]>
  reload: () => void
}

/**
 * A list's pages so far, by cursor. An audited list is never polled: the audit chain would fill with views that no
 * operator made.
 */
export function usePages<K extends PagedKey>(
  key: K,
  query: Record<string, string | undefined> = {},
  { everyMs = REFRESH_MS }: { everyMs?: number | false } = {},
): Paged<ItemOf<K>> {
  const readPage = async (cursor: string | undefined) => {
    const input = [{ query: { ...query, cursor } }] as unknown as CallArgs<K>
    return (await ask(key, ...input)) as unknown as Page<K>
  }
  const asked = useInfiniteQuery<Page<K>, ApiError, { pages: Page<K>[] }, unknown[], string | undefined>({
    queryKey: [key, query],
    queryFn: ({ pageParam }) => readPage(pageParam),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: everyMs,
  })
  const readAll = async () => {
    const rows = asked.data?.pages.flatMap(({ items }) => items) ?? []
    let cursor = asked.data?.pages.at(-1)?.nextCursor ?? null
    while (cursor !== null && rows.length < MAX_ROWS) {
      const page = await patiently(cursor, readPage)
      rows.push(...page.items)
      cursor = page.nextCursor
    }
    return rows
  }
  return {
    rows: asked.data?.pages.flatMap(({ items }) => items) ?? [],
    isLoading: asked.isPending,
    error: asked.error,
    updatedAt: asked.dataUpdatedAt,
    isReloading: asked.isRefetching,
    hasMore: asked.hasNextPage,
    isLoadingMore: asked.isFetchingNextPage,
    loadMore: () => void asked.fetchNextPage(),
    readAll,
    reload: () => void asked.refetch(),
  }
}

/** The same list filtered, on screen and in its CSV. */
export const onlyOf = <Row>(list: Paged<Row>, isWanted: (row: Row) => boolean): Paged<Row> => ({
  ...list,
  rows: list.rows.filter((row) => isWanted(row)),
  readAll: async () => (await list.readAll()).filter((row) => isWanted(row)),
})

const A_SECOND_MS = 1000

/** Loads a page; if rate-limited, once more a second later. */
async function patiently<T>(cursor: string, readPage: (cursor: string) => Promise<T>): Promise<T> {
  try {
    return await readPage(cursor)
  } catch (error) {
    if (!(error instanceof ApiError) || error.http !== 429) throw error
    await new Promise((resolve) => setTimeout(resolve, A_SECOND_MS))
    return readPage(cursor)
  }
}

type Whole<Row> = Pick<
  UseQueryResult<readonly Row[], ApiError>,
  'isPending' | 'error' | 'dataUpdatedAt' | 'isRefetching'
> & { data: readonly Row[] | undefined; refetch: () => unknown }

/** An unpaged answer as a list of pages. */
export const wholeList = <Row>(asked: Whole<Row>): Paged<Row> => ({
  rows: asked.data ?? [],
  isLoading: asked.isPending,
  error: asked.error,
  updatedAt: asked.dataUpdatedAt,
  isReloading: asked.isRefetching,
  hasMore: false,
  isLoadingMore: false,
  loadMore: () => undefined,
  readAll: async () => asked.data ?? [],
  reload: () => void asked.refetch(),
})

type Follows<Data> = {
  onSuccess?: (data: Data) => void
  onError?: (error: ApiError) => void
  onSettled?: () => void
}

/**
 * A command from a call; afterwards cached data is reloaded. `onDone` runs even if the reload has closed the drawer
 * that sent it: the library's own callbacks stop with it.
 */
export function useCommand<K extends OperatorCallKey>(key: K) {
  const client = useQueryClient()
  const command = useMutation<DataOf<K>, ApiError, CallInput<K>>({
    mutationFn: (input) => ask(key, ...([input] as unknown as CallArgs<K>)),
    // Also after a refusal: someone else may have been first.
    onSettled: () => client.invalidateQueries(),
  })
  const mutate = (input: CallInput<K>, { onSuccess, onError, onSettled }: Follows<DataOf<K>> = {}) =>
    void command
      .mutateAsync(input)
      .then(
        (data) => onSuccess?.(data),
        (error: ApiError) => onError?.(error),
      )
      .then(() => onSettled?.())
  return { ...command, mutate }
}

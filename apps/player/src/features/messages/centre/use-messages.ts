import type { Calls, MessageKind } from '@palpite/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../../shared/api/api.ts'
import { callKey, refreshCalls } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { queryClient } from '../../../shared/query.ts'

const list = 'GET /api/app/messages/list'
const unread = 'GET /api/app/messages/unread'

export type Message = Calls[typeof list]['data']['items'][number]
type Unread = Calls[typeof unread]['data']

/** Messages of one kind or all, paged. */
export const useMessagePages = (kind: MessageKind | undefined) =>
  useInfiniteQuery({
    queryKey: [list, 'pages', kind ?? 'all'],
    queryFn: ({ pageParam }) =>
      api(list, {
        query: { ...(kind && { kind }), ...(pageParam !== null && { cursor: pageParam }) },
        loading: false,
        inline: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** Writes the unread counts that each command of the message centre returns into the query cache, and refetches the lists. */
const applyUnread = (counts: Unread): Promise<void> => {
  queryClient.setQueryData(callKey(unread), counts)
  return refreshCalls(list)
}

/** Marks one message as read. */
export const useMarkRead = () =>
  useCommand({
    mutationFn: (messageId: string) =>
      api('POST /api/app/messages/read', { body: { messageIds: [messageId] }, loading: false, inline: true }),
    onSuccess: applyUnread,
  })

/** Marks all messages as read, or all of a kind. */
export const useMarkAllRead = () =>
  useCommand({
    mutationFn: (kind: MessageKind | undefined) =>
      api('POST /api/app/messages/readAll', { body: kind ? { kind } : {} }),
    onSuccess: applyUnread,
  })

/** Deletes one message. */
export const useRemoveMessage = (onDone: () => void) =>
  useCommand({
    mutationFn: (messageId: string) =>
      api('POST /api/app/messages/remove', { body: { messageIds: [messageId] } }),
    onSuccess: (counts) => {
      onDone()
      return applyUnread(counts)
    },
  })

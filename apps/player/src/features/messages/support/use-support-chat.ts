import type { Calls, SupportAbout } from '@palpite/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useIsConnected } from '../../../shared/use-connection.ts'
import { useLiveEvent } from '../../../shared/use-live.ts'
import { shrinkPicture } from '../../../shared/shrink-picture.ts'

const chat = 'GET /api/app/support/chat'

export type SupportLine = Calls[typeof chat]['data']['lines'][number]

/** Polling without the socket, and as a safety net with it. */
const POLL_MS = { up: 20_000, down: 4000 }

/** The chat, newest page first; pushed by socket, otherwise polled. */
export function useSupportPages() {
  const isUp = useIsConnected()
  return useInfiniteQuery({
    queryKey: [chat, 'pages'],
    queryFn: ({ pageParam }) =>
      api(chat, { query: pageParam === null ? {} : { cursor: pageParam }, loading: false, inline: true }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: isUp ? POLL_MS.up : POLL_MS.down,
  })
}

const TYPING_SHOWN_MS = 6000

/** Whether support is typing, from the socket: some seconds each time, until its line arrives. */
export function useHouseTypes(): boolean {
  const [until, setUntil] = useState(0)
  useLiveEvent('support', ({ what, by }) => {
    if (by === 'operator') setUntil(what === 'typing' ? Date.now() + TYPING_SHOWN_MS : 0)
  })
  useEffect(() => {
    if (until === 0) return
    const timer = setTimeout(() => setUntil(0), until - Date.now())
    return () => clearTimeout(timer)
  }, [until])
  return until > 0
}

type Words = { text: string; about: SupportAbout | undefined; picture: File | undefined }

/** Sends a line. An unanswered one is repeated under the same id, so it appears once. */
export function useSendLine(onSent: () => void) {
  const unanswered = useRef<{ words: string; requestId: string }>(undefined)
  return useCommand({
    mutationFn: async ({ text, about, picture: file }: Words) => {
      const picture = file && (await shrinkPicture(file))
      const words = JSON.stringify([text, about, picture])
      if (unanswered.current?.words !== words) {
        unanswered.current = { words, requestId: crypto.randomUUID() }
      }
      const { requestId } = unanswered.current
      const body = { requestId, text, ...(about && { about }), ...(picture && { picture }) }
      return api('POST /api/app/support/say', { body, loading: false, inline: true })
    },
    onSuccess: () => {
      unanswered.current = undefined
      onSent()
      return refreshCalls(chat)
    },
  })
}

/** Reports that the last support line is visible. */
export function useReadUpTo(lineId: string | undefined, unread: number): void {
  const read = useEffectEvent(() => {
    if (lineId === undefined) return
    void api('POST /api/app/support/read', { body: { lineId }, loading: false, inline: true })
      .then(() => refreshCalls('GET /api/app/messages/unread', chat))
      .catch(() => undefined) // the next line or view reports it again
  })
  useEffect(() => {
    if (unread > 0) read()
  }, [unread, lineId])
}

const TYPING_EVERY_MS = 3000

/** Reports that the player is typing, occasionally. */
export function useSendTyping(): () => void {
  const notifiedAt = useRef(0)
  return () => {
    if (Date.now() - notifiedAt.current < TYPING_EVERY_MS) return
    notifiedAt.current = Date.now()
    void api('POST /api/app/support/typing', { loading: false, inline: true }).catch(() => undefined)
  }
}

/** Ends the chat; optionally mails the transcript. */
export const useEndChat = (onEnded: () => void) =>
  useCommand({
    mutationFn: (mailTranscript: boolean) => api('POST /api/app/support/close', { body: { mailTranscript } }),
    onSuccess: () => {
      onEnded()
      return refreshCalls(chat)
    },
  })

import { useEffect, useState } from 'react'
import { callHeaders } from '../../../shared/api/request.ts'

/** A refresh hides the picture and shows the next one after this long (SPEC §4). */
const hiddenMs = 200
const idsBelow = 100_000_000

const randomCodeId = (): string => {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return String(random % idsBelow)
}

export type Captcha = {
  codeId: string
  /** Address of the drawn picture; none while it is hidden or on its way. */
  image: string | undefined
  hasFailed: boolean
  refresh: () => void
  /** A new id, for the next one who registers. */
  renew: () => void
}

/** A captcha of our own random id, drawn anew on each refresh. */
export const useCaptcha = (): Captcha => {
  const [codeId, setCodeId] = useState(randomCodeId)
  const [drawing, setDrawing] = useState(0)
  const [image, setImage] = useState<string>()
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    const leaving = new AbortController()
    let shown: string | undefined
    const draw = async () => {
      try {
        const picture = await fetchPicture(codeId, leaving.signal)
        if (leaving.signal.aborted) return
        shown = URL.createObjectURL(picture)
        setImage(shown)
      } catch {
        if (!leaving.signal.aborted) setHasFailed(true)
      }
    }
    const timer = setTimeout(() => void draw(), drawing === 0 ? 0 : hiddenMs)
    return () => {
      leaving.abort()
      clearTimeout(timer)
      if (shown) URL.revokeObjectURL(shown)
    }
  }, [codeId, drawing])

  const refresh = () => {
    setImage(undefined)
    setHasFailed(false)
    setDrawing((count) => count + 1)
  }
  return { codeId, image, hasFailed, refresh, renew: () => setCodeId(randomCodeId()) }
}

/** Not through the queue of calls: it is a picture, and browsers fetch pictures beside the calls. */
const fetchPicture = async (codeId: string, signal: AbortSignal): Promise<Blob> => {
  const response = await fetch(`/api/auth/user/captcha/${codeId}`, {
    headers: callHeaders(),
    cache: 'no-store',
    signal,
  })
  if (!response.ok) throw new Error(`the captcha answered ${response.status}`)
  return response.blob()
}

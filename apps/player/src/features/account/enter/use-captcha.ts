import { useEffect, useState } from 'react'
import { apiFile } from '../../../shared/api/api.ts'

/** Delay between hiding the captcha and showing the next one (SPEC §4). */
const hiddenMs = 200
const idsBelow = 100_000_000

const randomCodeId = (): string => {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return String(random % idsBelow)
}

/** Picture or sound. Each is created anew and replaces the other. */
export type CaptchaKind = 'picture' | 'sound'

/** What the captcha is for; it is valid for nothing else. */
type Purpose = 'login' | 'register'

export type Captcha = {
  codeId: string
  kind: CaptchaKind
  /** The address of the picture or sound; undefined while hidden or loading. */
  address: string | undefined
  hasFailed: boolean
  refresh: () => void
  change: (kind: CaptchaKind) => void
  /** A new id for the next registration. */
  renew: () => void
}

/** A captcha with our own random id, redrawn on each refresh. */
export const useCaptcha = (purpose: Purpose): Captcha => {
  const [codeId, setCodeId] = useState(randomCodeId)
  const [drawing, setDrawing] = useState(0)
  const [kind, setKind] = useState<CaptchaKind>('picture')
  const [address, setAddress] = useState<string>()
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    let hasLeft = false
    let shown: string | undefined
    const draw = async () => {
      try {
        const made = await fetchCaptcha(codeId, kind, purpose)
        if (hasLeft) return
        shown = URL.createObjectURL(made)
        setAddress(shown)
      } catch {
        if (!hasLeft) setHasFailed(true)
      }
    }
    const timer = setTimeout(() => void draw(), drawing === 0 ? 0 : hiddenMs)
    return () => {
      hasLeft = true
      clearTimeout(timer)
      if (shown) URL.revokeObjectURL(shown)
    }
  }, [codeId, kind, purpose, drawing])

  const refresh = () => {
    setAddress(undefined)
    setHasFailed(false)
    setDrawing((count) => count + 1)
  }
  const change = (wanted: CaptchaKind) => {
    setKind(wanted)
    refresh()
  }
  return { codeId, kind, address, hasFailed, refresh, change, renew: () => setCodeId(randomCodeId()) }
}

const fetchCaptcha = (codeId: string, kind: CaptchaKind, purpose: Purpose): Promise<Blob> => {
  const input = { params: { codeId }, query: { purpose } }
  return kind === 'sound'
    ? apiFile('GET /api/auth/user/captcha/:codeId/sound', input)
    : apiFile('GET /api/auth/user/captcha/:codeId', input)
}

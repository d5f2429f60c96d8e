import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { openOverlay } from '../../../shared/overlays.ts'

/** Opens the slip whose code stands in the address, once: a page that is loaded anew is not led there again. */
export const useBookingCode = (): void => {
  const [search, setSearch] = useSearchParams()
  const code = search.get('code')
  useEffect(() => {
    if (code === null) return
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('code')
        return next
      },
      { replace: true },
    )
    openOverlay('booking', { code: code.trim().toUpperCase() })
  }, [code, setSearch])
}
